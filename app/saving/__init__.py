"""Saved games: files, autosave, recovery after a crash."""
