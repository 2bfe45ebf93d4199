"""Segment 1.B: reinforcements and replacements (chapter 6)."""

from __future__ import annotations

from engine.games.lebensraum.records import SEGMENT
from engine.referee import Procedure


class ReinforcementSegment(Procedure):
    """Segment 1.B: reinforcements and replacements (chapter 6)."""

    title = "Reinforcements and replacements"
    scope = SEGMENT
    steps = ()
