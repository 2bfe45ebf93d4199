"""The surprise attack before turn 1 and before turn E (11.8)."""

from __future__ import annotations

from engine.games.lebensraum.records import SEGMENT
from engine.referee import Procedure


class SurpriseSegment(Procedure):
    """The surprise attack before turn 1 and before turn E (11.8)."""

    title = "Surprise attack"
    scope = SEGMENT
    steps = ()
