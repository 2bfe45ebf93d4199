"""Avalanche: the landings at Salerno, September 1943."""
