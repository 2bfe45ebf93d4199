"""The charts of resources/charts/ctl, each read once, when it is needed, into typed records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from engine.catalogue.chart_book import ChartBook, read_chart
from engine.mechanics.chart import Chart, not_given, on_row
from engine.mechanics.combat import ratio_column
from engine.record import Record

__all__ = ["Charts", "chart_texts", "charts", "charts_for", "read_chart"]

LEVELS = tuple(f"level{level}" for level in range(1, 8))
COLUMNS = ("red", "normal", "improved")
RATINGS = tuple(f"er{rating}" for rating in range(2, 8))
MOST_POINTS = 7
"""The most action points of an activation (6.3.2-a)."""


def no_fraction(text: str) -> bool:
    """Is this not a number such as 2 or 1/2?"""
    return re.fullmatch(r"[0-9]{1,3}(/[1-9][0-9]?)?", text) is None


def below(record: Record, least: int) -> Iterator[str]:
    """The whole numbers of a record must not be lower than this."""
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if isinstance(value, int) and not isinstance(value, bool) and value < least:
            yield f"{name.replace('_', ' ')} should be at least {least}, not {value}"


class ActionCosts(Chart):
    movement: int
    hq_relocation: str
    refit: int
    improved_defense: int
    hasty_attack: int
    regular_attack: int
    prepared_attack: int
    out_of_command_movement: int
    out_of_command_hasty_attack: int
    bonus_ap: int

    def faults(self) -> Iterator[str]:
        return below(self, 1)


class ActionPointsTable(Chart):
    """Columns are activation levels, rows the die; black for activations, red for reactions."""

    black: Mapping[str, tuple[int, ...]]
    red: Mapping[str, tuple[int, ...]]

    def points(self, level: int, die: int, is_reaction: bool) -> int:
        """The action points of a roll."""
        return (self.red if is_reaction else self.black)[f"level{level}"][die - 1]

    def faults(self) -> Iterator[str]:
        for colour in (self.black, self.red):
            yield from not_given(colour, LEVELS, "the columns")
            for column in colour.values():
                if len(column) != 10 or any(low > high for low, high in pairwise(column)):
                    yield "a column should have ten numbers that never fall"
                elif not 0 <= column[0] <= column[-1] <= MOST_POINTS:
                    yield f"action points should be 0 to {MOST_POINTS}"


class ChitColumns(Chart):
    attack_hasty: str
    attack_regular: str
    attack_prepared: str
    defend_disrupted_unit: str
    defend_normal: str
    defend_improved: str


class Chits(Chart):
    count: int
    draw: str
    column_order: tuple[str, ...]
    chit: Mapping[str, Mapping[str, tuple[str, ...]]]

    def multiplier(self, chit: str, rating: int, column: str) -> Fraction:
        """What a unit's strength is multiplied by."""
        return Fraction(self.chit[chit][f"er{rating}"][self.column_order.index(column)])

    def faults(self) -> Iterator[str]:
        if len(self.chit) != self.count or self.column_order != COLUMNS:
            yield f"there should be {self.count} chits with the columns {', '.join(COLUMNS)}"
        for name, rows in self.chit.items():
            yield from not_given(rows, RATINGS, f"the rows of chit {name}")
            for row in rows.values():
                if len(row) != len(COLUMNS) or any(map(no_fraction, row)):
                    yield f"each row of chit {name} should have {len(COLUMNS)} numbers"


class SupportRow(Record):
    same_formation: int
    other_formation: int


class CombatModifiers(Chart):
    support: Mapping[str, SupportRow]
    support_notes: Mapping[str, str]
    hq_support: Mapping[str, str]
    armor: Mapping[str, str]


class CombatResults(Chart):
    """Lines of odds by terrain, rows by the modified die; `5r/0` is hits of attacker and defender."""

    columns: int
    below_leftmost: str
    result_format: str
    min_roll: int
    max_roll: int
    lines: Mapping[str, tuple[str, ...]]
    rows: Mapping[str, tuple[str, ...]]

    def column(self, line: str, attack: int, defence: int) -> int | None:
        """The index of the odds column, rounded down; None below the first."""
        return ratio_column(self.lines[line], attack, defence)

    def result(self, column: int, die: int) -> str:
        """The result of a modified roll; beyond the table the end rows count."""
        return on_row(self.rows, die)[column]

    def faults(self) -> Iterator[str]:
        for line in self.lines.values():
            if len(line) != self.columns:
                yield f"each line should have {self.columns} odds"
        yield from not_given(
            self.rows, (str(die) for die in range(self.min_roll, self.max_roll + 1)), "the rows"
        )
        for row in (*self.rows.values(), (self.below_leftmost,) * self.columns):
            if len(row) != self.columns or not all(re.fullmatch(r"[0-9]r?/[0-9]r?", text) for text in row):
                yield f"each row should have {self.columns} results such as 2r/1"


class FormationRatings(Record):
    name: str
    side: str
    corps: str
    reaction: int
    command_range: int
    attack_support: int
    relocation: int
    max_activation: int
    recovery_rating: str


class Formations(Chart):
    formation: Mapping[str, FormationRatings]

    def faults(self) -> Iterator[str]:
        for one in self.formation.values():
            if not 1 <= one.reaction <= 10 or not 1 <= one.max_activation <= len(LEVELS):
                yield f"{one.name} should have a reaction of 1 to 10 and levels up to {len(LEVELS)}"
            if one.command_range < 1 or one.attack_support < 0 or one.relocation < 1:
                yield f"{one.name} should have a command range and relocation points"


