"""Engineering."""
