"""A picture behind the map, aligned with its hexes."""
