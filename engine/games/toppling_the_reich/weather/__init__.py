"""Weather, floods and the Roer dams (5.1)."""
