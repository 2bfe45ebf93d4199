"""The docks beside the map: log, odds, orders, forces, inspector."""
