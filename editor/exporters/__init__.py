"""Export of maps to other programs."""
