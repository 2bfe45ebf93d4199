"""The Bridge: as small a game as can be that still asks everything of the referee."""

from __future__ import annotations

from engine.referee.game import Game

KEY = "toy"


def game() -> Game:
    """The one instance."""
    from tests.toy.the_bridge import TheBridge

    return TheBridge()
