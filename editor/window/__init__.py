"""The editor's actions, docks and status bar."""
