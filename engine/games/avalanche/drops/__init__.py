"""Airdrops."""
