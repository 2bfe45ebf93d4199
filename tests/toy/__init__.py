"""The Bridge: as small a game as can be that still asks everything of the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.referee.game import Game

KEY = "toy"
TITLE = "The Bridge"
RULES_VERSION = 2
"""Raised when the same actions may lead elsewhere than before: older saves are then replayed."""


def game() -> Game:
    """The one instance."""
    from tests.toy.the_bridge import TheBridge

    return TheBridge()
