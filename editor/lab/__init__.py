"""The window of the balance lab."""
