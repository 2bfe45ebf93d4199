"""Standard procedures (chapter 5): stacking, zones of control, formations, effectiveness, supply, command."""
