"""The markers for play on paper: they show what the referee records on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.marker_kind import MarkerKind
from engine.games.toppling_the_reich.records import (
    AIR_SUPPLIED,
    ALLIED,
    CUT_OUT,
    EXPLOITING,
    GERMAN,
    OOC,
    OOS,
    RAILED,
    STALEMATED,
    STRATEGIC,
    USED,
)

DECEPTIONS = 10
"""A to J, as the chart of markers has them."""
DAMS = 3


def paper_markers(document: ScenarioDocument) -> Iterator[MarkerKind]:
    """On units, then on hexes and hexsides, then on tracks."""
    units = len(document.units)
    yield MarkerKind(OOS, OOC, max(6, units // 8))
    yield MarkerKind(STRATEGIC, RAILED, max(6, units // 12))
    yield MarkerKind(EXPLOITING, count=6)
    yield MarkerKind(STALEMATED, count=8)
    yield MarkerKind(USED, count=8)
    yield MarkerKind(AIR_SUPPLIED, CUT_OUT, 4)
    yield MarkerKind("interdiction", "combat air patrol", 6, ALLIED, ALLIED)
    yield MarkerKind("interdiction", "combat air patrol", 3, GERMAN, GERMAN)
    yield MarkerKind("bridgehead begun", "bridgehead", 8, ALLIED, ALLIED)
    yield MarkerKind("temporary bridge", "bridge blown", 6, GERMAN)
    yield MarkerKind("bridge blown", count=8)
    yield MarkerKind("railhead", count=4, side=ALLIED)
    yield MarkerKind("fortification fallen", count=6)
    yield MarkerKind("dam blown", count=DAMS)
    for letter in ascii_uppercase[:DECEPTIONS]:
        yield MarkerKind("deception", letter, 1, GERMAN, GERMAN)
    for side in (ALLIED, GERMAN):
        yield MarkerKind("Attack Supply", "Attack Supply × 10", 2, side, side)
    for track in ("Air Status", "weather", "Deception Level"):
        yield MarkerKind(track)
