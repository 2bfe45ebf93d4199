"""Bombardment and anti-shipping attacks."""
