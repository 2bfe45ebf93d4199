"""The initial segment."""
