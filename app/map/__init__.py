"""The map on the table: ground, counters, overlays and the view that shows them. Knows neither rules nor sessions."""
