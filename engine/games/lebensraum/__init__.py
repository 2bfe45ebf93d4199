"""Lebensraum!: armies, economy and leaders of the war for Europe, 1941 to 1945."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.referee.game import Game

KEY = "leb"
TITLE = "Lebensraum! The War for Europe 1941-1945"
RULES_VERSION = 4
"""Raised when the same actions may lead elsewhere than before: older saves are then replayed."""
MAP_STYLES = {
    "west_wall": "dragons_teeth",
    "neutral ground": "plain",
    "strait": "sea",
    "oil": "industry",
    "food": "supply",
}
"""Kinds on the map whose names do not say how they are drawn."""


def game() -> Game:
    """The one instance."""
    from engine.games.lebensraum.game import Lebensraum

    return Lebensraum()
