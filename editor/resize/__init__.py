"""Changing the size of a map, and mirroring it."""
