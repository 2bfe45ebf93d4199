"""Where units can go in a normal move, and the move itself (6.0, 3.2.1, 10.1, 10.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.deception.discovery import discover, is_ambushed
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.movement.stacking import has_room, over_limit
from engine.games.toppling_the_reich.movement.step_cost import GROUND, exits, hex_cost, unbridged
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import (
    MOVED,
    MP,
    PLAYER_TURN,
    RAILED,
    SEGMENT,
    STALEMATED,
    STOPPED,
    STRATEGIC,
    Control,
    Unit,
    forces,
    occupied,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import AirMarker
from engine.games.toppling_the_reich.special_units.engineers import follow_line
from engine.games.toppling_the_reich.supply.general_supply import allowance
from engine.hexes.paths import Reach, reach
from engine.mechanics.plural import article
from engine.referee import Event, Mark, Refusal, State, Transaction, case, derived, mark_value, marked

BEGAN: Final = "began"
"""segment; the hex in which the unit began its move"""
ARRIVED: Final = "arrived"
"""segment; what the hex in which it came into play has cost"""
BOUND: Final = "bound"
"""segment; the units that overran together and so end the segment together"""
ZONE_TO_ZONE: Final = 3
"""Movement points that the 150th Panzer Brigade pays on top for a step from zone to zone."""
Exit = Callable[[str], list[tuple[str, int]]]


class Ways(NamedTuple):
    """Where units can go: hexes they can pay for, and single steps that use up everything they have."""

    reach: Reach[str, int]
    alone: frozenset[str]
    ends: frozenset[str]
    points: int

    @property
    def start(self) -> str:
        return next(iter(self.reach.cost))

    def path_to(self, there: str) -> tuple[str, ...]:
        """The path to a hex; one that can be paid for is better than one that uses up everything."""
        return self.reach.path_to(there) if there in self.reach else (self.start, there)

    def cost_to(self, there: str) -> int:
        """The movement points that going there takes."""
        return self.reach.cost[there] if there in self.reach else self.points


def nowhere(start: str) -> Ways:
    """The result for units that cannot move."""
    return Ways(Reach({start: 0}, {}), frozenset(), frozenset(), 0)


def group(state: State, keys: tuple[str, ...]) -> list[Unit]:
    """The units that move together."""
    return [state.get(Unit, key) for key in keys]


def has_begun(state: State, unit: Unit) -> bool:
    """Has it moved in this segment?"""
    return marked(state, unit.key, BEGAN)


@case("6.0-a", "6.5.1-a")
def points_left(state: State, unit: Unit) -> int:
    """Movement points left in this segment; a unit that has just come in has paid for its entry hex."""
    left = mark_value(state, unit.key, MP)
    if left:
        return int(left)
    return max(allowance(state, unit) - int(mark_value(state, unit.key, ARRIVED) or 0), 0)


@case("10.3-a", "10.3-b")
def slips_through(unit: Unit) -> bool:
    """The 150th Panzer Brigade crosses zones of control as long as it is unreduced."""
    return unit.tag == "Z" and unit.is_full


@case("6.0-c", "11.3-a")
@derived(Unit, AirMarker)
def closed_hexes(state: State, side: str) -> frozenset[str]:
    """Hexes with enemy combat units that are seen, and those under enemy interdiction."""
    return occupied(state, ground(state).other(side)) | interdicted(state, side)


@case("13.2-b")
@derived(Unit)
def shown_only(state: State, side: str) -> frozenset[str]:
    """Hexes where a lone leader or asset of the enemy is overtaken: nothing that is hidden enters them."""
    # INTERPRETATION (13.2-b): what overtakes him is a unit and no dummy, so it is revealed before, as for an
    # overrun.
    enemy = ground(state).other(side)
    return frozenset(unit.place for unit in forces(state, enemy)) - occupied(state, enemy)


def closed_to(state: State, units: Iterable[Unit]) -> frozenset[str]:
    """The hexes that units of one side may not enter together."""
    coming = list(units)
    side = coming[0].side
    hidden = any(unit.hidden for unit in coming)
    return closed_hexes(state, side) | (shown_only(state, side) if hidden else frozenset())


@case("6.0-e", "6.4-a", "6.4.3-a", "3.2.1-a", "6.0-a")
def refusals_to_move(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """Why a unit does not move, or no farther, in this segment."""
    if unit.side != side or not unit.on_map:
        yield Refusal("6.0-a", f"{unit} is not {article(side)} {side.title()} unit on the map")
        return
    if marked(state, unit.key, STALEMATED):
        yield Refusal("6.0-e", f"{unit} is locked in a stalemate")
    if marked(state, unit.key, RAILED):
        yield Refusal("6.4-a", f"{unit} has moved by rail and may do nothing else in this game turn")
    if halted := mark_value(state, unit.key, STOPPED):
        yield Refusal(halted, f"{unit} had to stop in {ground(state).name_of(unit.place)}")
    if unit.mf == 0 and not unit.rail_static:
        yield Refusal("6.4.3-a", f"{unit} is static and was not set up on a Westwall hex with a railroad")
    elif has_begun(state, unit) and points_left(state, unit) == 0:
        yield Refusal("6.0-a", f"{unit} has no movement points left")


def may_move(state: State, side: str, unit: Unit) -> bool:
    """True if there is no reason against it."""
    return next(refusals_to_move(state, side, unit), None) is None


@derived(*GROUND, Control, Unit, AirMarker, Mark)
def ways(state: State, keys: tuple[str, ...]) -> Ways:
    """Where these units of one hex can go together by normal movement."""
    units = group(state, keys)
    lead = units[0]
    start, side = lead.place, lead.side
    points = min(points_left(state, unit) for unit in units)
    if not all(unit.mf and may_move(state, side, unit) for unit in units):
        return nowhere(start)
    if any(marked(state, unit.key, STRATEGIC) for unit in units):
        return nowhere(start)
    zone = zoc(state, ground(state).other(side))
    closed = closed_to(state, units)
    table = exits(state, side)
    alone = frozenset[str]()
    if len(units) == 1 and slips_through(lead):
        found = reach(start, points, through_zones(table, closed, zone))
        if not has_begun(state, lead):
            alone = frozenset(there for there, _ in table[start] if there not in closed)
    else:
        found = reach(start, points, _around(state, units, table, closed, zone), zone.__contains__)
        if not any(has_begun(state, unit) for unit in units):
            alone = lone_steps(state, units, closed, zone)
    alone -= found.cost.keys()
    return Ways(found, alone, with_room(state, units, {*found.cost, *alone}), points)


@case("10.3-a")
def through_zones(
    table: dict[str, tuple[tuple[str, int], ...]], closed: frozenset[str], zone: frozenset[str]
) -> Exit:
    """The steps of the 150th Panzer Brigade: dearer from zone to zone, and nothing stops it."""
    return lambda here: [
        (there, cost + (ZONE_TO_ZONE if here in zone and there in zone else 0))
        for there, cost in table[here]
        if there not in closed
    ]


def _around(
    state: State,
    units: list[Unit],
    table: dict[str, tuple[tuple[str, int], ...]],
    closed: frozenset[str],
    zone: frozenset[str],
) -> Exit:
    """Steps around the enemy; out of a zone of control in which they began only into hexes free of zones."""
    start = units[0].place
    first = [way for way in (*table[start], *river_steps(state, units)) if way[0] not in closed]
    if start in zone:
        first = [way for way in first if leaves_zone(way[0], zone)]

    def around(here: str) -> list[tuple[str, int]]:
        return first if here == start else [way for way in table[here] if way[0] not in closed]

    return around


@case("3.2.1-b")
def leaves_zone(there: str, zone: frozenset[str]) -> bool:
    """Does a step out of an enemy zone of control lead into a hex free of such zones?"""
    return there not in zone


@case("10.1-a")
def river_steps(state: State, units: list[Unit]) -> tuple[tuple[str, int], ...]:
    """A commando's step over a Major River beside which it began the segment."""
    unit = units[0]
    if len(units) > 1 or unit.type != "commando" or has_begun(state, unit) or arrived(state, unit):
        return ()
    price = ground(state).charts.tec_hexsides.commando_mp
    return tuple((there, hex_cost(state, unit.side, there) + price) for there in unbridged(state, unit.place))


