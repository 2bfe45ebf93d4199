"""Finding a command, a hex or a unit by typing."""
