"""Concealed and unknown units, and intelligence (13.0)."""
