"""The map, how a game begins, worked examples, what the table shows."""
