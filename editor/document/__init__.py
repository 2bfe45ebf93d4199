"""The scenario being edited, its problems and its recovery."""
