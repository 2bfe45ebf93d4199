"""Maps, counters and sheets on paper and as pictures."""
