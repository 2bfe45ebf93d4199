"""Movement points and movement (chapter 5), weather (8)."""
