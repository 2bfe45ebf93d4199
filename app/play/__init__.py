"""Playing: the controller that speaks with the session, and the widgets that show what it says. Knows no game."""
