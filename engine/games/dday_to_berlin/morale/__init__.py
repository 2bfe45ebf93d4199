"""Morale markers, shattered units and their rally."""
