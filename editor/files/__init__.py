"""New, open, save, former versions, playtest."""
