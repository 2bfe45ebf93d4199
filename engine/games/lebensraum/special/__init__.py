"""Paratroops, neutrals, surprise, walls, lines and landings (11.4, 11.7 to 11.92)."""
