"""Segment 3.C: food check, then strategic transportation (chapter 10)."""

from __future__ import annotations

from engine.games.lebensraum.records import SEGMENT
from engine.referee import Procedure


class TransportSegment(Procedure):
    """Segment 3.C: food check, then strategic transportation (chapter 10)."""

    title = "Strategic transportation"
    scope = SEGMENT
    steps = ()
