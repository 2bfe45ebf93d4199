"""Segment 1.C: air, naval and partisan markers are placed alternately."""

from __future__ import annotations

from engine.games.lebensraum.records import SEGMENT
from engine.referee import Procedure


class MarkerSegment(Procedure):
    """Segment 1.C: air, naval and partisan markers are placed alternately."""

    title = "Air, naval and partisan markers"
    scope = SEGMENT
    steps = ()
