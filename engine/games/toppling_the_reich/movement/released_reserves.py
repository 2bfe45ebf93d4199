"""How reserves move that a Breakthrough has released (3.5.3-f, 8.0-c)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.toppling_the_reich.command.reserves import strip
from engine.games.toppling_the_reich.movement.modes import (
    FAR,
    Mode,
    refusals_to_part,
    why_not_enter,
    why_they_stay,
)
from engine.games.toppling_the_reich.movement.stacking import refusals_to_stack
from engine.games.toppling_the_reich.movement.step_cost import exits
from engine.games.toppling_the_reich.movement.walk import (
    closed_to,
    group,
    may_move,
    name_all,
    points_left,
    walk,
    with_room,
)
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import SEGMENT, STOPPED, Unit, occupied
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import counted
from engine.hexes.paths import Reach, reach
from engine.referee import Preview, Refusal, State, Transaction, case, derived

RESERVE: Final = "reserve"
"""The value of EXPLOITING for a released reserve."""


@case("3.5.3-f")
def stops(state: State, side: str, here: str) -> bool:
    """An enemy zone of control stops a reserve only where no friendly unit stands."""
    return here in zoc(state, ground(state).other(side)) and here not in occupied(state, side)


@case("3.5.3-f")
def inside(state: State, units: list[Unit]) -> frozenset[str]:
    """The hexes on this side of the army group boundaries that are not closed to them."""
    within = strip(state, units[0].side, units[0].place)
    return frozenset(ground(state).grid.hexes_in(within)) - closed_to(state, units)


@derived()
@case("3.5.3-f")
def ways(state: State, keys: tuple[str, ...]) -> Reach[str, int]:
    """Where released reserves can go: terrain costs, no limit of range, no army group boundary."""
    units = group(state, keys)
    start, side = units[0].place, units[0].side
    if not all(may_move(state, side, unit) for unit in units):
        return Reach({start: 0}, {})
    open_hexes, table = inside(state, units), exits(state, side)
    points = min(points_left(state, unit) for unit in units)
    return reach(
        start,
        points,
        lambda here: [way for way in table[here] if way[0] in open_hexes],
        lambda here: here != start and stops(state, side, here),
    )


class ReleasedMove(Mode):
    """As a reserve: past the enemy where friends stand, but over no army group boundary."""

    verb = "move"
    words = "Move to"
    ruled_by = "8.0-c"

    def ends(self, state: State, keys: tuple[str, ...]) -> frozenset[str]:
        units = group(state, keys)
        if next(refusals_to_part(state, units), None) is not None:
            return frozenset()
        return with_room(state, units, set(ways(state, keys).cost))

    def against(self, state: State, keys: tuple[str, ...]) -> Iterator[Refusal]:
        units = group(state, keys)
        yield from refusals_to_part(state, units)
        yield from why_they_stay(state, units)

    def why_not(self, state: State, keys: tuple[str, ...], there: str) -> Iterator[Refusal]:
        units = group(state, keys)
        against = [*self.against(state, keys), *why_not_enter(state, units, there)]
        yield from against
        if there == units[0].place:
            yield Refusal("6.0-a", f"{name_all(units)}: in {there} already")
        elif there in ways(state, keys):
            yield from refusals_to_stack(state, there, units)
        elif not against:
            yield why_no_way(state, units, there)

    @case("3.5.3-f", "8.0-c")
    def go(self, tx: Transaction, keys: tuple[str, ...], there: str) -> None:
        units, found = group(tx.state, keys), ways(tx.state, keys)
        path = found.path_to(there)
        points = min(points_left(tx.state, unit) for unit in units)
        halts = stops(tx.state, units[0].side, there)
        walk(tx, keys, path, [points - found.cost[here] for here in path[1:]], "8.0-c")
        for key in keys if halts else ():
            tx.mark(key, STOPPED, SEGMENT, value="3.2.1-a")

    def preview(self, state: State, keys: tuple[str, ...], there: str) -> Preview:
        found = ways(state, keys)
        return Preview(name_all(group(state, keys)), found.path_to(there), found.cost[there])


@case("3.5.3-f")
def why_no_way(state: State, units: list[Unit], there: str) -> Refusal:
    """The boundary, rivers and the enemy, his zones, or too few points."""
    land, side, start = ground(state), units[0].side, units[0].place
    name = land.name_of(there)
    open_hexes, table = inside(state, units), exits(state, side)
    if there not in open_hexes:
        return Refusal("3.5.3-f", f"{name} lies beyond the army group boundary, which no reserve crosses")
    free = reach(start, FAR, lambda here: [way for way in table[here] if way[0] in open_hexes])
    points = min(points_left(state, unit) for unit in units)
    if there not in free:
        return Refusal(
            "3.5.3-f", f"no path over bridges, past enemy units and inside the boundary leads to {name}"
        )
    if free.cost[there] <= points:
        return Refusal(
            "3.5.3-f", f"the path to {name} leads through enemy zones of control without a friendly unit"
        )
    away = counted(free.cost[there], "movement point")
    return Refusal("3.5.3-f", f"a reserve pays for terrain: {name} is {away} away, {points} left")
