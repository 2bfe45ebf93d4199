"""Own art of a scenario: looks of kinds, pictures of units and cards."""
