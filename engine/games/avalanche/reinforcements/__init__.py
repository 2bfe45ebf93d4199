"""Reinforcements."""
