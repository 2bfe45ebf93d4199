"""Hexes without pixels or games: grids and their printed numbers, movement, traces, zones of control."""
