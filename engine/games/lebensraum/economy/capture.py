"""Economic markers in a hex that an enemy unit enters (10.3)."""

from __future__ import annotations

from engine.games.lebensraum.records import Unit
from engine.referee import Transaction


def capture_markers(tx: Transaction, unit: Unit, here: str) -> None:
    """A unit has entered a hex: what becomes of the economic markers in it."""
