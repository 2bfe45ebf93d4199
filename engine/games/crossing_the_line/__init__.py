"""Crossing the Line: battalions and divisions before the Westwall at Aachen, autumn 1944."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.referee.game import Game

KEY = "ctl"
TITLE = "Crossing the Line – Aachen 1944"
RULES_VERSION = 3
"""Raised when the same actions may lead elsewhere than before: older saves are then replayed.

3: Units recover in the Recovery Segment all at once; divisions that withdraw together are judged together."""


def game() -> Game:
    """The one instance."""
    from engine.games.crossing_the_line.game import CrossingTheLine

    return CrossingTheLine()
