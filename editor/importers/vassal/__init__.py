"""Modules and saved games of VASSAL."""
