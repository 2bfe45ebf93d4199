"""Saved games: files, autosave, crash recovery."""
