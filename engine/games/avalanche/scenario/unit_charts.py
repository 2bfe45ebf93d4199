"""The charts of terrain, movement and the ratings of units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.games.avalanche.scenario.chart_rows import AMMO_TYPES, CLASSES, Cost, banded, gaps
from engine.mechanics.chart import Chart, not_given
from engine.record import Record


def no_costs(table: Mapping[str, Costs]) -> Iterator[str]:
    """Costs must be points or P."""
    for name, row in table.items():
        for cost in (row.foot, row.mot, row.mech):
            if cost != "P" and (not isinstance(cost, int) or cost < 0):
                yield f"{name} should cost points or P, not {cost!r:.20}"


class AllowanceRow(Record):
    oos: int
    iso: int
    demoralized: int
    interdiction_per: int
    """Allied interdiction points that cost a German unit a movement point."""


class AllowanceModifiers(Chart):
    leader: int
    dropped: int
    order: str
    zero: tuple[str, ...]
    foot: AllowanceRow
    vehicles: AllowanceRow
    half: Mapping[str, str]


class Broken(Record):
    companies: int
    attack: int
    defence: int


class Breakdown(Chart):
    notes: str
    battalion: Mapping[str, Broken]
    """What a battalion breaks down into, by its template."""


class Costs(Record):
    foot: Cost
    mot: Cost
    mech: Cost


class TerrainRow(Costs):
    crt_row: str
    combat: str


class HexsideRow(Costs):
    note: str


class Terrain(Chart):
    prohibited: str
    river_engineer_company: int
    ip: int
    fort: int
    blown_bridge: str
    road_blocked: str
    zoc_note: str
    works_note: str
    strategic_note: str
    level_bands: tuple[tuple[int, int, int], ...]
    hex: Mapping[str, TerrainRow]
    """By level1 to level6, town, city, all_sea."""
    hexside: Mapping[str, HexsideRow]
    """By river, river_with_engineer, stream, cliff, up_one_level, sea."""
    path: Mapping[str, Costs]
    """By road, highway."""
    strategic: Mapping[str, Mapping[str, str]]
    """Fractions by highway, road, off_road and the movement class; P or normal where there is no rate."""
    zoc: Mapping[str, Costs]
    """By enter, leave."""

    def faults(self) -> Iterator[str]:
        for table in (self.hex, self.hexside, self.path, self.zoc):
            yield from no_costs(table)
        for rates in self.strategic.values():
            yield from not_given(rates, CLASSES, "the strategic rates")

    def rate(self, path: str, moves: str) -> Fraction | None:
        """What a hex along a path costs in strategic movement; None where the class has no rate."""
        text = self.strategic[path][moves]
        return None if text in ("P", "normal") else Fraction(text)


class InfiltrationRow(Record):
    roll: str
    result: str
    effect: str


class Infiltration(Chart):
    dice: str
    rows: tuple[InfiltrationRow, ...]
    notes: str
    modifier: Mapping[str, int]
    modifier_meaning: Mapping[str, str]

    def row(self, total: int) -> InfiltrationRow:
        """The row of a modified roll."""
        return self.rows[int(banded([(row.roll, n) for n, row in enumerate(self.rows)], total)[1])]

    def faults(self) -> Iterator[str]:
        return gaps([(row.roll,) for row in self.rows], 2, 12)


class LeaderRatings(Record):
    side: str
    formation: str
    foot: int
    mot: int
    combat: int
    tactical: int
    adc_foot: int
    adc_mot: int
    adc_combat: int
    adc_tactical: int


class Leaders(Chart):
    leader: Mapping[str, LeaderRatings]


class LimberCost(Record):
    limber: int
    unlimber: int


class LimberTable(Chart):
    notes: str
    cost: Mapping[str, LimberCost]
    """By the ammunition type, or self_propelled."""

    def faults(self) -> Iterator[str]:
        return not_given(self.cost, (*AMMO_TYPES, "self_propelled"), "the costs")


class MovementClasses(Chart):
    foot: tuple[str, ...]
    mot: tuple[str, ...]
    mech: tuple[str, ...]
    leg_type: tuple[str, ...]
    leg_note: str


class Template(Record):
    """The ratings of a kind of unit."""

    type: str
    size: str
    movement: str
    ma: int
    morale: int
    arm: int
    """Armor or anti-tank value."""
    kind: str
    """A armor, T anti-tank only, S square (tank destroyer or assault gun)."""
    steps: tuple[tuple[int, int], ...]
    """Attack and defence strength from full to last."""
    ammo: str = ""
    support: int = 0
    range: int = 0
    bv: int = 0
    unlimbered_ds: int = 0
    limbered: tuple[int, int] = (0, 0)
    self_propelled: bool = False
    drop_side_company: tuple[int, int] = (0, 0)
    reduces_to: str = ""
    replaceable: bool = True


class UnitTemplates(Chart):
    fields: str
    companies: str
    unit: Mapping[str, Template]

    def faults(self) -> Iterator[str]:
        for name, unit in self.unit.items():
            if unit.movement not in CLASSES or unit.kind not in ("", "A", "T", "S"):
                yield f"{name} should move as {', '.join(CLASSES)} and be of kind A, T, S or none"
            if (unit.type == "artillery") != bool(unit.ammo) or unit.ammo not in ("", *AMMO_TYPES):
                yield f"{name} should have a type of ammunition if it is artillery, and only then"
