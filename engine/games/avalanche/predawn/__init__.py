"""The predawn turn."""
