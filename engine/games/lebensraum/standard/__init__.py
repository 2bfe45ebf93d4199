"""What all chapters use: zones of control, steps, tracing, control."""
