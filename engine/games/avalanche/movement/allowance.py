"""Movement allowances, worked out with every reason at the start of movement."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Final

from engine.games.avalanche.general.calendar import is_night, is_predawn, is_raining, turn
from engine.games.avalanche.records import (
    ALLIED,
    DEMORALIZED,
    FOOT,
    GERMAN,
    ISO,
    OOS,
    SEGMENT,
    Unit,
    forces,
    ground_at,
    leaders,
    points,
)
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.supply.lines import INTERDICTION, SHORE_PARTY
from engine.record import Record
from engine.referee import Modifier, State, Transaction, case, mark_value, marked, total

LEADER_RANGE: Final = 2
ALLOWANCE: Final = "ma"
SPENT: Final = "spent"


class Allowance(Record):
    """What a unit may spend, and why: additions, halvings, and conditions that leave it nothing."""

    parts: tuple[Modifier, ...]
    halvings: tuple[Modifier, ...]
    zero: tuple[Modifier, ...]

    @property
    @case("ma.order", "gen.rounding")
    def points(self) -> int:
        """Additions first, never below 0, then all halvings together, then one rounding up."""
        if self.zero:
            return 0
        whole = max(0, int(total(self.parts)))
        return ceil(Fraction(whole, 2 ** len(self.halvings)))

    @property
    def reasons(self) -> tuple[Modifier, ...]:
        return (*self.parts, *self.halvings, *self.zero)


@case("ma.order")
def allowance(state: State, unit: Unit) -> Allowance:
    """The movement allowance of a unit as it stands now."""
    return Allowance(
        tuple(_parts(state, unit)), tuple(_halvings(state, unit)), tuple(_zero_conditions(state, unit))
    )


@case("ma.leader", "ma.para")
def _base(state: State, unit: Unit) -> Modifier:
    chart = ground(state).charts.ma_modifiers
    if unit.is_leader:
        return Modifier("ma.leader", "leader", chart.leader)
    if unit.dropped and unit.dropped == turn(state) - 1:
        return Modifier("ma.para", "dropped last turn", chart.dropped)
    return Modifier("ma.order", "printed", unit.ma)


@case("ma.oos", "ma.iso", "ma.demoralized")
def _parts(state: State, unit: Unit) -> Iterator[Modifier]:
    chart = ground(state).charts.ma_modifiers
    row = chart.foot if unit.cls == FOOT else chart.vehicles
    yield _base(state, unit)
    if unit.is_leader:
        return
    if unit.supply == OOS and row.oos:
        yield Modifier("ma.oos", "out of supply", row.oos)
    if unit.supply == ISO:
        yield Modifier("ma.iso", "isolated", row.iso)
    if unit.state == DEMORALIZED:
        yield Modifier("ma.demoralized", "demoralized", row.demoralized)
    yield from _leader_bonus(state, unit)
    yield from _interdiction(state, unit, row.interdiction_per)


@case("ma.leader-bonus")
def _leader_bonus(state: State, unit: Unit) -> Iterator[Modifier]:
    """The left number of one leader within two hexes, if the unit belongs to his formation or is stacked
    with a unit that does."""
    formations = {one.formation for one in ground_at(state, unit.place, unit.side)}
    near = [
        leader
        for leader in leaders(state, unit.side)
        if leader.formation in formations and ground(state).distance(leader.place, unit.place) <= LEADER_RANGE
    ]
    best = max(near, key=lambda leader: _left_number(leader, unit), default=None)
    if best is not None and _left_number(best, unit):
        yield Modifier("ma.leader-bonus", best.name, _left_number(best, unit))


def _left_number(leader: Unit, unit: Unit) -> int:
    return leader.foot if unit.cls == FOOT else leader.mot


@case("ma.interdiction")
def _interdiction(state: State, unit: Unit, per: int) -> Iterator[Modifier]:
    """By day Allied interdiction slows German units."""
    lost = points(state, INTERDICTION) // per
    if unit.side == GERMAN and lost and not is_night(state):
        yield Modifier("ma.interdiction", "interdiction", -lost)


@case("ma.demoralized-night", "predawn.night", "ma.rain", "ma.demolition", "ma.first-am")
def _halvings(state: State, unit: Unit) -> Iterator[Modifier]:
    half = Fraction(1, 2)
    if unit.state == DEMORALIZED and is_night(state) and not is_predawn(state):
        yield Modifier("ma.demoralized-night", "half, demoralized at night", half)
    if is_raining(state):
        yield Modifier("ma.rain", "half, rain", half)
    if marked(state, unit.key, "demolition"):
        yield Modifier("ma.demolition", "half, after a demolition", half)
    row = ground(state).turn_row(turn(state))
    if unit.side == ALLIED and row.allied_ma_half and unit.branch != "parachute":
        yield Modifier("ma.first-am", "half, the morning of 9 September", half)


@case(
    "ma.zero-replacement",
    "ma.zero-landed",
    "arty.no-unlimber-landed",
    "ma.zero-transported",
    "ma.zero-shore-party",
    "def.shore-party",
    "eng.ip",
    "eng.ip-engineer",
)
def _zero_conditions(state: State, unit: Unit) -> Iterator[Modifier]:
    conditions = (
        ("replaced", "ma.zero-replacement", "took a replacement this turn"),
        ("landed", "ma.zero-landed", "landed this turn"),
        ("carried", "ma.zero-transported", "carried by sea this turn"),
        (SHORE_PARTY, "ma.zero-shore-party", "serves as shore party"),
        ("stationary", "eng.ip", "has finished an improved position this turn"),
        ("dug in", "eng.ip-engineer", "has built an improved position this turn"),
    )
    for mark, ruled, text in conditions:
        if marked(state, unit.key, mark):
            yield Modifier(ruled, text, 0)
    if unit.is_gun and marked(state, unit.key, "landed"):
        yield Modifier("arty.no-unlimber-landed", "a gun does not unlimber on the turn it landed", 0)
    if unit.is_strong_point:
        yield Modifier("def.strongpoint", "a strong point does not move", 0)


@case("ma.order")
def settle_allowances(tx: Transaction, side: str) -> None:
    """Work out the allowance of every unit of a side, to hold for the whole segment."""
    for unit in forces(tx.state, side):
        if not unit.is_ship and not unit.is_strong_point:
            tx.mark(unit.key, ALLOWANCE, SEGMENT, value=str(allowance(tx.state, unit).points))


def points_of(state: State, unit: Unit) -> int:
    """The allowance that was worked out for this segment, or what it would be now."""
    known = mark_value(state, unit.key, ALLOWANCE)
    return int(known) if known else allowance(state, unit).points


def zero_reasons(state: State, unit: Unit) -> tuple[Modifier, ...]:
    """Why a unit has no allowance by rule."""
    return tuple(_zero_conditions(state, unit))


def spent(state: State, unit: Unit) -> Fraction:
    """The movement points that a unit has spent in this player turn."""
    return Fraction(mark_value(state, unit.key, SPENT) or 0)


def points_left(state: State, unit: Unit) -> Fraction:
    return max(Fraction(0), Fraction(points_of(state, unit)) - spent(state, unit))
