"""Where a unit can go, and the move itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from engine.games.dday_to_berlin.movement.stacking import load, place, refusals_of_room, worth
from engine.games.dday_to_berlin.movement.step import ALONE, BARRED, limiting_case, step
from engine.games.dday_to_berlin.movement.step_refusals import (
    Footing,
    after_step,
    footing,
    refusals_to_be_in,
    refusals_to_drive,
    refusals_to_step,
)
from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import (
    ACTIVATED,
    COLUMN,
    DOUBLE,
    FALLBACK,
    FIRED,
    FULL,
    GAME_TURN,
    GUN_MOVED,
    HOLD,
    MOVED,
    MP,
    PLAYER_TURN,
    WORKED,
    Bridge,
    Unit,
)
from engine.games.dday_to_berlin.scenario.control import enter_zone
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.hexes.paths import Reach, explain, reach
from engine.mechanics.plural import counted
from engine.referee import Event, Mark, Refusal, State, Transaction, case, derived, mark_value, marked

MARCH: Final = "march"
DRIVE: Final = "drive"
"""As a road column."""


class Marches(NamedTuple):
    """Where a unit can end a move, and how it gets there."""

    ways: Reach[Footing, int]
    ends: frozenset[str]

    def arrival(self, there: str) -> Footing:
        """How the unit stands in a zone it can go to: an ordinary way there comes before one that uses up
        the turn."""
        ordinary = Footing(there, moved=True)
        return ordinary if ordinary in self.ways else next(at for at in self.ways.cost if at.place == there)

    def path_to(self, there: str) -> tuple[str, ...]:
        """The zones on the way there, both ends included."""
        return tuple(at.place for at in self.ways.path_to(self.arrival(there)))


def points_left(state: State, unit: Unit) -> int:
    """Movement points that the unit still has in this player turn."""
    return int(mark_value(state, unit.key, MP) or 0)


@case("2.full", "2.double", "2.hold")
def allowance(state: State, unit: Unit, result: str) -> int:
    """Movement points of an activation result, by mobility class."""
    row = ground(state).charts.movement.rows[unit.moves_as]
    return {DOUBLE: row.double, FULL: row.full}.get(result, row.hold)


@case("2.road-column")
def column_allowance(state: State, unit: Unit) -> int:
    """What is left to a unit as a road column: all of it doubled before the first step, 0 on foot."""
    if marked(state, unit.key, MOVED):
        return points_left(state, unit) if marked(state, unit.key, COLUMN) else 0
    row = ground(state).charts.movement.rows[unit.moves_as]
    result = mark_value(state, unit.key, ACTIVATED)
    return {DOUBLE: row.column_double, FULL: row.column_full}.get(result, 0)


@case("2.guns")
def is_bound(state: State, unit: Unit, night: bool) -> bool:
    """A towed gun that took part in combat stays where it is until the game turn ends."""
    return unit.is_towed_gun and not night and marked(state, unit.key, FIRED)


StepRule = Callable[[State, Unit, bool, Footing, str], Iterator[Refusal]]
"""Every reason against one step: `refusals_to_step` or `refusals_to_drive`."""


@derived(Unit, Bridge, Mark)
def marches(state: State, key: str, night: bool) -> Marches:
    """Where the unit can go at the normal rate with what it has left."""
    unit = state.get(Unit, key)
    if any(refusals_to_set_out(state, unit, night)):
        return nowhere(state, unit)
    return moves(state, unit, night, points_left(state, unit), refusals_to_step)


@derived(Unit, Bridge, Mark)
def drives(state: State, key: str, night: bool) -> Marches:
    """Where the unit can go as a road column."""
    unit = state.get(Unit, key)
    if any(refusals_to_form_column(state, unit, night)):
        return nowhere(state, unit)
    return moves(state, unit, night, column_allowance(state, unit), refusals_to_drive)


def moves(state: State, unit: Unit, night: bool, budget: int, rule: StepRule) -> Marches:
    """The zones that legal steps lead to."""
    cost = ground(state).charts.movement.zone_cost
    adjacency = ground(state).grid.adjacency

    def exits(at: Footing) -> list[tuple[Footing, int]]:
        return [
            (after_step(state, unit, at, there), cost)
            for there in adjacency[at.place]
            if next(rule(state, unit, night, at, there), None) is None
        ]

    ways = reach(footing(state, unit), budget, exits)
    return Marches(ways, with_room(state, unit, {at.place for at in ways.cost}))


def nowhere(state: State, unit: Unit) -> Marches:
    """The unit stays."""
    return Marches(Reach({footing(state, unit): 0}, {}), frozenset())


@case("2.full")
def refusals_to_set_out(state: State, unit: Unit, night: bool) -> Iterator[Refusal]:
    """The reasons against a march, whatever the target."""
    yield from refusals_to_stir(state, unit, night)
    if marked(state, unit.key, COLUMN) and marked(state, unit.key, MOVED):
        yield Refusal("2.road-column", f"{unit} must make its whole move in road column")
    elif points_left(state, unit) < ground(state).charts.movement.zone_cost:
        yield Refusal("2.full", f"{unit} has no movement points left")


@case("2.road-column")
def refusals_to_form_column(state: State, unit: Unit, night: bool) -> Iterator[Refusal]:
    """A column moves on wheels or tracks, by road alone, and starts clear of enemy zones of control."""
    yield from refusals_to_stir(state, unit, night)
    if unit.moves_as == "LEG":
        yield Refusal("2.road-column", f"{unit} is on foot and cannot form a road column")
    elif marked(state, unit.key, MOVED) and not marked(state, unit.key, COLUMN):
        yield Refusal(
            "2.road-column", f"{unit} has moved already, and a column must make its whole move by road"
        )
    elif column_allowance(state, unit) < ground(state).charts.movement.zone_cost:
        yield Refusal("2.road-column", f"{unit} has no road zones left")
    if unit.place in zoc(state, ground(state).other(unit.side)):
        yield Refusal(
            "2.road-column", f"{unit} is in {unit.place}, an enemy zone of control, where no column starts"
        )


def refusals_to_stir(state: State, unit: Unit, night: bool) -> Iterator[Refusal]:
    """The reasons against any movement of a unit."""
    if is_bound(state, unit, night):
        yield Refusal("2.guns", f"{unit} has fought in this game turn and may not move")
    if unit.static:
        yield Refusal("scn.villers-garrison", f"{unit} is a garrison and never moves voluntarily")


def why_not_there(state: State, unit: Unit, verb: str, there: str, night: bool) -> Iterator[Refusal]:
    """The reasons against a move to a zone that is not offered."""
    driving = verb == DRIVE
    staying = list((refusals_to_form_column if driving else refusals_to_set_out)(state, unit, night))
    if there == unit.place:
        yield Refusal("2.execute", f"{unit} is in {there} already; halt to stay")
    elif staying:
        yield from staying
    else:
        reached = (drives if driving else marches)(state, unit.key, night).ways.cost
        if there not in {at.place for at in reached}:
            yield from why_no_way(state, unit, verb, there, night)
        yield from refusals_of_room(state, unit, there)


@case("2.full")
def why_no_way(state: State, unit: Unit, verb: str, there: str, night: bool) -> Iterator[Refusal]:
    """How far the zone is, and what blocks a shorter path to it."""
    land, driving = ground(state), verb == DRIVE
    cost = land.charts.movement.zone_cost
    left = (column_allowance if driving else points_left)(state, unit)
    ruled, has = "2.road-column" if driving else "2.full", f"{unit} has {counted(left, 'movement point')}"
    straight = land.distance(unit.place, there)
    if straight * cost > left:
        yield from refusals_to_be_in(state, unit, night, there)
        yield Refusal(ruled, f"{there} is {counted(straight, 'zone')} away, and {has}")
        return
    rule = refusals_to_drive if driving else refusals_to_step

    def steps(at: Footing) -> Iterator[tuple[Footing, int, list[Refusal]]]:
        for beyond in land.grid.adjacency[at.place]:
            reasons = list(rule(state, unit, night, at, beyond))
            yield after_step(state, unit, at, beyond), cost, reasons

    found = explain(footing(state, unit), lambda at: at.place == there, left, steps)
    if found.open_cost is not None:
        yield Refusal(ruled, f"the shortest open path to {there} costs {found.open_cost}, and {has}")
    yield from dict.fromkeys(found.reasons)


def with_room(state: State, unit: Unit, zones: set[str]) -> frozenset[str]:
    """The zones, other than its own, where the unit may stop within the stacking limit."""
    most = ground(state).charts.stacking.limit - worth(state, unit)
    taken = load(state, unit.side)
    return frozenset(there for there in zones if there != unit.place and taken.get(there, 0) <= most)


def spend(tx: Transaction, unit: Unit, points: int = 1) -> None:
    """Movement points that are used up."""
    tx.mark(unit.key, MP, PLAYER_TURN, value=str(max(points_left(tx.state, unit) - points, 0)))


@case("map.control", "2.guns", "2.facing", "scale.zone")
def walk(tx: Transaction, unit: Unit, verb: str, there: str, night: bool) -> None:
    """Go there zone by zone, taking the places on the way, and face the way one went."""
    state, land = tx.state, ground(tx.state)
    driving = verb == DRIVE
    options = (drives if driving else marches)(state, unit.key, night)
    path = options.path_to(there)
    spent = (len(path) - 1) * land.charts.movement.zone_cost
    left = (column_allowance if driving else points_left)(state, unit) - spent
    for passed in path[1:-1]:
        enter_zone(tx, unit, passed)
    place(tx, unit, there, land.grid.direction(path[-2], there))
    tx.mark(unit.key, MOVED, PLAYER_TURN, value=options.arrival(there).only)
    tx.mark(unit.key, MP, PLAYER_TURN, value=str(left))
    if driving and not marked(state, unit.key, COLUMN):
        tx.mark(unit.key, COLUMN)
    if unit.is_towed_gun and not night:
        tx.mark(unit.key, GUN_MOVED, GAME_TURN)
    how = "drives in column" if driving else "moves"
    far = len(path) - 1
    measure = f"{counted(far, 'zone')}, {land.kilometres(far)}"
    text = f"{unit} {how} by {' '.join(path[:-1])} to {land.name_of(there)} ({measure})"
    about = (("unit", unit.key), *(("hex", here) for here in path))
    tx.emit(Event("UnitMoved", text, "2.road-column" if driving else "2.full", about=about))


@case("2.voluntary", "2.hold", "2.fallback", "2.full", "2.rough", "2.water", "2.column-combat", "2.guns")
def refusals_to_reach_by_assault(state: State, unit: Unit, target: str) -> Iterator[Refusal]:
    """An assault enters the defending zone: activation, points and ground must allow that last step."""
    result = mark_value(state, unit.key, ACTIVATED)
    if not result:
        yield Refusal("2.voluntary", f"{unit} was not activated in this player turn")
    elif result == HOLD:
        yield Refusal("2.hold", f"{unit} has a Hold result and no movement points")
    elif result == FALLBACK:
        yield Refusal("2.fallback", f"{unit} has a Fallback result and may do nothing more")
    if marked(state, unit.key, COLUMN):
        yield Refusal("2.column-combat", f"{unit} is in road column")
    if marked(state, unit.key, WORKED):
        yield Refusal("3.eligible", f"{unit} did engineering work in this player turn")
    if unit.is_towed_gun and marked(state, unit.key, GUN_MOVED):
        yield Refusal("2.guns", f"{unit} has moved in this game turn")
    needed, left = ground(state).charts.movement.assault_cost, points_left(state, unit)
    if result in (FULL, DOUBLE) and left < needed:
        yield Refusal("2.full", f"{unit} needs {counted(needed, 'movement point')} to assault and has {left}")
    yield from refusals_to_enter_last(state, unit, target)


@case("2.rough", "2.water", "2.road-rough")
def refusals_to_enter_last(state: State, unit: Unit, target: str) -> Iterator[Refusal]:
    """The zone entered last in a turn may not be barred, nor one that has to be the only one."""
    kind = step(state, unit, unit.place, target)
    if kind == BARRED:
        yield Refusal("2.water", f"{unit} ({unit.moves_as}) cannot enter {target} from {unit.place}")
    elif kind == ALONE and marked(state, unit.key, MOVED):
        ruled = limiting_case(state, unit, unit.place, target)
        yield Refusal(ruled, f"{target} must be the only zone {unit} enters, and it has moved already")
    if only := mark_value(state, unit.key, MOVED):
        yield Refusal(only, f"{unit} has entered the only zone of its turn, {unit.place}")
