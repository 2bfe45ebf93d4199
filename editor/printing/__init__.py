"""Printing of maps, counters and sheets, and pictures of the map."""
