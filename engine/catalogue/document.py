"""A scenario as plain records: what the catalogue stores, the text file spells out and a game starts from.

Nothing here opens a file or knows a game. Mappings are read-only by type; change a document with
`msgspec.structs.replace`. A hex is named by its printed number, a hexside by its two hexes ("2314/2315",
the smaller by string order first).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import field
from msgspec.structs import force_setattr

from engine.bad_input import BadInput
from engine.catalogue.map_sheet import (
    HEX_ID,
    Anchor,
    Box,
    Feature,
    Features,
    Georeference,
    Label,
    MapSheet,
    Region,
    hexside,
    in_order,
)
from engine.catalogue.plain_data import Plain
from engine.record import Record

__all__ = [
    "Allotment",
    "Anchor",
    "Balance",
    "Band",
    "Box",
    "Feature",
    "Features",
    "Formation",
    "Georeference",
    "Label",
    "MapSheet",
    "Option",
    "Placement",
    "Plain",
    "RatingField",
    "Region",
    "ScenarioDocument",
    "ScheduleEntry",
    "Setup",
    "Side",
    "SpecialRule",
    "StartLine",
    "Turns",
    "Unit",
    "UnitType",
    "VictoryCondition",
    "hexside",
    "rating_faults",
]

PLACEMENTS: Final = ("hex", "area", "within", "along", "box")
SCHEDULE_KINDS: Final = ("reinforcement", "replacement", "withdrawal", "event")
RATING_TYPES: Final = ("int", "text", "flag", "table")
MOMENTS: Final = ("end", "turn", "always")

_WITHIN: Final = re.compile(rf"within (\d{{1,4}}) of ({HEX_ID.pattern})")
_ALONG: Final = re.compile(r"(?:within (\d{1,4}) )?along (.+)")


class RatingField(Record):
    """What one rating of a game's units may hold; `many` means a list of such values (one per step, say)."""

    type: str = "int"
    required: bool = True
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()
    many: bool = False
    title: str = ""
    on_counter: bool = True
    """Is it printed on the counter?"""

    def faults(self, value: Plain) -> Iterator[str]:
        """What is wrong with a value, in words that follow the rating's name."""
        if self.many:
            if not isinstance(value, tuple):
                yield f"must be a list, not {value!r:.60}"
                return
            for item in value:
                yield from self._faults_of_one(item)
        else:
            yield from self._faults_of_one(value)

    def _faults_of_one(self, value: Plain) -> Iterator[str]:
        expected = {"int": int, "text": str, "flag": bool, "table": Mapping}[self.type]
        if not isinstance(value, expected) or isinstance(value, bool) != (self.type == "flag"):
            yield f"must be {self.type}, not {value!r:.60}"
            return
        if isinstance(value, int):
            if self.min is not None and value < self.min:
                yield f"is {value}, below {self.min}"
            if self.max is not None and value > self.max:
                yield f"is {value}, above {self.max}"
        if self.choices and value not in self.choices:
            yield f"is {value!r:.60}, not one of {', '.join(self.choices)}"


class Side(Record):
    key: str
    title: str
    colour: str = ""
    data: Mapping[str, Plain] = field(default_factory=dict)


class Formation(Record):
    """A division, corps or army group; `parent` is the formation above it."""

    key: str
    title: str = ""
    side: str = ""
    parent: str = ""
    ratings: Mapping[str, Plain] = field(default_factory=dict)


class UnitType(Record):
    """What units of one type have in common; their own ratings win over these."""

    key: str
    title: str = ""
    symbol: str = ""
    ratings: Mapping[str, Plain] = field(default_factory=dict)


class Unit(Record):
    id: str
    name: str
    side: str
    type: str
    formation: str = ""
    size: str = ""
    ratings: Mapping[str, Plain] = field(default_factory=dict)
    order: int = 0


class Placement(Record):
    """Where a unit may be put.

    Written "2314", "area kerkrade", "within 2 of 2314", "box comz", and "along westwall" or
    "within 3 along westwall": on the unit's own side of that start line, at most 3 hexes behind it.
    """

    kind: str
    at: str
    distance: int = 0

    @classmethod
    def parse(cls, words: str) -> Placement:
        """Read the written form."""
        if found := _WITHIN.fullmatch(words):
            return cls("within", found[2], int(found[1]))
        if found := _ALONG.fullmatch(words):
            return cls("along", found[2].strip(), int(found[1] or 0))
        kind, space, rest = words.partition(" ")
        if space and kind in ("area", "box") and rest.strip():
            return cls(kind, rest.strip())
        if HEX_ID.fullmatch(words):
            return cls("hex", words)
        raise BadInput(
            f"{words!r:.60} is not a place; "
            'write a hex, "area KEY", "within N of HEX", "along LINE" or "box KEY".'
        )

    def __str__(self) -> str:
        if self.kind == "hex":
            return self.at
        if self.kind == "within":
            return f"within {self.distance} of {self.at}"
        if self.kind == "along":
            return f"within {self.distance} along {self.at}" if self.distance else f"along {self.at}"
        return f"{self.kind} {self.at}"

    def to_dict(self) -> str:
        return str(self)


class Setup(Record):
    """Where a unit begins and in which state (`data`: steps, facing); several for a unit are alternatives."""

    unit: str
    place: Placement
    data: Mapping[str, Plain] = field(default_factory=dict)


