"""Combat (7.5)."""
