"""The import dialog for maps of other programs."""
