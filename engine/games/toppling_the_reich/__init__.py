"""Toppling the Reich: the campaign in the West from September 1944 to April 1945."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.referee.game import Game

KEY = "ttr"
TITLE = "Toppling the Reich"
RULES_VERSION = 5
"""Raised when the same actions may lead elsewhere than before: older saves are then replayed.

5: In an overrun the supply counts that was judged at the beginning of the segment, as for all movement.
4: An armored asset that is alone in an enemy zone of control is lost whoever moved, and not while it goes
with its stack; withdrawals reach into corps and off the map; a US corps breaks down under a Breakthrough; an
overrun ends stalemates, a breakdown does not; the entry hex is the one hex of 6.0-b; hidden corps are not
exchanged; leaders of a headquarters that is cut out stay so; engineers that combat moved open no railroad.
3: Unknown units stop reserves; the attacker drives nobody back to end beside the other Allied family; an
overrun of a unit whose headquarters may be hidden is judged by the markers on the map."""

MAP_STYLES = {"dotted": "ferryline", "ruhr": "industry", "scheldt": "shore", "westwall": "fortified"}
"""What the kinds on its map that have names of their own are drawn as."""


def game() -> Game:
    """The one instance."""
    from engine.games.toppling_the_reich.game import TopplingTheReich

    return TopplingTheReich()
