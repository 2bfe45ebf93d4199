"""Allowances, strategic and normal movement, infiltration, sea transport."""
