"""The charts of resources/charts/leb, each read once, when it is needed, into typed records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.catalogue.chart_book import ChartBook, read_chart
from engine.games.lebensraum.scenario.chart_economy import (
    TURNS,
    AlliedReinforcements,
    AxisReinforcementsEast,
    AxisReplacementsEast,
    AxisWest,
    CityPopulation,
    EastFrontNeeds,
    EconomicMarkers,
    FoodHexes,
    MpPrices,
    Neutrals,
    OilHexes,
    Partisans,
    SovietProduction,
    SovietReinforcements,
    StartingEconomics,
    not_by_turn,
)
from engine.games.lebensraum.scenario.chart_units import (
    BattleGroups,
    Demoralization,
    HqChart,
    LeaderFate,
    Leaders,
    NeutralUnits,
    SovietUnits,
    SteppedUnits,
    UnitTypes,
)
from engine.mechanics.chart import Chart, not_given
from engine.record import Record

__all__ = ["Charts", "chart_texts", "charts", "charts_for", "read_chart"]

CLASSES = "ABCDE"
WEATHERS = ("clear", "wet", "mud", "snow")
SECTIONS = ("north", "central", "south")
POWERS = ("axis", "soviet", "western")


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


class BomberCommand(Chart):
    west_markers_per_credit: int
    west_rounds_half_up: bool
    combined_markers_per_credit: int
    destroy_if_total_at_most: int
    otherwise: str
    targets_west_only: str
    targets_combined: str


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


class NavalMarkers(Chart):
    axis: tuple[str, ...]
    soviet: tuple[str, ...]
    western: tuple[str, ...]
    bombardment_bonus: int
    two_sea_ports: Mapping[str, tuple[str, ...]]
    two_sea_ports_reconstructed: Mapping[str, tuple[str, ...]]


class OddsRounding(Chart):
    mode: str
    tie: str
    option_strict: str
    examples: tuple[str, ...]


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
