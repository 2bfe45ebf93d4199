"""Pointing, dragging and highlighting on the map during play."""
