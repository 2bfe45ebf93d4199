"""The printed map: terrain, lines, labels, drawn in tiles."""
