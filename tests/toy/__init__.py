"""The Bridge: a game as small as it can be that still asks everything of the referee. It proves the kernel."""

from __future__ import annotations

from engine.referee.game import Game

KEY = "toy"


def game() -> Game:
    """The one instance."""
    from tests.toy.game import TheBridge

    return TheBridge()
