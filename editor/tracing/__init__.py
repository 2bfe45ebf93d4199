"""Geographic lines turned into terrain."""
