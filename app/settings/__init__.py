"""The user's settings and preferences."""
