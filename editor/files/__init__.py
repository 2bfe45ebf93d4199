"""New, open, save, previous versions, playtest."""
