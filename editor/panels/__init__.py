"""The docks of the workshop."""
