"""Toppling the Reich: the campaign in the West from September 1944 to April 1945."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.referee.game import Game

KEY = "ttr"
TITLE = "Toppling the Reich"
RULES_VERSION = 3
"""Raised when the same actions may lead elsewhere than before: older saves are then replayed.

3: Unknown units stop reserves; the attacker drives nobody back to end beside the other Allied family; an
overrun of a unit whose headquarters may be hidden is judged by the markers on the map."""

MAP_STYLES = {"dotted": "ferryline", "ruhr": "industry", "scheldt": "shore", "westwall": "fortified"}
"""What the kinds on its map that have names of their own are drawn as."""


def game() -> Game:
    """The one instance."""
    from engine.games.toppling_the_reich.game import TopplingTheReich

    return TopplingTheReich()
