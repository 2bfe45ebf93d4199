"""Overlays on the map: areas, lines, control, start lines."""
