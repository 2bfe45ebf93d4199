"""Air, naval and partisan markers come off at the end of a turn (7.46-c)."""

from __future__ import annotations

from engine.referee import Transaction


def remove_markers(tx: Transaction) -> None:
    """Take every marker that was placed off the map."""
