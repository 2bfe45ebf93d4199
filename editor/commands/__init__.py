"""Undoable changes of maps and scenarios: one command class and functions that build commands."""
