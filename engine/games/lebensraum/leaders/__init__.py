"""Leaders (chapter 9)."""
