"""The dialog in which a foreign map becomes a scenario."""
