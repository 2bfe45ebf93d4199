"""What a scenario brings: map, charts, units, options, victory; how it is shown and described."""
