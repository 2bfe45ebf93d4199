"""Foreign PDF and SVG files, drawn in a process of its own with limits."""
