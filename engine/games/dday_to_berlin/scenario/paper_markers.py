"""The markers for play on paper: they show what the referee records on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.marker_kind import MarkerKind
from engine.games.dday_to_berlin.movement.activation import RESULTS
from engine.games.dday_to_berlin.records import (
    AMBUSHED,
    ATTACKED,
    COLUMN,
    COMMITTED,
    DOUBLE,
    FALLBACK,
    FIRED,
    FULL,
    HOLD,
    MOVED,
    OUT_OF_SUPPLY,
)

MORALE = 8
"""Morale markers that a side may hold at once before it writes them down."""


def paper_markers(document: ScenarioDocument) -> Iterator[MarkerKind]:
    """On battalions, then what each side holds, then on hexes and hexsides."""
    half = max(6, len(document.units) // 2)
    quarter = max(4, len(document.units) // 4)
    yield MarkerKind(RESULTS[FULL], RESULTS[DOUBLE], half)
    yield MarkerKind(RESULTS[HOLD], RESULTS[FALLBACK], half)
    yield MarkerKind(MOVED, ATTACKED, half)
    yield MarkerKind(FIRED, COMMITTED, quarter)
    yield MarkerKind(OUT_OF_SUPPLY, count=quarter)
    yield MarkerKind(COLUMN, "dismounted", quarter)
    yield MarkerKind(AMBUSHED, "static", 4)
    for side in document.sides:
        yield MarkerKind("morale", count=MORALE, side=side.key)
    yield MarkerKind("works", "prepared position", 8)
    yield MarkerKind("bridge begun", "bridge built", 4)
    yield MarkerKind("bridge blown", "position razed", 6)
