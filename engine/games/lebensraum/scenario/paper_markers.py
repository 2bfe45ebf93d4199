"""The markers for play on paper: they show what the referee records on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.marker_kind import MarkerKind
from engine.games.lebensraum.records import ALLIED, AXIS

TRACKS = ("movement points", "infantry steps", "armor steps")


def paper_markers(document: ScenarioDocument) -> Iterator[MarkerKind]:
    """On units, on the map and on the tracks. The turn and holders of hexes come with every game."""
    quarter = max(4, len(document.units) // 4)
    yield MarkerKind("reserve", count=quarter)
    yield MarkerKind("partly supplied", "out of supply", quarter)
    yield MarkerKind("has attacked", count=quarter)
    yield MarkerKind("shaken", "demoralized", 8)
    yield MarkerKind("bombed", "suspended", 8)
    yield MarkerKind("mud", "snow", 3)
    for side in (AXIS, ALLIED):
        yield MarkerKind("air", count=8, side=side)
        yield MarkerKind("naval", count=4, side=side)
        yield MarkerKind("in command", count=8, side=side)
        for track in TRACKS:
            yield MarkerKind(track, count=4, side=side)
    yield MarkerKind("partisans", count=6, side=ALLIED)
