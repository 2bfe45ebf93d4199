"""Segments D and H: leader disposition (9.0-e)."""

from __future__ import annotations

from engine.games.lebensraum.records import SEGMENT
from engine.referee import Procedure


class DispositionSegment(Procedure):
    """Segments D and H: leader disposition (9.0-e)."""

    side: str

    title = "Leader disposition"
    scope = SEGMENT
    steps = ()
