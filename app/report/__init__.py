"""Statistics and the after-action report of a game."""
