"""Hill 40: a whole game in a dozen rules, built on the kit. CONTRIBUTING explains it file by file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.referee.game import Game

KEY = "hill"
TITLE = "Hill 40"
RULES_VERSION = 1


def game() -> Game:
    """The one instance."""
    from tests.tiny_game.game import Hill40

    return Hill40()
