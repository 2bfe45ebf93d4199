"""A small battlefield drawn in a worked example: open ground with a few exceptions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any

from engine.bad_input import BadInput
from engine.catalogue.document import Feature, MapSheet, ScenarioDocument, Side, SpecialRule, Turns, hexside
from engine.games.dday_to_berlin.scenario.charts import charts
from engine.games.dday_to_berlin.scenario.ground import ZONE_METRES
from engine.hexes.spec import GridSpec
from engine.mechanics.position_data import known, table, words

COLUMNS, ROWS = 12, 12
LAST_TURN = 12


def drawn_field(data: dict[str, Any]) -> ScenarioDocument:
    """Take the drawing out of a position's data: size, terrain, road, river, bridge, objective, supply."""
    columns, rows = size(data.pop("field", f"{COLUMNS} x {ROWS}"))
    grid = GridSpec("flat", "even", columns, rows)
    kinds = charts().terrain.zones
    terrain = {cell.hex: "open" for cell in grid.cells()}
    for kind, hexes in table(data, "terrain").items():
        if kind not in kinds:
            raise BadInput(f"{kind!r:.40} is not terrain; the kinds are {', '.join(kinds)}")
        terrain |= dict.fromkeys(known(hexes, terrain, "terrain"), kind)
    sheet = MapSheet(
        "drawn",
        "Drawn field",
        grid,
        terrain,
        hexsides=hexside_features(data, terrain),
        data={"scale_metres": ZONE_METRES},
    )
    return ScenarioDocument(
        "drawn",
        "Drawn field",
        "ddb",
        sheet,
        sides=(Side("allied", "Allies"), Side("german", "Germany")),
        turns=Turns(1, LAST_TURN),
        features=dict(features(data, terrain)),
        special_rules=tuple(
            SpecialRule(case_id, parameters if isinstance(parameters, dict) else {})
            for case_id, parameters in table(data, "special").items()
        ),
    )


def size(text: object) -> tuple[int, int]:
    """`12 x 12`"""
    parts = str(text).split("x")
    if len(parts) != 2 or not all(part.strip().isdecimal() and 1 <= int(part) <= 40 for part in parts):
        raise BadInput(f"`field` should be columns and rows such as 12 x 12, not {text!r:.40}")
    return int(parts[0]), int(parts[1])


def hexside_features(data: dict[str, Any], hexes: Collection[str]) -> dict[str, tuple[Feature, ...]]:
    """Roads as chains of hexes, rivers and bridges as hexsides."""
    found: dict[str, list[Feature]] = {}
    roads = data.pop("road", [])
    for chain in roads if isinstance(roads, list) else [roads]:
        for one, other in pairwise(known(chain, hexes, "road")):
            found.setdefault(hexside(one, other), []).append(Feature("road"))
    for kind in ("river", "bridge"):
        for side in words(data.pop(kind, ""), kind):
            one, _, other = side.partition("/")
            known(f"{one} {other}", hexes, kind)
            found.setdefault(hexside(one, other), []).append(Feature(kind, "Stream"))
    return {side: tuple(features) for side, features in found.items()}


def features(data: dict[str, Any], hexes: Collection[str]) -> Iterator[tuple[str, tuple[Feature, ...]]]:
    """Objectives written `"0505" = "german 6"`, supply points `"0101" = "allied"`."""
    found: dict[str, list[Feature]] = {}
    for here, text in table(data, "objective").items():
        known(here, hexes, "objective")
        side, _, value = str(text).partition(" ")
        if not value.isdecimal():
            raise BadInput(f"An objective is a side and its points such as german 6, not {text!r:.40}")
        found.setdefault(here, []).append(Feature("objective", here, int(value[:4]), side))
    for here, side in table(data, "supply").items():
        known(here, hexes, "supply")
        found.setdefault(here, []).append(Feature("supply", here, 0, str(side)))
    for here, listed in found.items():
        if any(feature.side not in ("allied", "german") for feature in listed):
            raise BadInput(f"{here} should belong to allied or german")
        yield here, tuple(listed)
