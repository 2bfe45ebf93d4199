"""Segment 1.E: demoralization rolls, then leader transfers."""

from __future__ import annotations

from engine.games.lebensraum.records import SEGMENT
from engine.referee import Procedure


class TransferSegment(Procedure):
    """Segment 1.E: demoralization rolls, then leader transfers."""

    title = "Leader transfer"
    scope = SEGMENT
    steps = ()
