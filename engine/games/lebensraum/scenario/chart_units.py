"""The charts of units, leaders and headquarters, as typed records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.mechanics.chart import Chart
from engine.record import Record


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


class DemoralizationLevel(Record):
    over: int
    reduction: int


class Demoralization(Chart):
    levels: tuple[DemoralizationLevel, ...]


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
