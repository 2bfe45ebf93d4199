"""Toppling the Reich: the campaign in the West from September 1944 to April 1945."""

from __future__ import annotations

from engine.referee.game import Game

KEY = "ttr"


def game() -> Game:
    """The one instance."""
    from engine.games.toppling_the_reich.game import TopplingTheReich

    return TopplingTheReich()