def arrived(state: State, unit: Unit) -> bool:
    """Has it come into play in this segment?"""
    return marked(state, unit.key, ARRIVED)


def lone_steps(
    state: State, units: list[Unit], closed: frozenset[str], zone: frozenset[str]
) -> frozenset[str]:
    """Single hexes that units which have not moved may enter at the price of their whole move."""
    start, side = units[0].place, units[0].side
    near = [there for there, _ in (*exits(state, side)[start], *river_steps(state, units))]
    return frozenset(
        there
        for there in near
        if there not in closed
        and (
            may_change_zones(state, units, there) if start in zone and there in zone else minimum_move(units)
        )
    )


@case("6.0-b")
def minimum_move(units: list[Unit]) -> bool:
    """One hex is always possible, whatever it costs, for units that can move at all."""
    return all(unit.mf for unit in units)


@case("3.2.1-c", "10.1-b")
def may_change_zones(state: State, units: list[Unit], there: str) -> bool:
    """From zone to zone only where friends are already, or as a commando."""
    return all(unit.type == "commando" for unit in units) or there in occupied(state, units[0].side)


@case("3.1-d")
def with_room(state: State, units: list[Unit], hexes: set[str]) -> frozenset[str]:
    """The hexes, other than their own, where the units may stop; passing through is free."""
    start, side = units[0].place, units[0].side
    held = any_of(state, side)
    ends = {there for there in hexes if there in held and there != start and has_room(state, there, units)}
    if not over_limit(state, "", units):
        ends |= hexes - held
    return frozenset(ends)


