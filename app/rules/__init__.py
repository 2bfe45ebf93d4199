"""Reading rules and charts in the window."""
