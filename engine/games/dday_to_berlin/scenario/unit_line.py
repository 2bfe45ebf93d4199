"""A unit of a worked example in one line: `INF veteran 0505 N full mp:1`, words in any order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from engine.catalogue import document as doc
from engine.games.dday_to_berlin.records import (
    ACTIVATED,
    ARMOUR,
    ARRIVED,
    ATTACKED,
    COLUMN,
    COMBAT_PHASE,
    COMMITTED,
    DOUBLE,
    DUE,
    FACINGS,
    FALLBACK,
    FIRED,
    FULL,
    GAME_TURN,
    GUN_MOVED,
    HOLD,
    LOST,
    MOBILITIES,
    MOVED,
    OUT_OF_SUPPLY,
    PLAYER_TURN,
    QUALITIES,
    SHATTERED,
    SIZES,
    TOWED_GUNS,
    TYPES,
    WORKED,
)
from engine.games.dday_to_berlin.scenario.charts import charts
from engine.mechanics.unit_words import read_words, small_number

RESULTS: Final = (DOUBLE, FULL, HOLD, FALLBACK)
MARKS: Final[Mapping[str, tuple[str, str, str]]] = {
    "moved": (MOVED, PLAYER_TURN, ""),
    "rough": (MOVED, PLAYER_TURN, "2.rough"),
    "arrived": (ARRIVED, PLAYER_TURN, ""),
    "worked": (WORKED, PLAYER_TURN, ""),
    "attacked": (ATTACKED, PLAYER_TURN, ""),
    "gun-moved": (GUN_MOVED, GAME_TURN, ""),
    "fired": (FIRED, GAME_TURN, ""),
    "committed": (COMMITTED, COMBAT_PHASE, ""),
    "column": (COLUMN, "", ""),
    "unsupplied": (OUT_OF_SUPPLY, "", ""),
}
"""Word → mark, its scope and its value."""
USUAL: Final = {
    **dict.fromkeys(("TNK", "TD", "SPG", "SPA"), "MECH"),
    **dict.fromkeys(("ATG", "ART", "HQ"), "MOT"),
}


class UnitLine(Struct):
    """What the line says of a unit; None where it says nothing."""

    type: str | None = None
    mobility: str | None = None
    quality: str | None = None
    size: str | None = None
    weight: int | None = None
    range: int | None = None
    formation: str | None = None
    place: str | None = None
    """A hex, or shattered, lost, due."""
    turn: int | None = None
    entry: str | None = None
    facing: int | None = None
    dismounted: bool = False
    static: bool = False
    result: str = ""
    points: int | None = None
    marks: list[tuple[str, str, str]] = field(default_factory=list)

    def read(self, word: str, hexes: Collection[str]) -> bool:
        """Read one word; False if it is not known."""
        weights = charts().vehicle_weights.weights
        if word in TYPES:
            self.type = word
        elif word in MOBILITIES:
            self.mobility = word
        elif word in QUALITIES:
            self.quality = word
        elif word in SIZES:
            self.size = word
        elif word in weights:
            self.weight = weights[word]
        elif word in FACINGS:
            self.facing = FACINGS.index(word)
        elif word in hexes or word in (SHATTERED, LOST):
            self.place = word
        elif word in RESULTS:
            self.result = word
        elif word in MARKS:
            self.marks.append(MARKS[word])
        elif word in ("dismounted", "static"):
            setattr(self, word, True)
        else:
            return self._read_pair(word, hexes)
        return True

    def _read_pair(self, word: str, hexes: Collection[str]) -> bool:
        """`mp:1`, `range:6`, `of:101`, `due:5:2006`"""
        name, _, value = word.partition(":")
        number = small_number(value)
        if name == "mp" and number is not None:
            self.points = number
        elif name == "range" and number is not None:
            self.range = number
        elif name == "of" and value:
            self.formation = value
        elif name == DUE:
            on, _, entry = value.partition(":")
            turn = small_number(on)
            if turn is None or entry not in hexes:
                return False
            self.place, self.turn, self.entry = DUE, turn, entry
        else:
            return False
        return True


def parse_line(key: str, text: object, hexes: Collection[str]) -> UnitLine:
    """Read the line of a unit; BadInput names the word that is not known."""
    return read_words(UnitLine(), key, text, hexes, "INF veteran 0505 N")


def described_unit(key: str, side: str, line: UnitLine, base: doc.Unit | None) -> doc.Unit:
    """The unit of the scenario as the line changes it, or a new one with the usual ratings of its type."""
    if base is None:
        kind = line.type or "INF"
        size = "headquarters" if kind == "HQ" else "battalion"
        base = doc.Unit(key, key, side, kind, side, size, usual_ratings(kind))
    said = {"mobility": line.mobility, "quality": line.quality, "weight": line.weight, "range": line.range}
    ratings = {**base.ratings, **{name: value for name, value in said.items() if value is not None}}
    if line.static:
        ratings["static"] = True
    return replace(
        base,
        side=side,
        type=line.type or base.type,
        size=line.size or base.size,
        formation=line.formation or base.formation,
        ratings=ratings,
    )


def usual_ratings(kind: str) -> dict[str, doc.Plain]:
    """On foot, tracked or towed, regular, medium."""
    ratings: dict[str, doc.Plain] = {"mobility": USUAL.get(kind, "LEG"), "quality": "regular"}
    if kind in ARMOUR:
        ratings["weight"] = charts().vehicle_weights.weights["medium"]
    return ratings


def marks_of(line: UnitLine, kind: str) -> list[tuple[str, str, str]]:
    """The marks a line asks for; a towed gun that moved may not fight for the whole game turn."""
    found = list(line.marks)
    if kind in TOWED_GUNS and any(name == MOVED for name, _, _ in found):
        found.append(MARKS["gun-moved"])
    if line.result:
        found.append((ACTIVATED, PLAYER_TURN, line.result))
    return found
