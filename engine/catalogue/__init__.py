"""Scenarios, their maps and saved games: as plain documents, as text files and in a database."""
