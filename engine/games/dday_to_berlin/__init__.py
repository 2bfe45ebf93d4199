"""D-Day to Berlin: battalions, morale and the clock, from the beaches to the Oder."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.referee.game import Game

KEY = "ddb"
TITLE = "D-Day to Berlin"
RULES_VERSION = 4
"""Raised when the same actions may lead elsewhere than before: older saves are then replayed.

4: Ground that is rough for a headquarters lets it follow a retreat only as the first zone of the way."""


def game() -> Game:
    """The one instance."""
    from engine.games.dday_to_berlin.game import DDayToBerlin

    return DDayToBerlin()
