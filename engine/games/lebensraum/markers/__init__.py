"""Air, naval and partisan markers (7.46)."""
