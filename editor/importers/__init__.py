"""Import of maps and counters from other programs. All foreign data is checked."""
