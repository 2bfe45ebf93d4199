"""Where a unit can go, and the move itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from engine.games.dday_to_berlin.control import enter_zone
from engine.games.dday_to_berlin.ground import ground
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
    forces,
    occupied,
)
from engine.games.dday_to_berlin.stacking import load, place, worth
from engine.games.dday_to_berlin.steps import (
    ALONE,
    BARRED,
    limiting_case,
    open_exits,
    road_exits,
    step,
    steps,
)
from engine.games.dday_to_berlin.zoc import zoc
from engine.hexes.paths import Reach, reach
from engine.referee.event import Event
from engine.referee.marks import Mark, mark_value, marked
from engine.referee.refusal import Refusal, case
from engine.referee.state import State, derived
from engine.referee.transaction import Transaction

MARCH: Final = "march"
DRIVE: Final = "drive"
"""As a road column."""
SHY: Final = frozenset(("HQ", "ART", "SPA"))


class Marches(NamedTuple):
    """Where a unit can end a march: over steps that may follow one another, or into the only zone."""

    ways: Reach[str, int]
    alone: frozenset[str]
    ends: frozenset[str]

    def path_to(self, there: str) -> tuple[str, ...]:
        """The way there; an ordinary way is better than one that uses up the turn."""
        return self.ways.path_to(there) if there in self.ways else (self.start, there)

    @property
    def start(self) -> str:
        return next(iter(self.ways.cost))


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


@derived(Unit)
def screened(state: State, side: str) -> frozenset[str]:
    """Zones with a unit of the fighting arms, behind which headquarters and artillery may shelter."""
    return frozenset(unit.place for unit in forces(state, side) if unit.type not in SHY)


@case("2.occupied", "2.zoc", "C.move")
def closed_zones(state: State, unit: Unit, night: bool) -> frozenset[str]:
    """Zones that the unit may not enter: enemy ones, and enemy zones of control for some or at night."""
    enemy = ground(state).other(unit.side)
    closed = occupied(state, enemy)
    if night:
        return closed | zoc(state, enemy)
    if unit.type in SHY:
        return closed | (zoc(state, enemy) - screened(state, unit.side))
    return closed


@case("2.guns")
def is_bound(state: State, unit: Unit, night: bool) -> bool:
    """A towed gun that took part in combat stays where it is until the game turn ends."""
    return unit.is_towed_gun and not night and marked(state, unit.key, FIRED)


@case("2.full", "2.rough", "2.zoc", "2.occupied", "2.execute")
@derived(Unit, Bridge, Mark)
def marches(state: State, key: str, night: bool) -> Marches:
    """Where the unit can go at the normal rate with what it has left."""
    unit = state.get(Unit, key)
    left, moved = points_left(state, unit), marked(state, key, MOVED)
    enemy_zoc = zoc(state, ground(state).other(unit.side))
    stopped = moved and (
        unit.place in enemy_zoc or mark_value(state, key, MOVED) != "" or marked(state, key, COLUMN)
    )
    cost = ground(state).charts.movement.zone_cost
    if left < cost or stopped or unit.static or is_bound(state, unit, night):
        return Marches(Reach({unit.place: 0}, {}), frozenset(), frozenset())
    closed = closed_zones(state, unit, night)
    ways = reach(unit.place, left, around(open_exits(state, unit.moves_as), closed), enemy_zoc.__contains__)
    alone = frozenset[str]()
    if not moved:
        leaving = steps(state, unit.moves_as)[unit.place]
        alone = frozenset(there for there, kind in leaving if kind == ALONE and there not in closed)
    return Marches(ways, alone, with_room(state, unit, {*ways.cost, *alone}))


@case("2.road-column")
@derived(Unit, Bridge, Mark)
def drives(state: State, key: str, night: bool) -> Marches:
    """Where the unit can go as a road column: road steps only, clear of enemy zones of control."""
    unit = state.get(Unit, key)
    enemy_zoc = zoc(state, ground(state).other(unit.side))
    left = column_allowance(state, unit)
    if left <= 0 or unit.place in enemy_zoc or unit.static or is_bound(state, unit, night):
        return Marches(Reach({unit.place: 0}, {}), frozenset(), frozenset())
    closed = closed_zones(state, unit, night) | enemy_zoc
    ways = reach(unit.place, left, around(road_exits(state), closed))
    return Marches(ways, frozenset(), with_room(state, unit, set(ways.cost)))


def around(
    exits: dict[str, tuple[tuple[str, int], ...]], closed: frozenset[str]
) -> Callable[[str], list[tuple[str, int]]]:
    """The exits that do not lead into a closed zone."""
    return lambda here: [way for way in exits[here] if way[0] not in closed]


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
    only = "" if there in options.ways else limiting_case(state, unit, path[-2], there)
    tx.mark(unit.key, MOVED, PLAYER_TURN, value=only)
    tx.mark(unit.key, MP, PLAYER_TURN, value=str(left))
    if driving and not marked(state, unit.key, COLUMN):
        tx.mark(unit.key, COLUMN)
    if unit.is_towed_gun and not night:
        tx.mark(unit.key, GUN_MOVED, GAME_TURN)
    how = "drives in column" if driving else "moves"
    far = len(path) - 1
    measure = f"{far} zone{'s' if far > 1 else ''}, {land.kilometres(far)}"
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
        yield Refusal("2.fallback", f"{unit} has a Fallback result and does nothing more")
    if marked(state, unit.key, COLUMN):
        yield Refusal("2.column-combat", f"{unit} is in road column")
    if marked(state, unit.key, WORKED):
        yield Refusal("3.eligible", f"{unit} did engineering work in this player turn")
    if unit.is_towed_gun and marked(state, unit.key, GUN_MOVED):
        yield Refusal("2.guns", f"{unit} has moved in this game turn")
    needed, left = ground(state).charts.movement.assault_cost, points_left(state, unit)
    if result in (FULL, DOUBLE) and left < needed:
        yield Refusal("2.full", f"{unit} needs {needed} movement point to assault and has {left}")
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
