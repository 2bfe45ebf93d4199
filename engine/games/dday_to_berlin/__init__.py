"""D-Day to Berlin: battalions, morale and the clock, from the beaches to the Oder."""

from __future__ import annotations

from engine.referee.game import Game

KEY = "ddb"


def game() -> Game:
    """The one instance."""
    from engine.games.dday_to_berlin.game import DDayToBerlin

    return DDayToBerlin()
