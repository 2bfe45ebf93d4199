"""What the pointer does on the map."""
