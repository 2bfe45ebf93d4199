"""Combat (chapter 7)."""
