"""The units of worked examples: `E2324 rank:1 flipped reserve`, see engine.catalogue.unit_line.

A unit that the scenario does not have is described: `E2324 tank power:soviet classes:C full:8 reduced:5
reduced_class:D`. Headquarters: `hq E2025 range:3`. Further: `rank:N` (index of its class), `flipped` (its
reduced side is up), `reserve`, `parent:KEY` (a battle group).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.catalogue import document as doc
from engine.catalogue.unit_line import LineWords, UnitLine, described
from engine.games.lebensraum.records import AXIS, HQ, LOST, PILE, RATINGS, STOCK, WITHDRAWN
from engine.games.lebensraum.scenario.charts import charts

RESERVE = "reserve"
JUMPED = "jumped"
"""In command for the rest of the turn (11.4-d)."""
HAS_JUMPED = "airborne assault made"
USUAL: Mapping[str, doc.Plain] = {
    "classes": ("A", "B", "C"),
    "full": (12, 12, 11),
    "reduced": (7, 6, 6),
    "start": "A",
}


@cache
def line_words() -> LineWords:
    """The words of a line; the types are those of the chart."""
    return LineWords(
        "E2324 rank:1 flipped",
        RATINGS,
        (*charts().unit_types.type, HQ),
        ("army", "army group", "battle group"),
        boxes=(LOST, STOCK, PILE, WITHDRAWN, "training"),
        marks={RESERVE: (RESERVE, "", ""), JUMPED: (JUMPED, "", ""), "has-jumped": (HAS_JUMPED, "", "")},
        numbered_marks={},
        states={"flipped": ("flipped", True)},
        numbers=("rank",),
        texts=("parent",),
        entry_is_hex=False,
    )


def described_unit(key: str, side: str, line: UnitLine, base: doc.Unit | None, power: str) -> doc.Unit:
    """The unit of the scenario as the line changes it, or a new army."""
    if base is None:
        is_hq = line.type == HQ
        size = "army group" if is_hq else "army"
        usual: Mapping[str, doc.Plain] = {"range": 3 if power == AXIS else 2} if is_hq else USUAL
        base = doc.Unit(key, key, side, "infantry", "", size, {**usual, "power": power})
    for name in ("classes", "full", "reduced"):
        if name in line.ratings and not isinstance(line.ratings[name], tuple):
            line.ratings[name] = (line.ratings[name],)
    return described(base, side, line)
