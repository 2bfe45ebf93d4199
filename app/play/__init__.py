"""Playing: the controller that speaks with the session, and the widgets that show it. Knows no game."""
