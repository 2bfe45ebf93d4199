"""The charts of resources/charts/avl, each read once, when it is needed, into typed records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from engine.catalogue.chart_book import ChartBook, read_chart
from engine.mechanics.chart import Chart, not_given
from engine.record import Record

__all__ = ["Charts", "banded", "chart_texts", "charts", "charts_for", "read_chart"]

AMMO_TYPES: Final = ("M", "1", "2", "3")
CLASSES: Final = ("foot", "mot", "mech")
COLUMNS: Final = tuple(f"C{number}" for number in range(1, 11))
TWO_DICE: Final = tuple(str(roll) for roll in range(2, 13))
RESULT: Final = re.compile(r"[0-9][DM]?")

Row = TypeVar("Row", bound=Sequence[object])
Cost = int | str
"""Movement points, or "P": prohibited."""


def band(label: str) -> tuple[int, int]:
    """The numbers that a row is printed for: "7", "2-8", "<=3", ">=6", "12+"."""
    found = re.fullmatch(r"(<=|>=)?(-?\d+)(?:-(\d+)|(\+))?", label)
    if found is None:
        raise ValueError(label)
    first = int(found[2])
    if found[1] == "<=":
        return -99, first
    if found[1] == ">=" or found[4]:
        return first, 99
    return first, int(found[3] or first)


def banded(rows: Iterable[Row], number: int) -> Row:
    """The row whose first entry covers this number; beyond the table the end rows count."""
    found = {band(str(row[0])): row for row in rows}
    lowest, highest = min(low for low, _ in found), max(high for _, high in found)
    number = min(max(number, lowest), highest)
    return next(row for (low, high), row in found.items() if low <= number <= high)


def gaps(rows: Iterable[Sequence[object]], first: int, last: int) -> Iterator[str]:
    """The rows of a table must cover each number from the first to the last once."""
    try:
        covered = [band(str(row[0])) for row in rows]
    except ValueError as error:
        yield f"{str(error)!r:.20} is not a number or a range such as 2-8 or <=3"
        return
    for number in range(first, last + 1):
        if sum(low <= number <= high for low, high in covered) != 1:
            yield f"exactly one row should cover {number}"


def no_costs(table: Mapping[str, Costs]) -> Iterator[str]:
    """Costs must be points or P."""
    for name, row in table.items():
        for cost in (row.foot, row.mot, row.mech):
            if cost != "P" and (not isinstance(cost, int) or cost < 0):
                yield f"{name} should cost points or P, not {cost!r:.20}"


class AdvanceLimits(Chart):
    hexes: Mapping[str, int]
    meaning: Mapping[str, str]


class AirAttacks(Chart):
    dice: str
    rows: tuple[tuple[str, str], ...]
    effects: tuple[str, ...]
    further_point: int
    other_ship: int
    away_turns: int
    by_class: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        return gaps(self.rows, 2, 14)


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


class AntiTankFire(Chart):
    dice: str
    rows: tuple[tuple[str, int, int], ...]
    """Difference, a step is lost on this roll or more, the attack strength is halved on this one."""
    columns: str
    meaning: str

    def faults(self) -> Iterator[str]:
        return gaps(self.rows, -5, 5)


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


class Bombardment(Chart):
    dice: str
    bv_bands: tuple[str, ...]
    column_letter: tuple[tuple[str, ...], ...]
    """The column by the band of bombardment values and the battalions in the hex."""
    result_grammar: str
    bv_rounding: str
    bv_per_air_point: int
    disrupted: int
    disrupted_least: int
    factor: Mapping[str, str]
    results: Mapping[str, Mapping[str, str]]

    def letter(self, value: int, battalions: int) -> str:
        """The column of the results."""
        places = [(label, str(number)) for number, label in enumerate(self.bv_bands)]
        columns = self.column_letter[int(banded(places, value)[1])]
        return columns[min(battalions, len(columns)) - 1]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.results, TWO_DICE, "the results")
        if len(self.column_letter) != len(self.bv_bands):
            yield "each band of bombardment values should have a row of columns"


class Broken(Record):
    companies: int
    attack: int
    defence: int


class Breakdown(Chart):
    notes: str
    battalion: Mapping[str, Broken]
    """What a battalion breaks down into, by its template."""


class CombatResults(Chart):
    dice: str
    columns: tuple[str, ...]
    row_rule: str
    grammar: str
    choice_of_row: str
    terrain_rows: Mapping[str, tuple[str, ...]]
    results: Mapping[str, tuple[str, ...]]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.results, TWO_DICE, "the results")
        for row in self.results.values():
            halves = [half for cell in row for half in cell.split("/")]
            if len(row) != len(self.columns) or not all(map(RESULT.fullmatch, halves)):
                yield f"each row should have {len(self.columns)} results such as 2D/1"
        for odds in self.terrain_rows.values():
            if not all(re.fullmatch(r"\d+:\d+", entry) for entry in odds):
                yield "odds should be written like 3:1"


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


class LeaderCasualty(Chart):
    dice: str
    killed: int
    wounded: int
    meaning: tuple[str, ...]
    note: str


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


class MoraleParticipation(Chart):
    fails_up_to: tuple[int, ...]
    note: str


class MovementClasses(Chart):
    foot: tuple[str, ...]
    mot: tuple[str, ...]
    mech: tuple[str, ...]
    leg_type: tuple[str, ...]
    leg_note: str


class Shift(Record):
    source: str
    direction: str
    size: str
    cap: int


class OddsShifts(Chart):
    kind: str
    shift: Mapping[str, Shift]


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


class OptionRow(Record):
    requires: str
    attacker: int
    """Added to the attacker's result."""
    defender: int
    effect: str


