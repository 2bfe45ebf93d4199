"""Correcting a position by agreement of all sides."""
