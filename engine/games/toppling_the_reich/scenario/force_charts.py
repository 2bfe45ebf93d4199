"""The tables of the forces: types, steps, stacking, command ranges, states, costs, replacements, corps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from engine.games.toppling_the_reich.scenario.chart_form import SIDES, bad_share, descending, not_one_of
from engine.mechanics.chart import Chart, not_given
from engine.mechanics.combat import reduced
from engine.record import Record

LEVELS: Final = ("army", "army group", "front")
SIZES: Final = ("corps", "division", "brigade", "regiment", "battalion")
REPLACEMENTS: Final = ("infantry", "armor")
STATES: Final = ("supplied and commanded", "no supply", "no command", "neither")
EXPENSES: Final = (
    "major_attack",
    "minor_attack",
    "oversupplied_attack",
    "attrition",
    "oversupplied_attrition",
    "concentrated_effort",
    "comz_unit",
    "composite_division",
    "temporary_bridge",
    "airdrop_status",
    "german_entry",
)


class UnitType(Record):
    """What units of a type can do. `hot_pursuit`: yes, no, allied_only or german_only."""

    movement_class: str
    zoc: bool
    armor_type: bool
    hot_pursuit: str
    replacements: tuple[str, ...]
    stacking_value: bool
    note: str = ""

    def pursues(self, side: str) -> bool:
        """May units of this type and side make a hot pursuit?"""
        return self.hot_pursuit in ("yes", f"{side}_only")


class UnitTypes(Chart):
    rows: Mapping[str, UnitType]

    def faults(self) -> Iterator[str]:
        for name, row in self.rows.items():
            yield from not_one_of(row.replacements, REPLACEMENTS, f"a replacement of {name}")
            pursuits = ("yes", "no", *(f"{side}_only" for side in SIDES))
            yield from not_one_of((row.hot_pursuit,), pursuits, f"the hot pursuit of {name}")


class StepRow(Record):
    """Combat factors from full strength down, one for each step."""

    cf: tuple[int, ...]
    mf: int
    provenance: str


class UnitSteps(Chart):
    rows: Mapping[str, StepRow]

    def faults(self) -> Iterator[str]:
        for name, row in self.rows.items():
            if not row.cf or not descending(row.cf) or row.cf[-1] < 1:
                yield f"{name} should grow weaker with each step"


class Stacking(Chart):
    capacity: int
    bridgehead_extra_units: int
    bridgehead_extra_max_size: str
    free: tuple[str, ...]
    points: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.points, SIZES, "stacking points")
        if not all(1 <= points <= self.capacity for points in self.points.values()):
            yield "no unit should take more than a hex holds"


class CommandRange(Record):
    """`command`: within a number of `hexes`, inside the `boundaries` or anywhere on the `map`."""

    command: str
    command_hexes: int
    supply: int
    reserve: int
    reserve_to: str


class CommandRanges(Chart):
    hq_to_rail_max: int
    edge_supply_max: int
    rows: Mapping[str, CommandRange]

    def of(self, side: str, level: str) -> CommandRange:
        """The ranges of a headquarters: army, army_group or front."""
        return self.rows[f"{side} {level.replace('_', ' ')}"]

    def faults(self) -> Iterator[str]:
        yield from not_given(
            self.rows, (f"{side} {level}" for side in SIDES for level in LEVELS), "the ranges"
        )
        for name, row in self.rows.items():
            yield from not_one_of((row.command,), ("hexes", "boundaries", "map"), f"the command of {name}")
            if (row.command == "hexes") != (row.command_hexes > 0):
                yield f"{name} should command within hexes, inside boundaries or on the map"


class StateRow(Record):
    """What is left of movement, attack and defence; a share is written as a fraction."""

    mp: str
    attack: str
    defence: str
    attacks: str

    @property
    def mp_share(self) -> Fraction:
        return Fraction(self.mp)

    @property
    def attack_share(self) -> Fraction:
        return Fraction(self.attack)

    @property
    def defence_share(self) -> Fraction:
        return Fraction(self.defence)


class StateSummary(Chart):
    least: int
    rows: Mapping[str, StateRow]

    def of(self, supplied: bool, commanded: bool) -> StateRow:
        """The line for a unit's state."""
        return self.rows[STATES[(not supplied) + 2 * (not commanded)]]

    def share(self, amount: int, share: Fraction) -> int:
        """A share of an amount, fraction dropped, never below the least; nothing of nothing."""
        return reduced(amount, share, least=self.least)

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, STATES, "the states")
        for name, row in self.rows.items():
            for share in (row.mp, row.attack, row.defence):
                yield from bad_share(share, f"a share of {name}")


class Expense(Record):
    asp: int
    use: str
    limit: str


class AspCosts(Chart):
    rows: Mapping[str, Expense]

    def of(self, use: str) -> int:
        """Attack Supply Points for one use."""
        return self.rows[use].asp

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, EXPENSES, "the costs")
        if min(row.asp for row in self.rows.values()) < 0:
            yield "a cost is below 0"


class ReplacementEligibility(Chart):
    """Which types each kind of replacement rebuilds; `never` names types and units."""

    max_steps_per_unit_and_turn: int
    infantry: tuple[str, ...]
    armor: tuple[str, ...]
    never: tuple[str, ...]

    def kinds(self, type_: str, name: str) -> tuple[str, ...]:
        """The kinds of replacements that a unit can take."""
        if type_ in self.never or name in self.never:
            return ()
        return tuple(kind for kind in REPLACEMENTS if type_ in getattr(self, kind))


class CorpsForm(Record):
    requires: str
    steps: int
    most: int
    limit: str
    cost: str


class Breakdown(Record):
    yields: str
    most: int
    limit: str
    when: str


class CorpsSubstitution(Chart):
    form: Mapping[str, CorpsForm]
    breakdown: Mapping[str, Breakdown]

    def faults(self) -> Iterator[str]:
        yield from not_given(
            self.form, ("US corps", "Canadian corps", "Panzer corps", "SS panzer corps"), "corps"
        )
        broken_down = (
            "15-6 Wehrmacht corps",
            "12-6 Luftwaffe corps",
            "9-4 Volksgrenadier or Luftwaffe field corps",
        )
        yield from not_given(self.breakdown, broken_down, "the breakdown")


class LeaderRank(Record):
    level: str
    scope: str
    drm: int


class LeaderRanks(Chart):
    rows: Mapping[str, LeaderRank]

    def of(self, rank: int) -> LeaderRank:
        """The line of a rank."""
        return self.rows[str(rank)]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, ("1", "2", "3"), "the ranks")


class Meaning(Record):
    meaning: str


class Markers(Chart):
    rows: Mapping[str, Meaning]