class Reorganization(Chart):
    reinforced: Mapping[str, tuple[str, ...]]
    never: Mapping[str, tuple[str, ...] | str]


class HexsideRow(Record):
    extra_leg: int | str
    extra_motorized: int | str
    attack_drm: int
    attacker_tank_multiplier: str
    zoc_infantry: bool
    zoc_afv: bool
    command_path: bool


class HexsideEffects(Chart):
    hexside: Mapping[str, HexsideRow]
    hexside_rules: Mapping[str, tuple[str, ...] | str]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.hexside, ("stream", "dragons_teeth", "roer"), "the rows")
        for name, row in self.hexside.items():
            for extra in (row.extra_leg, row.extra_motorized):
                if extra not in ("all", "prohibited") and not (isinstance(extra, int) and extra >= 0):
                    yield f"{name} should cost points, all or prohibited, not {extra!r:.20}"
            if no_fraction(row.attacker_tank_multiplier):
                yield f"{name} should have a number as tank multiplier"


class HqRecovery(Chart):
    us: Mapping[str, int]
    german: Mapping[str, Mapping[str, int]]


class InitiativeTrack(Chart):
    spaces: tuple[int, ...]
    at_last_space: str

    def faults(self) -> Iterator[str]:
        if len(self.spaces) < 2 or self.spaces[0] != 0 or any(a >= b for a, b in pairwise(self.spaces)):
            yield "the spaces should begin with 0 and rise"


class Interdiction(Chart):
    first_turn_of_scenario: int
    roll: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.roll, (str(face) for face in range(1, 11)), "the rolls")
        if any(not 0 <= level <= 2 for level in self.roll.values()):
            yield "interdiction levels should be 0 to 2"


class Stacking(Chart):
    max_combat_units: int
    max_infantry_type: int
    max_afv_type: int
    max_hq: int
    markers_count: bool

    def faults(self) -> Iterator[str]:
        return below(self, 1)


class StrengthLossPoints(Chart):
    infantry: int
    mobile: int
    afv: int
    meaning: str

    def faults(self) -> Iterator[str]:
        return below(self, 1)


class TerrainRow(Record):
    map_symbol: str
    cost_leg: int
    cost_motorized: int
    crt_line: str
    attacker_tank_multiplier: str
    defender_at_bonus: int
    zoc_infantry: bool
    zoc_afv: bool
    hq_allowed: bool
    may_carry_road: bool


class RoadRow(Record):
    cost_motorized: str
    cost_us_leg: str
    cost_german_leg: int
    note: str


class TerrainEffects(Chart):
    terrain: Mapping[str, TerrainRow]
    road: RoadRow

    def faults(self) -> Iterator[str]:
        for name, row in self.terrain.items():
            if row.cost_leg < 1 or row.cost_motorized < 1 or no_fraction(row.attacker_tank_multiplier):
                yield f"{name} should cost at least a point and have a number as tank multiplier"
        if no_fraction(self.road.cost_motorized) or no_fraction(self.road.cost_us_leg):
            yield "the rates of the road should be numbers such as 1/2"


class TurnRow(Record):
    dates: str


class TurnTrack(Chart):
    turn: Mapping[str, TurnRow]


class UnitTypes(Chart):
    type: Mapping[str, Mapping[str, str]]


class UsReplacements(Chart):
    infantry: int
    armored_infantry: int
    tank: int


class Bands(Chart):
    bands: tuple[tuple[str | int, ...], ...]


class VictoryCampaign(Bands):
    automatic: str


class VictoryStolberg(Bands):
    vp15: tuple[str, ...]
    vp10: tuple[str, ...]
    vp5: tuple[str, ...]
    automatic: str


class VictoryWurm(Bands):
    vp10: tuple[str, ...]
    vp5: tuple[str, ...]


class VictoryFirstBlood(Chart):
    fewer_than_2: str
    activations: Mapping[str, str]


class PlanPoints(Chart):
    location: Mapping[str, tuple[str, ...] | str]
    plan: Mapping[str, Mapping[str, str | int]]


class PlanPool(Chart):
    markers: tuple[str, ...]
    german_peek_on: tuple[int, ...]


class Charts(ChartBook):
    """Every table that the rules read, by the name of its file."""

    key = "ctl"
    action_costs: ActionCosts
    action_points: ActionPointsTable
    combat_chit_columns: ChitColumns
    combat_chits: Chits
    combat_drm: CombatModifiers
    crt: CombatResults
    formation_ratings: Formations
    german_reorganization: Reorganization
    hexside_effects: HexsideEffects
    hq_recovery: HqRecovery
    initiative_track: InitiativeTrack
    interdiction: Interdiction
    stacking: Stacking
    strength_loss_vp: StrengthLossPoints
    terrain_effects: TerrainEffects
    turn_track: TurnTrack
    unit_types: UnitTypes
    us_replacements: UsReplacements
    victory_campaign: VictoryCampaign
    victory_plan_points: PlanPoints
    victory_plan_pool: PlanPool
    victory_scenario_1: VictoryFirstBlood
    victory_scenario_2: VictoryStolberg
    victory_scenario_3: VictoryWurm


charts, charts_for, chart_texts = Charts.printed, Charts.changed_by, Charts.texts
