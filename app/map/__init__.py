"""The map on the table: ground, counters, overlays and their view. Knows neither rules nor sessions."""
