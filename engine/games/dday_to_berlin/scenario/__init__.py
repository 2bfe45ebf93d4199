"""What a scenario brings and how a game is set up, shown and won."""
