"""The free table: a map, counters, markers, dice, decks and tracks, and no rules but those of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.referee.game import Game

KEY = "free"
TITLE = "Free table"
ENFORCES_RULES = False
RULES_VERSION = 1
"""Raised when the same actions may lead elsewhere than before: older saves are then replayed."""


def game() -> Game:
    """The one instance."""
    from engine.games.free_table.game import FreeTable

    return FreeTable()
