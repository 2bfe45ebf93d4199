"""Screenshots of every window, made without a user."""