@derived(Unit)
def any_of(state: State, side: str) -> frozenset[str]:
    """The hexes with any counter of a side."""
    return frozenset(unit.place for unit in forces(state, side))


def name_all(units: list[Unit]) -> str:
    """The units in words."""
    return ", ".join(unit.name for unit in units)


@case("3.2.1-a", "13.3-b", "14.0-c")
def walk(tx: Transaction, keys: tuple[str, ...], path: tuple[str, ...], left: list[int], by: str) -> str:
    """Move hex by hex; `left` gives the points left after each step. Returns the hex where it ended."""
    side = tx.state.get(Unit, keys[0]).side
    started, here, last = path[0], path[0], -1
    discovered = False
    for step, there in enumerate(path[1:]):
        if is_ambushed(tx.state, side, there):
            discovered = discover(tx, side, here) or discover(tx, side, there)
            break
        for key in keys:
            place(tx, tx.state.get(Unit, key), there)
        here, last = there, step
        if discover(tx, side, there):
            discovered = True
            break
    if discovered:
        last = fall_back(tx, keys, path, last)
        here = path[last + 1]
    for key in keys:
        if here != started:
            _mark_moved(tx, key, started, left[last])
            follow_line(tx, key, path[: last + 2])
        if discovered:
            tx.mark(key, STOPPED, SEGMENT, value="13.3-b")
    if here != started:
        tell(tx, keys, path[: last + 2], by)
    return here


@case("13.3-b", "3.1-d")
def fall_back(tx: Transaction, keys: tuple[str, ...], path: tuple[str, ...], last: int) -> int:
    """The last step that counts when a discovery stops units: they stay only where there is room."""
    # INTERPRETATION (13.3-b): stopped where they may not stay, they go back to the last hex where they may.
    units = group(tx.state, keys)
    stopped = last
    while last >= 0 and not has_room(tx.state, path[last + 1], units):
        last -= 1
    if last != stopped:
        for unit in units:
            place(tx, unit, path[last + 1])
    return last


def _mark_moved(tx: Transaction, key: str, started: str, left: int) -> None:
    if not marked(tx.state, key, BEGAN):
        tx.mark(key, BEGAN, SEGMENT, value=started)
    tx.mark(key, MOVED, PLAYER_TURN)
    tx.mark(key, MP, SEGMENT, value=str(left))


@case("3.2.1-a")
def stop_in_zone(tx: Transaction, keys: tuple[str, ...]) -> None:
    """Units that have come into an enemy zone of control move no farther in this player-turn."""
    units = group(tx.state, keys)
    zone = zoc(tx.state, ground(tx.state).other(units[0].side))
    for unit in units:
        slips = len(units) == 1 and slips_through(unit)
        if unit.place in zone and not slips and not marked(tx.state, unit.key, STOPPED):
            tx.mark(unit.key, STOPPED, SEGMENT, value="3.2.1-a")


def tell(tx: Transaction, keys: tuple[str, ...], path: tuple[str, ...], by: str) -> None:
    """The log's sentence: of a marker the enemy reads only its letter, of an unknown unit nothing."""
    units = group(tx.state, keys)
    land = ground(tx.state)
    way = f"by {' '.join(path[1:-1])} " if len(path) > 2 else ""
    where = f"from {path[0]} {way}to {land.name_of(path[-1])}"
    text = f"{name_all(units)}: {where}"
    hexes = tuple(("hex", here) for here in path)
    about = (*(("unit", key) for key in keys), *hexes)
    if not any(unit.hidden for unit in units):
        tx.emit(Event("UnitMoved", text, by, about=about))
        return
    seen = [unit for unit in units if unit.hidden != "unknown"]
    shown = [f"marker {unit.letter}" if unit.hidden else unit.name for unit in seen]
    redacted = f"{', '.join(shown)}: {where}" if shown else ""
    tx.emit(Event("UnitMoved", text, by, (units[0].side,), redacted, about))


def march(tx: Transaction, keys: tuple[str, ...], there: str) -> None:
    """A normal move to a hex that `ways` offers."""
    found = ways(tx.state, keys)
    path = found.path_to(there)
    if there in found.reach:
        left = [found.points - found.reach.cost[here] for here in path[1:]]
    else:
        left = [0]
    by = "6.0-a" if there in found.reach else "6.0-b"
    walk(tx, keys, path, left, by)
    stop_in_zone(tx, keys)
