"""Activation, movement, stacking, zones of control and visibility."""
