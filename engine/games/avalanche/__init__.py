"""Avalanche: the landings at Salerno, September 1943."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.referee.game import Game

KEY = "avl"
TITLE = "Avalanche – Salerno 1943"
RULES_VERSION = 4
"""Raised when the same actions may lead elsewhere than before: older saves are then replayed."""
MAP_STYLES = {"beach": "shore"}
"""Kinds on the map whose names do not say how they are drawn."""


def game() -> Game:
    """The one instance."""
    from engine.games.avalanche.game import Avalanche

    return Avalanche()
