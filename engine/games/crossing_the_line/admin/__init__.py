"""The Admin Phase (chapter 8)."""
