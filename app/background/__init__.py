"""Long work done in another thread, with progress and cancel."""
