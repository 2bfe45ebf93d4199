"""The charts of resources/charts/leb, each read once, when it is needed, into typed records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.catalogue.chart_book import ChartBook, read_chart
from engine.mechanics.chart import Chart, not_given
from engine.record import Record

__all__ = ["Charts", "chart_texts", "charts", "charts_for", "read_chart"]

TURNS = 16
LETTERS = "ABCDEFGH"
CLASSES = "ABCDE"
WEATHERS = ("clear", "wet", "mud", "snow")
SECTIONS = ("north", "central", "south")
POWERS = ("axis", "soviet", "western")


def not_by_turn(numbers: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    """Each list must have a number for every turn, none below 0; the western lists have the turns A to H."""
    for name, found in numbers.items():
        length = len(LETTERS) if "west" in name else TURNS
        if len(found) != length or min(found, default=0) < 0:
            yield f"{name} should be {length} numbers, none below 0"


class AirMarkers(Chart):
    axis_east: tuple[int, ...]
    soviet: tuple[int, ...]
    axis_west: tuple[int, ...]
    western: tuple[int, ...]
    western_pre_e: int
    finland_hq_max: int
    combat_bonus: int
    bombing_range: int

    def faults(self) -> Iterator[str]:
        names = ("axis_east", "soviet", "axis_west", "western")
        return not_by_turn({name: getattr(self, name) for name in names})


class Arrival(Record):
    """A unit or HQ of a schedule; without a hex it enters where the rules let it."""

    turn: int | str
    unit: str
    hex: str = ""
    leader: str = ""


class AlliedReinforcements(Chart):
    units: tuple[Arrival, ...]
    hqs: tuple[Arrival, ...]
    replacements: tuple[int, ...]

    def faults(self) -> Iterator[str]:
        return not_by_turn({"western replacements": self.replacements})


class Departure(Record):
    turn: int
    unit: str
    how: str


class AxisReinforcementsEast(Chart):
    schedule: tuple[Arrival, ...]
    withdrawals: tuple[Departure, ...]


class AxisReplacementsEast(Chart):
    infantry: tuple[int, ...]
    armor: tuple[int, ...]

    def faults(self) -> Iterator[str]:
        return not_by_turn({"infantry": self.infantry, "armor": self.armor})


class AxisWest(Chart):
    reinforcements: tuple[Arrival, ...]
    infantry: tuple[int, ...]
    armor: tuple[int, ...]

    def faults(self) -> Iterator[str]:
        return not_by_turn({"west infantry": self.infantry, "west armor": self.armor})


class Allowance(Record):
    first_turn: int
    last_turn: int
    axis: int
    soviet: int
    western: int


class BattleGroups(Chart):
    allowances: tuple[Allowance, ...]
    marker_pairs: Mapping[str, tuple[str, ...]]

    def allowed(self, turn: int, power: str) -> int:
        """How many battle groups a power may have on a turn."""
        for row in self.allowances:
            if row.first_turn <= turn <= row.last_turn:
                return {"axis": row.axis, "soviet": row.soviet, "western": row.western}[power]
        return 0


class BomberCommand(Chart):
    west_markers_per_credit: int
    west_rounds_half_up: bool
    combined_markers_per_credit: int
    destroy_if_total_at_most: int
    otherwise: str
    targets_west_only: str
    targets_combined: str


class City(Record):
    name: str
    hex: str
    country: str
    pop: int
    west: str = ""
    capital: bool = False


class CityPopulation(Chart):
    cities: tuple[City, ...]
    soviet_total: int
    west_occupied_total: int

    def faults(self) -> Iterator[str]:
        found = sum(city.pop for city in self.cities if city.country == "Soviet Union")
        if found != self.soviet_total:
            yield f"the Soviet cities should add up to {self.soviet_total}, not {found}"


class ClassShifts(Chart):
    shift: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        return not_given(self.shift, CLASSES, "the shifts")


class CombatResults(Chart):
    """Columns are odds, rows the die; `1/3` is steps of attacker and defender."""

    columns: tuple[str, ...]
    dice: str
    format: str
    below_first: str
    above_last: str
    known_entry: str
    rows: Mapping[str, tuple[str, ...]]

    def result(self, column: int, die: int) -> tuple[int, int]:
        """The steps that attacker and defender lose."""
        attacker, defender = self.rows[str(die)][column].split("/")
        return int(attacker), int(defender)

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, "123456", "the rows")
        for row in self.rows.values():
            if len(row) != len(self.columns) or not all(re.fullmatch(r"[0-9]/[0-9]", text) for text in row):
                yield f"each row should have {len(self.columns)} results such as 2/1"


class DemoralizationLevel(Record):
    over: int
    reduction: int


class Demoralization(Chart):
    levels: tuple[DemoralizationLevel, ...]


class EastFrontNeeds(Chart):
    food: int
    ref: int
    trn: int


class EconomicMarker(Record):
    hex: str
    place: str
    trn: int
    pro: int
    ref: int
    total: int
    note: str = ""


class EconomicMarkers(Chart):
    markers: tuple[EconomicMarker, ...]
    sum: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        for one in self.markers:
            if one.total != one.trn + one.pro + one.ref:
                yield f"the points of {one.place} add up to {one.trn + one.pro + one.ref}, not {one.total}"
        for kind, wanted in self.sum.items():
            found = sum(getattr(one, kind) for one in self.markers)
            if found != wanted:
                yield f"the points {kind} add up to {found}, not {wanted}"


class FoodHex(Record):
    hex: str
    place: str
    food: int


class FoodHexes(Chart):
    hexes: tuple[FoodHex, ...]


class OilHex(Record):
    hex: str
    place: str
    oil: int


class OilHexes(Chart):
    hexes: tuple[OilHex, ...]


class Headquarters(Record):
    id: str
    range: int
    leader: str
    hex: str = ""
    turn: str = ""


class HqChart(Chart):
    axis_east_start: tuple[Headquarters, ...]
    axis_east_stock: tuple[str, ...]
    axis_west_start: tuple[Headquarters, ...]
    axis_west_stock: tuple[str, ...]
    soviet_start: tuple[Headquarters, ...]
    soviet_stock: tuple[str, ...]
    western_start: tuple[Headquarters, ...]
    western_reinforcements: tuple[Headquarters, ...]
    general_staff: Mapping[str, tuple[str, ...]]


class LeaderFate(Chart):
    dice: str
    in_combat: tuple[str, ...]
    overrun: tuple[str, ...]
    note: str

    def faults(self) -> Iterator[str]:
        for name in ("in_combat", "overrun"):
            found = getattr(self, name)
            if len(found) != 6 or not {*found} <= {"killed", "wounded", "captured", "none"}:
                yield f"{name} should have six fates"


class LeaderRow(Record):
    name: str
    stars: int
    assigned: str
    nationality: str = ""


class Leaders(Chart):
    axis_east: tuple[LeaderRow, ...]
    axis_west: tuple[LeaderRow, ...]
    soviet: tuple[LeaderRow, ...]
    western: tuple[LeaderRow, ...]
    optional_axis: tuple[str, ...]
    duplicates_removed_in_combination: tuple[str, ...]
    soviet_values_note: str

    def faults(self) -> Iterator[str]:
        for name in ("axis_east", "axis_west", "soviet", "western"):
            names = [row.name for row in getattr(self, name)]
            if len(names) != len({*names}):
                yield f"a leader is listed twice in {name}"
            if any(not 0 <= row.stars <= 5 for row in getattr(self, name)):
                yield f"the stars in {name} should be 0 to 5"


class MpPrices(Chart):
    income_per_oil_refinery_pair: int
    western_before_turn_e: int
    western_from_turn_e: int
    le_havre_bonus: int
    antwerp_bonus: int
    infantry_leaves_enemy_zoc: int
    air_marker: int
    naval_marker: int
    partisan_marker: int
    hq_creation: int
    transport_per_point: int


class NavalMarkers(Chart):
    axis: tuple[str, ...]
    soviet: tuple[str, ...]
    western: tuple[str, ...]
    bombardment_bonus: int
    two_sea_ports: Mapping[str, tuple[str, ...]]
    two_sea_ports_reconstructed: Mapping[str, tuple[str, ...]]


class Neutrals(Chart):
    east_neutral: tuple[str, ...]
    west_neutral: tuple[str, ...]
    closed: tuple[str, ...]
    yugoslavia_opens: str
    allied_control_at_start_west: tuple[str, ...]
    population_excludes: tuple[str, ...]


class OddsRounding(Chart):
    mode: str
    tie: str
    option_strict: str
    examples: tuple[str, ...]


class Partisans(Chart):
    per_population: int
    yugoslav_extra_soviet: int
    strength_effect: int
    west_occupied_population: int
    west_all_over: int
    west_all: int
    counters: Mapping[str, int]


class StepPrice(Record):
    population: int
    production: int


class SovietProduction(Chart):
    start_population: int
    start_production: int
    infantry_step: StepPrice
    armor_step: StepPrice


class SovietDraft(Record):
    turn: int
    shock: tuple[int, ...]
    infantry: int
    tank: int
    special: str = ""


class SovietReinforcements(Chart):
    infantry: str
    schedule: tuple[SovietDraft, ...]
    pile: tuple[str, ...]

    def faults(self) -> Iterator[str]:
        if [row.turn for row in self.schedule] != list(range(1, TURNS + 1)):
            yield f"the schedule should have a row for each of the turns 1 to {TURNS}"
        if sum(row.infantry for row in self.schedule) > len(self.pile):
            yield "more armies are drawn than lie in the pile"


class Aid(Record):
    from_turn: int
    trn: int
    food: int
    oil: int
    ref: int


class StartingEconomics(Chart):
    soviet_aid: tuple[Aid, ...]
    soviet_off_map: Mapping[str, int]
    axis_east_off_map: Mapping[str, int]
    axis_west_off_map: Mapping[str, int]
    axis_combined_off_map: Mapping[str, int]
    start_totals: Mapping[str, Mapping[str, int]]

    def aid(self, turn: int, kind: str) -> int:
        """The aid that the Soviets receive on a turn."""
        found = [row for row in self.soviet_aid if row.from_turn <= turn]
        return getattr(found[-1], kind, 0) if found else 0


class SupplyHeads(Chart):
    soviet: str
    axis_east: str
    finland: str
    axis_west: tuple[str, ...]
    western: tuple[str, ...]
    western_from_pre_e: tuple[str, ...]
    campaign_heads: int
    edge_hexes: Mapping[str, tuple[str, ...]]


class TerrainRow(Record):
    infantry: int
    tank: int
    defence_bonus: int
    note: str

    def cost(self, movement_class: str) -> int:
        """What it costs to enter, infantry or tank."""
        return self.tank if movement_class == "tank" else self.infantry


class HexsideRow(Record):
    infantry: int
    tank: int
    attacker: int
    defender: int
    note: str

    def cost(self, movement_class: str) -> int:
        """What it costs to cross, infantry or tank."""
        return self.tank if movement_class == "tank" else self.infantry


class TerrainEffects(Chart):
    movement_classes: tuple[str, ...]
    hq_moves_as: str
    city_defence_per_population: int
    tank_breakdown_after: int
    terrain: Mapping[str, TerrainRow]
    hexside: Mapping[str, HexsideRow]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.terrain, ("clear", "forest", "marsh", "mountain", "lake"), "the terrain")
        yield from not_given(self.hexside, ("river", "lake", "all_sea", "border", "west_wall"), "hexsides")
        if any(min(row.infantry, row.tank) < 1 for row in self.terrain.values()):
            yield "terrain should cost at least one movement point"


class TurnRow(Record):
    east: int
    west: str
    season: str
    year: int


class TurnTrack(Chart):
    format: str
    turns: tuple[TurnRow, ...]

    def faults(self) -> Iterator[str]:
        if [row.east for row in self.turns] != list(range(1, TURNS + 1)):
            yield f"the track should have the turns 1 to {TURNS}"


class UnitTypeRow(Record):
    movement_class: str
    replacement: str


class UnitTypes(Chart):
    zoc_classes: tuple[str, ...]
    type: Mapping[str, UnitTypeRow]


class ClassStep(Record, rename={"rank": "class"}):
    """One counter of a unit: its class, and the strength of its two sides."""

    rank: str
    full: int
    reduced: int


class SteppedUnit(Record):
    """A unit of a power whose classes are counters of their own."""

    id: str
    power: str
    type: str
    start_class: str
    entry: str
    source: str
    steps: tuple[ClassStep, ...]
    nation: str = ""
    note: str = ""


class SteppedUnits(Chart):
    units: tuple[SteppedUnit, ...]
    step_rule: str = ""
    two_step_special: tuple[Mapping[str, str], ...] = ()

    def faults(self) -> Iterator[str]:
        for unit in self.units:
            classes = [step.rank for step in unit.steps]
            if classes != sorted(classes) or unit.start_class not in classes:
                yield f"the classes of {unit.id} should fall from the best and contain its first"
            if any(step.reduced >= step.full for step in unit.steps):
                yield f"the reduced sides of {unit.id} should be weaker than the full ones"


class TwoSidedUnit(Record):
    id: str
    type: str
    full: int
    full_class: str
    reduced: int
    reduced_class: str
    entry: str = ""
    setup: str = ""
    country: str = ""
    note: str = ""


class SovietUnits(Chart):
    units: tuple[TwoSidedUnit, ...]
    guards_1_to_6: str
    movement_class: Mapping[str, str]

    def faults(self) -> Iterator[str]:
        for unit in self.units:
            if unit.reduced >= unit.full or unit.reduced_class < unit.full_class:
                yield f"the reduced side of {unit.id} should be weaker than the full one"


class NeutralUnits(Chart):
    units: tuple[TwoSidedUnit, ...]
    no_units_in_west: tuple[str, ...]
    theatre: Mapping[str, str]


class Victory(Chart):
    s12_1: Mapping[str, str]
    s12_2: Mapping[str, str]
    s12_3: Mapping[str, str]
    s12_4: Mapping[str, str | int | bool]
    s12_5: Mapping[str, str | int | bool]
    s12_6: Mapping[str, str | int | bool]
    s12_7: Mapping[str, str | int | bool]
    s12_8: Mapping[str, str | int | bool]


class WeatherEffect(Record):
    non_mountain: int
    mountain: int
    marsh: int
    river: int
    axis_supply_range: int


class WeatherEffects(Chart):
    minimum_hex_cost: int
    minimum_river_cost: int
    clear: WeatherEffect
    wet: WeatherEffect
    mud: WeatherEffect
    snow: WeatherEffect


class SectionLine(Record):
    row: int
    doubled_bend: int


class WeatherSections(Chart):
    north: SectionLine
    south: SectionLine
    examples: Mapping[str, str]

    def section(self, row: int, column: int) -> str:
        """The section of a hex by its row and East column."""
        doubled = 2 * column + (row % 2 == 0)
        if row <= self.north.row and doubled <= self.north.doubled_bend + self.north.row - row:
            return "north"
        if row >= self.south.row or doubled >= self.south.doubled_bend + self.south.row - row:
            return "south"
        return "central"

    def faults(self) -> Iterator[str]:
        for here, wanted in self.examples.items():
            if self.section(int(here[1:3]), int(here[3:])) != wanted:
                yield f"{here} should lie in the section {wanted}"


class WeatherTable(Chart):
    layout: str
    summer: Mapping[str, tuple[str, ...]]
    fall: Mapping[str, tuple[str, ...]]
    winter: Mapping[str, tuple[str, ...]]
    spring: Mapping[str, tuple[str, ...]]

    def result(self, season: str, section: str, die: int) -> str:
        """The weather of a section."""
        table: Mapping[str, tuple[str, ...]] = getattr(self, season)
        return table[section][die - 1]

    def faults(self) -> Iterator[str]:
        for season in ("summer", "fall", "winter", "spring"):
            table = getattr(self, season)
            yield from not_given(table, SECTIONS, season)
            if any(len(row) != 6 or not {*row} <= {*WEATHERS} for row in table.values()):
                yield f"{season} should have six kinds of weather for each section"


class Charts(ChartBook):
    """Every table that the rules read, by the name of its file."""

    key = "leb"
    air_markers: AirMarkers
    allied_reinforcements: AlliedReinforcements
    axis_reinforcements_east: AxisReinforcementsEast
    axis_replacements_east: AxisReplacementsEast
    axis_west: AxisWest
    battle_groups: BattleGroups
    bomber_command: BomberCommand
    city_population: CityPopulation
    class_shifts: ClassShifts
    crt: CombatResults
    demoralization: Demoralization
    east_front_needs: EastFrontNeeds
    economic_markers_axis_east: EconomicMarkers
    economic_markers_axis_west: EconomicMarkers
    economic_markers_soviet: EconomicMarkers
    food_hexes: FoodHexes
    hqs: HqChart
    leader_fate: LeaderFate
    leaders: Leaders
    mp_prices: MpPrices
    naval_markers: NavalMarkers
    neutrals: Neutrals
    odds: OddsRounding
    oil_hexes: OilHexes
    partisans: Partisans
    soviet_production: SovietProduction
    soviet_reinforcements: SovietReinforcements
    starting_economics: StartingEconomics
    supply_heads: SupplyHeads
    terrain_effects: TerrainEffects
    turn_track: TurnTrack
    unit_types: UnitTypes
    units_axis: SteppedUnits
    units_neutral: NeutralUnits
    units_soviet: SovietUnits
    units_western: SteppedUnits
    victory: Victory
    weather_effects: WeatherEffects
    weather_sections: WeatherSections
    weather_table: WeatherTable


charts, charts_for, chart_texts = Charts.printed, Charts.changed_by, Charts.texts
