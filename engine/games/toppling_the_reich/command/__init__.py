"""The Command Segment, command control, leaders and reserves (3.4, 3.5, 5.2)."""
