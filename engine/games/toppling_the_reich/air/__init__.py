"""Air status, missions, close support, patrols and airborne operations (10.5, 11.0)."""
