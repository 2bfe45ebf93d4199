"""The charts of the landing, of arrivals, supply by sea and air, drops and engineering."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.games.avalanche.scenario.chart_rows import AMMO_TYPES, gaps
from engine.mechanics.chart import Chart, not_given
from engine.record import Record


class AirPoints(Record):
    allied: int
    german: int


class AirSchedule(Chart):
    missions_allied: tuple[str, ...]
    missions_german: tuple[str, ...]
    note: str
    day: Mapping[str, AirPoints]


class ArtilleryTypes(Chart):
    levels: tuple[str, ...]
    type: Mapping[str, str]

    def faults(self) -> Iterator[str]:
        return not_given(self.type, AMMO_TYPES, "the types")


class ArtilleryResupply(Chart):
    dice: str
    rows: tuple[tuple[str, str, int], ...]
    """Die, type or "any", points."""
    meaning: str
    start: Mapping[str, int]
    """The track at the start of the campaign."""

    def faults(self) -> Iterator[str]:
        yield from gaps(self.rows, 1, 6)
        yield from not_given(self.start, AMMO_TYPES, "the start")


class Beach(Record):
    hex: str
    nation: str
    """US, UK or either."""
    day: int
    """Company equivalents that may land in a day turn."""
    night: int
    ammo: Mapping[str, int]
    """Ammunition points by the type."""


class BeachheadCapacity(Chart):
    notes: str
    beach: Mapping[str, Beach]

    def faults(self) -> Iterator[str]:
        for name, beach in self.beach.items():
            yield from not_given(beach.ammo, AMMO_TYPES, f"the ammunition of {name}")
            if beach.night != beach.day // 2:
                yield f"{name} should take half of {beach.day} by night"


class BeachheadDrift(Chart):
    dice: str
    rows: tuple[tuple[str, int], ...]
    meaning: str
    chain: tuple[str, ...]
    exempt: tuple[str, ...]

    def faults(self) -> Iterator[str]:
        return gaps(self.rows, 2, 12)


class DropTable(Chart):
    dice: str
    rows: tuple[tuple[str, str], ...]
    meaning: tuple[str, ...]
    direction_note: str
    landing: tuple[tuple[str, str], ...]
    landing_provenance: str
    distance: Mapping[str, tuple[int, ...]]
    """Hexes by the result and the die of a company."""

    def faults(self) -> Iterator[str]:
        yield from gaps(self.rows, 2, 12)
        yield from not_given(self.distance, {row[1] for row in self.rows}, "the distances")
        if any(len(faces) != 6 for faces in self.distance.values()):
            yield "each result should have a distance for each face"


class DropZone(Chart):
    dice: str
    controlled: int
    unit_there: int
    high_ground: int
    high_level: int
    rows: tuple[tuple[str, int], ...]
    meaning: str

    def faults(self) -> Iterator[str]:
        return gaps(self.rows, -2, 7)


class Task(Record):
    task: str
    units: str
    turns: int
    roll: str
    condition: str


class Engineering(Chart):
    rows: tuple[Task, ...]
    night: str
    works_on: int
    """A demolition succeeds on this roll or less."""
    enemy_beyond: int
    """Added to the roll with an enemy in the other hex of the bridge."""
    airfield_turns: int


class Entry(Record):
    hex: str
    place: str
    note: str


class EntryHexes(Chart):
    rows: tuple[Entry, ...]


class Link(Record):
    leave: str
    enter: str
    turns: int
    source: str


class OffMap(Chart):
    links: tuple[Link, ...]
    leaving_cost: int
    same_turn_cost: int
    notes: str

    def turns_between(self, here: str, there: str) -> int | None:
        """Turns off the map from one edge hex to another, both ways; None where there is no link."""
        ends = {frozenset((link.leave, link.enter)): link.turns for link in self.links}
        return ends.get(frozenset((here, there)))


class ReplacementClasses(Chart):
    infantry: tuple[str, ...]
    tank: tuple[str, ...]
    never: tuple[str, ...]
    note: str


class ReplacementRow(Record):
    us_infantry: int
    uk_infantry: int
    allied_tank: int
    army_infantry: int
    luftwaffe_infantry: int
    german_tank: int


class ReplacementSchedule(Chart):
    turn: Mapping[str, ReplacementRow]


class ShipClass(Record):
    support: int
    range: int
    bv: int
    serves: str
    """own or both nations."""


class Ships(Chart):
    away_turns: int
    per_hex: int
    ship_class: Mapping[str, ShipClass]


class StrongPointRow(Record):
    count: int
    attack: int
    defence: int
    at: int


class StrongPoints(Chart):
    rows: tuple[StrongPointRow, ...]
    morale: str
    note: str

    def faults(self) -> Iterator[str]:
        if any(row.defence < 1 for row in self.rows):
            yield "no strong point should have a defence strength of 0"


class TurnRow(Record):
    date: str
    kind: str
    """predawn, AM, PM or Night."""
    night: bool
    allied_ma_half: bool
    allied_strategic: bool


class TurnTrack(Chart):
    notes: str
    turn: Mapping[str, TurnRow]


class Weather(Chart):
    dice: str
    later_from: str
    later_modifier: int
    rows: tuple[tuple[str, str], ...]
    lasts: str
    first_turn: str

    def faults(self) -> Iterator[str]:
        return gaps(self.rows, 2, 13)
