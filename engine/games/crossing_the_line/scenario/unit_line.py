"""The units of worked examples: `2009 now:5 disrupted`, see engine.catalogue.unit_line.

A unit that the scenario does not have is described: `3010 tank er:6 strength:5 pt:5 ma:8 of:1ID`.
Headquarters: `hq 2608 of:1ID`. Further: `now:N` (current strength), `assigned:FORMATION`, `level:N`.
"""

from __future__ import annotations

from functools import cache

from engine.catalogue import document as doc
from engine.catalogue.unit_line import LineWords, UnitLine, described
from engine.games.crossing_the_line.records import ASIDE, HQ, LOST, RATINGS, US, WITHDRAWN
from engine.games.crossing_the_line.scenario.charts import charts

USUAL = {"er": 6, "strength": 6, "pt": 2, "ma": 4, "d_er": 4, "d_pt": 1}


@cache
def line_words() -> LineWords:
    """The words of a line; the types are those of the chart."""
    return LineWords(
        "2009 now:5 disrupted",
        RATINGS,
        (*charts().unit_types.type, HQ),
        ("battalion", "headquarters"),
        boxes=(LOST, WITHDRAWN, ASIDE),
        marks={},
        numbered_marks={},
        states={"disrupted": ("disrupted", True)},
        numbers=("now", "level"),
        texts=("assigned",),
    )


def described_unit(key: str, side: str, line: UnitLine, base: doc.Unit | None) -> doc.Unit:
    """The unit of the scenario as the line changes it, or a new infantry battalion."""
    if base is None:
        is_hq = line.type == HQ
        formation = "1ID" if side == US else "526ID"
        size, ratings = ("headquarters", {}) if is_hq else ("battalion", USUAL)
        base = doc.Unit(key, key, side, "inf", formation, size, dict(ratings))
    return described(base, side, line)
