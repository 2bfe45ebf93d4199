"""Renders foreign PDF and SVG files in a separate process with limits."""
