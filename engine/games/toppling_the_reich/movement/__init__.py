"""Movement, stacking, zones of control and rivers (3.1, 3.2, 6.0)."""
