"""Forms and fields with which values of a scenario are entered."""
