"""Pictures of every window, drawn without a person."""
