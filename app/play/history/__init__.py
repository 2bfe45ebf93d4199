"""Undo, replay, bookmarks and branches of a game."""
