"""The markers for play on paper: they show what the referee records on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.marker_kind import MarkerKind
from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.movement.activation import RESULTS

MORALE = 8
"""Morale markers that a side may hold at once before it writes them down."""


def paper_markers(document: ScenarioDocument) -> Iterator[MarkerKind]:
    """On battalions, then what each side holds, then on hexes and hexsides."""
    half = max(6, len(document.units) // 2)
    quarter = max(4, len(document.units) // 4)
    yield MarkerKind(RESULTS[marks.FULL], RESULTS[marks.DOUBLE], half)
    yield MarkerKind(RESULTS[marks.HOLD], RESULTS[marks.FALLBACK], half)
    yield MarkerKind(marks.MOVED, marks.ATTACKED, half)
    yield MarkerKind(marks.FIRED, marks.COMMITTED, quarter)
    yield MarkerKind(marks.OUT_OF_SUPPLY, count=quarter)
    yield MarkerKind(marks.COLUMN, "dismounted", quarter)
    yield MarkerKind(marks.AMBUSHED, "static", 4)
    for side in document.sides:
        yield MarkerKind("morale", count=MORALE, side=side.key)
    yield MarkerKind("works", "prepared position", 8)
    yield MarkerKind("bridge begun", "bridge built", 4)
    yield MarkerKind("bridge blown", "position razed", 6)
