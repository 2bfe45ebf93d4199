"""The scenario: map, charts, counters, worked examples, the view of each side."""
