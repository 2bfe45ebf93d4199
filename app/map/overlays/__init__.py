"""What is drawn over the map: areas, lines, control, start lines."""
