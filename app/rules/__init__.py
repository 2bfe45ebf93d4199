"""The rules and charts of a game in the window."""
