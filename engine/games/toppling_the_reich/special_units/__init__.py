"""Engineers, bridges, corps and other units with rules of their own (10.4, 12.0)."""
