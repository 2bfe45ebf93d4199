"""Converts geographic data to hex terrain."""
