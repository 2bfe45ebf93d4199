"""Statistics and the report of a game."""
