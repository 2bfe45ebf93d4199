"""Rules that hold throughout: the calendar, terrain costs, zones of control, control of hexes, formations."""
