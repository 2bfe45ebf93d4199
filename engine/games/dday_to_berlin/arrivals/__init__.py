"""Reinforcements and units held back."""
