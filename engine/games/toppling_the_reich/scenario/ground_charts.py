"""The tables of the ground: hexes, hexsides, engineers, weather, floods and victory points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from engine.games.toppling_the_reich.scenario.chart_form import SIX, bad_share, not_one_of
from engine.mechanics.chart import Chart, not_given
from engine.record import Record

TERRAIN: Final = ("clear", "polder", "forest", "mountain", "city", "ruhr", "sea", "neutral")
OVERLAYS: Final = ("town", "westwall", "fortification", "railroad", "bridgehead")
HEXSIDES: Final = (
    "minor_river",
    "flooded_minor_river",
    "roer_dam_flood",
    "major_river_bridged",
    "major_river",
    "estuary",
    "dotted_flushing",
    "canal",
)
CONDITIONS: Final = ("clear", "mud", "flood", "cloud", "hard_winter")
MONTHS: Final = ("sep", "oct", "nov", "dec", "jan", "feb", "mar", "apr")
EVERYWHERE: Final = "all"


class Terrain(Record):
    """A kind of ground; impassable terrain has no cost because no unit enters it."""

    mp: int
    passable: bool
    defence_multiplier: int
    drm: int
    tigers_attack: bool
    note: str = ""


class Overlay(Record):
    """What lies on the ground. It helps `side` only ("both" for either one)."""

    defence_multiplier: int
    drm: int
    side: str
    mp_extra: int
    retreat: int
    note: str = ""


class TecHexes(Chart):
    max_multiplier: int
    max_terrain_drm: int
    max_with_weather: int
    base: Mapping[str, Terrain]
    overlay: Mapping[str, Overlay]

    def multiplier(self, *multipliers: int) -> int:
        """Multipliers together: 1 and the surplus of each, up to the highest."""
        return min(1 + sum(multiplier - 1 for multiplier in multipliers), self.max_multiplier)

    def faults(self) -> Iterator[str]:
        yield from not_given(self.base, TERRAIN, "the ground")
        yield from not_given(self.overlay, OVERLAYS, "what lies on the ground")
        for name, row in self.base.items():
            if row.passable != (row.mp > 0):
                yield f"{name} should cost movement points if anybody can enter it"
            if not 0 <= row.defence_multiplier <= self.max_multiplier or row.drm > 0:
                yield f"{name} should help the defender, and not beyond the limit"


class Hexside(Record):
    """A river or other obstacle between two hexes; the multiplier is written as a fraction."""

    mp_extra: int
    passable: bool
    attack_multiplier: str
    drm: int
    regular_attack: bool
    zoc_crosses: bool
    note: str = ""

    @property
    def attack_share(self) -> Fraction:
        """What is left of the strength of a stack that attacks across."""
        return Fraction(self.attack_multiplier)


class TecHexsides(Chart):
    ferry_mp: int
    commando_mp: int
    rows: Mapping[str, Hexside]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, HEXSIDES, "the hexsides")
        for name, row in self.rows.items():
            yield from bad_share(row.attack_multiplier, f"what is left of an attack across {name}")


class EngineerAssault(Chart):
    """The line that a hexside is treated as with an engineer in the stack; "none" is no obstacle."""

    treated_as: Mapping[str, str]

    def faults(self) -> Iterator[str]:
        yield from not_one_of(self.treated_as, HEXSIDES, "a hexside")
        yield from not_one_of(self.treated_as.values(), (*HEXSIDES, "none"), "what a hexside is treated as")


class WeatherTable(Chart):
    """By month and die: "clear", or conditions with the zones or rivers they hold for."""

    die: str
    zones: tuple[str, ...]
    rows: Mapping[str, Mapping[str, str]]

    def result(self, month: str, die: int) -> tuple[tuple[str, str], ...]:
        """Pairs of a condition and where: "all", a zone or a river; none is clear everywhere."""
        return conditions_of(self.rows[month][str(die)])

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, MONTHS, "the weather")
        zones = {zone.replace(" ", "_") for zone in self.zones}
        for month, row in self.rows.items():
            yield from not_given(row, SIX, f"the weather of {month}")
            for text in row.values():
                for condition, where in conditions_of(text):
                    yield from not_one_of((condition,), CONDITIONS, f"a condition of {month}")
                    if condition != "flood":
                        yield from not_one_of((where,), (EVERYWHERE, *zones), f"an area of {month}")


def conditions_of(text: str) -> tuple[tuple[str, str], ...]:
    """Read "mud: holland; cloud: ardennes, black forest"."""
    if text == "clear":
        return ()
    pairs = []
    for part in text.split(";"):
        condition, _, areas = part.partition(":")
        for area in areas.split(","):
            pairs.append((condition.strip().replace(" ", "_"), area.strip().replace(" ", "_")))
    return tuple(pairs)


class WeatherEffect(Record):
    """`terrain` are the kinds of ground that cost more; `air`: all missions, not there, or none at all."""

    mp_extra: int
    terrain: tuple[str, ...]
    spares_towns: bool
    combat_drm: int
    air_drm: int
    air: str
    note: str = ""


class WeatherEffects(Chart):
    rows: Mapping[str, WeatherEffect]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, CONDITIONS, "the effects")
        for name, row in self.rows.items():
            yield from not_one_of(row.terrain, TERRAIN, f"the ground under {name}")
            yield from not_one_of((row.air,), ("all", "not there", "none"), f"the air missions in {name}")


class Flood(Record):
    also: tuple[str, ...]
    ends_at: str


class FloodRivers(Chart):
    rows: Mapping[str, Flood]

    def rivers(self, river: str) -> tuple[str, ...]:
        """Everything that floods with a river, itself included; one that the chart does not name floods
        alone."""
        return (river, *(self.rows[river].also if river in self.rows else ()))


class VictoryPoints(Chart):
    """Points by the kind of place; `total` is the sum over the map."""

    total: int
    points: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.points, ("city", "town", "ruhr"), "victory points")
        if min(self.points.values()) < 1:
            yield "a place that counts should be worth a point"
