"""Headquarters and leaders that give way to a unit that enters their hex (7.42-e)."""

from __future__ import annotations

from engine.games.lebensraum.records import Unit
from engine.referee import Transaction


def give_way(tx: Transaction, unit: Unit, here: str) -> None:
    """A unit has moved into a hex with enemy headquarters."""
