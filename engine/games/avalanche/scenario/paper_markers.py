"""The markers for play on paper: they show what the referee records on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.marker_kind import MarkerKind
from engine.games.avalanche.records import ALLIED, GERMAN
from engine.games.avalanche.scenario.charts import charts_for

TRACKS = ("ammunition", "air points", "replacements")


def paper_markers(document: ScenarioDocument) -> Iterator[MarkerKind]:
    """On units, on the map and on the tracks. The turn and holders of hexes come with every game."""
    quarter = max(4, len(document.units) // 4)
    guns = sum(unit.type in charts_for(document).unit_templates.unit for unit in document.units) // 6
    yield MarkerKind("disrupted", "demoralized", quarter)
    yield MarkerKind("out of supply", "isolated", quarter)
    yield MarkerKind("limbered", count=max(4, guns))
    yield MarkerKind("reduced ammo", "out of ammo", max(4, guns))
    yield MarkerKind("moved strategically", "attacked", quarter)
    for side in (ALLIED, GERMAN):
        yield MarkerKind("improved position", "fort", 6, side, side)
        yield MarkerKind("under construction", count=6, side=side)
        for track in TRACKS:
            yield MarkerKind(track, count=4, side=side)
    yield MarkerKind("bridge blown", "road blocked", 8)
    yield MarkerKind("airfield repaired", count=4, side=ALLIED)
    for name in charts_for(document).beachhead_capacity.beach:
        yield MarkerKind(f"{name} beach", "shore party", side=ALLIED, back_side=ALLIED)
