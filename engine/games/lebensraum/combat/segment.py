"""Segments C and G: combat (chapter 7)."""

from __future__ import annotations

from engine.games.lebensraum.records import SEGMENT
from engine.referee import Procedure


class CombatSegment(Procedure):
    """Segments C and G: combat (chapter 7)."""

    side: str

    title = "Combat"
    scope = SEGMENT
    steps = ()
