"""Supply checks."""