class ScheduleEntry(Record):
    """Something that comes or goes on a turn: a unit, or an amount of replacements."""

    kind: str
    turn: int
    side: str
    unit: str = ""
    place: Placement | None = None
    amount: int = 0
    data: Mapping[str, Plain] = field(default_factory=dict)


class Allotment(Record):
    """Supply, air points and the like; turn 0 means once for the whole game."""

    side: str
    what: str
    amount: int
    turn: int = 0


class StartLine(Record):
    """A polyline over hexes and hexsides; `left` and `right` are the sides that hold each half.

    Left and right as seen by someone who walks from the first point to the last on the printed sheet.
    A hex that the line runs through belongs to `on_line`. `exceptions` are hexes held by another side.
    """

    key: str
    points: tuple[str, ...]
    left: str
    right: str
    title: str = ""
    closed: bool = False
    on_line: str = ""
    exceptions: Mapping[str, str] = field(default_factory=dict)


class Band(Record):
    """A range of points and what it means; an open end is left out, winner "" is a draw."""

    level: str
    winner: str = ""
    low: int | None = None
    high: int | None = None


class VictoryCondition(Record):
    """One way the game is decided; see `engine.catalogue.victory` for the words of `test` and `score`.

    `when`: "end" of the last turn, end of each "turn", or "always" (after every action). `first` and `last`
    narrow the turns. A condition with a `test` decides when it is true, one with a `score` by its bands.
    """

    key: str
    when: str = "end"
    title: str = ""
    test: Plain = ()
    score: Plain = ()
    winner: str = ""
    level: str = ""
    bands: tuple[Band, ...] = ()
    first: int | None = None
    last: int | None = None


class Option(Record):
    """An option that the players may choose before the game."""

    key: str
    title: str = ""
    default: Plain = False
    choices: tuple[Plain, ...] = ()
    text: str = ""


class SpecialRule(Record):
    """A rule of the game, by its id, that this scenario switches on."""

    id: str
    parameters: Mapping[str, Plain] = field(default_factory=dict)
    text: str = ""


class Turns(Record):
    """First and last turn, and their printed names where they have any."""

    first: int = 1
    last: int = 1
    names: tuple[str, ...] = ()


class Balance(Record):
    text: str = ""
    """What the author says of it."""
    figures: Mapping[str, Plain] = field(default_factory=dict)
    """Of earlier files. Nothing shows them: figures are counted by the lab."""


class ScenarioDocument(Record):
    """Everything a game needs to begin; `area`, `features` and `regions` are what it lays over its map."""

    key: str
    title: str
    game: str
    map: MapSheet
    sides: tuple[Side, ...] = ()
    turns: Turns = field(default_factory=Turns)
    area: str = ""
    """The region in play; "" is the whole map."""
    features: Features = field(default_factory=dict)
    regions: tuple[Region, ...] = ()
    formations: tuple[Formation, ...] = ()
    unit_types: tuple[UnitType, ...] = ()
    units: tuple[Unit, ...] = ()
    setups: tuple[Setup, ...] = ()
    schedule: tuple[ScheduleEntry, ...] = ()
    allotments: tuple[Allotment, ...] = ()
    start_lines: tuple[StartLine, ...] = ()
    victory: tuple[VictoryCondition, ...] = ()
    options: tuple[Option, ...] = ()
    special_rules: tuple[SpecialRule, ...] = ()
    description: str = ""
    complexity: int = 0
    minutes: int = 0
    balance: Balance = field(default_factory=Balance)
    data: Mapping[str, Plain] = field(default_factory=dict)

    def __post_init__(self) -> None:
        force_setattr(self, "features", in_order(self.features))

    @property
    def playing_sides(self) -> tuple[Side, ...]:
        """The sides that decide; one whose data say `plays = false` only owns pieces."""
        return tuple(side for side in self.sides if side.data.get("plays") is not False)

    def region(self, key: str) -> Region | None:
        """A region of the scenario, or else of its map."""
        return next((region for region in (*self.regions, *self.map.regions) if region.key == key), None)

    def features_at(self, hex_id: str) -> tuple[Feature, ...]:
        """What the map and the scenario put into a hex."""
        return self.map.features.get(hex_id, ()) + self.features.get(hex_id, ())

    def hexes_with(self, kind: str) -> Mapping[str, Feature]:
        """The hexes that hold a feature of this kind; the scenario's own wins over the map's."""
        return {
            hex_id: feature
            for layer in (self.map.features, self.features)
            for hex_id, features in layer.items()
            for feature in features
            if feature.kind == kind
        }

    def ratings(self, unit: Unit) -> Mapping[str, Plain]:
        """A unit's ratings over those of its type."""
        shared = next((kind.ratings for kind in self.unit_types if kind.key == unit.type), {})
        return {**shared, **unit.ratings}


def rating_faults(fields: Mapping[str, RatingField], ratings: Mapping[str, Plain]) -> Iterator[str]:
    """What a game's rating fields find wrong: unknown, missing and mistaken ratings."""
    for name in ratings:
        if name not in fields:
            yield f"rating {name} is unknown to the game"
    for name, wanted in fields.items():
        if name in ratings:
            for fault in wanted.faults(ratings[name]):
                yield f"rating {name} {fault}"
        elif wanted.required:
            yield f"rating {name} is missing"