class Options(Chart):
    floor: str
    attacker: Mapping[str, OptionRow]
    defender: Mapping[str, OptionRow]


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


class RetreatPriorities(Chart):
    priority: tuple[str, ...]
    penalty: int
    meaning: str


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


class Spotting(Chart):
    rows: tuple[tuple[int, str], ...]


class StackingLimits(Chart):
    units: int
    free_hqs: int
    attack_per_hex: tuple[str, ...]
    defence_per_hex: tuple[str, ...]
    slot_rule: str


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


class Weather(Chart):
    dice: str
    later_from: str
    later_modifier: int
    rows: tuple[tuple[str, str], ...]
    lasts: str
    first_turn: str

    def faults(self) -> Iterator[str]:
        return gaps(self.rows, 2, 13)


class Charts(ChartBook):
    """Every table that the rules read, by the name of its file."""

    key = "avl"
    advance_limits: AdvanceLimits
    air_attacks: AirAttacks
    air_schedule: AirSchedule
    artillery_types: ArtilleryTypes
    arty_resupply: ArtilleryResupply
    at_fire: AntiTankFire
    beachhead_capacity: BeachheadCapacity
    beachhead_drift: BeachheadDrift
    bombardment: Bombardment
    breakdown: Breakdown
    crt: CombatResults
    drop_table: DropTable
    dropzone_location: DropZone
    engineering: Engineering
    entry_hexes: EntryHexes
    infiltration: Infiltration
    leader_casualty: LeaderCasualty
    leaders: Leaders
    limber_unlimber: LimberTable
    ma_modifiers: AllowanceModifiers
    morale_participation: MoraleParticipation
    movement_classes: MovementClasses
    odds_shifts: OddsShifts
    offmap: OffMap
    options: Options
    replacement_classes: ReplacementClasses
    replacement_schedule: ReplacementSchedule
    retreat_priorities: RetreatPriorities
    ships: Ships
    spotting: Spotting
    stacking: StackingLimits
    strong_points: StrongPoints
    terrain: Terrain
    turn_track: TurnTrack
    unit_templates: UnitTemplates
    weather: Weather


charts, charts_for, chart_texts = Charts.printed, Charts.changed_by, Charts.texts
