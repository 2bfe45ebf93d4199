"""Ammunition."""
