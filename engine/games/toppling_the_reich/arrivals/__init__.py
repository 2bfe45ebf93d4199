"""Reinforcements, replacements, the Communications Zone and reorganization (6.5, 9.0)."""
