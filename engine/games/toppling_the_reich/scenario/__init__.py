"""What a scenario brings and how a game is set up, shown and won (14.0 to 17.0)."""
