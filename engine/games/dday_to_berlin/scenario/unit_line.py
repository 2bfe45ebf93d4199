"""The units of worked examples: `INF veteran 0505 N full mp:1`, see engine.catalogue.unit_line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from engine.catalogue import document as doc
from engine.catalogue.unit_line import LineWords, MarkWord, UnitLine, described
from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.records import (
    ARMOUR,
    FACINGS,
    LOST,
    MOBILITIES,
    QUALITIES,
    RATINGS,
    SHATTERED,
    SIZES,
    TOWED_GUNS,
    TYPES,
)
from engine.games.dday_to_berlin.scenario.charts import charts

RESULTS: Final = (marks.DOUBLE, marks.FULL, marks.HOLD, marks.FALLBACK)
MARKS: Final[Mapping[str, MarkWord]] = {
    "moved": (marks.MOVED, marks.PLAYER_TURN, ""),
    "rough": (marks.MOVED, marks.PLAYER_TURN, "2.rough"),
    "arrived": (marks.ARRIVED, marks.PLAYER_TURN, ""),
    "worked": (marks.WORKED, marks.PLAYER_TURN, ""),
    "attacked": (marks.ATTACKED, marks.PLAYER_TURN, ""),
    "gun-moved": (marks.GUN_MOVED, marks.GAME_TURN, ""),
    "fired": (marks.FIRED, marks.GAME_TURN, ""),
    "committed": (marks.COMMITTED, marks.COMBAT_PHASE, ""),
    "column": (marks.COLUMN, "", ""),
    "unsupplied": (marks.OUT_OF_SUPPLY, "", ""),
    **{result: (marks.ACTIVATED, marks.PLAYER_TURN, result) for result in RESULTS},
}
"""Word → mark, its scope and its value."""
USUAL: Final = {
    **dict.fromkeys(("TNK", "TD", "SPG", "SPA"), "MECH"),
    **dict.fromkeys(("ATG", "ART", "HQ"), "MOT"),
}


@cache
def line_words() -> LineWords:
    """The words of a line; the weights of armour are those of the chart."""
    weights = charts().vehicle_weights.weights
    return LineWords(
        "INF veteran 0505 N",
        RATINGS,
        TYPES,
        SIZES,
        boxes=(SHATTERED, LOST),
        marks=MARKS,
        numbered_marks={"mp": (marks.MP, marks.PLAYER_TURN)},
        ratings={
            **{word: ("mobility", word) for word in MOBILITIES},
            **{word: ("quality", word) for word in QUALITIES},
            **{word: ("weight", weight) for word, weight in weights.items()},
        },
        states={
            **{word: ("facing", facing) for facing, word in enumerate(FACINGS)},
            "dismounted": ("dismounted", True),
        },
    )


def described_unit(key: str, side: str, line: UnitLine, base: doc.Unit | None) -> doc.Unit:
    """The unit of the scenario as the line changes it, or a new one with the usual ratings of its type."""
    if base is None:
        kind = line.type or "INF"
        size = "headquarters" if kind == "HQ" else "battalion"
        base = doc.Unit(key, key, side, kind, side, size, usual_ratings(kind))
    return described(base, side, line)


def usual_ratings(kind: str) -> dict[str, doc.Plain]:
    """On foot, tracked or towed, regular, medium."""
    ratings: dict[str, doc.Plain] = {"mobility": USUAL.get(kind, "LEG"), "quality": "regular"}
    if kind in ARMOUR:
        ratings["weight"] = charts().vehicle_weights.weights["medium"]
    return ratings


def marks_of(line: UnitLine, kind: str) -> list[MarkWord]:
    """The marks a line asks for; a towed gun that moved may not fight for the whole game turn."""
    if kind in TOWED_GUNS and any(name == marks.MOVED for name, _, _ in line.marks):
        return [*line.marks, MARKS["gun-moved"]]
    return line.marks
