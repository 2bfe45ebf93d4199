"""The panels and tabs of the editor."""
