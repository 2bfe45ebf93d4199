"""Reinforcements, replacements and production (chapter 6)."""
