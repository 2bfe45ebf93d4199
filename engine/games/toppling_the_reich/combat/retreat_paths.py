"""Where a retreat may go (7.8): what blocks it, where it can end, and the direction to headquarters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.command.command_control import crosses_boundary
from engine.games.toppling_the_reich.movement.rivers import refusals_of_hexside
from engine.games.toppling_the_reich.movement.stacking import has_room, refusals_to_share
from engine.games.toppling_the_reich.movement.zoc import barred
from engine.games.toppling_the_reich.records import Unit, forces, occupied, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.referee import Refusal, State, case


@case("7.8-b", "6.1.1-c", "3.2-c", "5.2-c")
def refusals_to_step(state: State, unit: Unit, path: tuple[str, ...], there: str) -> Iterator[Refusal]:
    """What keeps a retreat from going on to a hex."""
    land = ground(state)
    here = path[-1]
    name = land.name_of(there)
    if there not in land.grid.adjacency[here]:
        yield Refusal("7.8-a", f"{name} is not adjacent to {here}")
        return
    if there in path:
        yield Refusal("7.8-a", f"{unit} does not enter {name} twice")
    if there not in land.land:
        yield Refusal("7.8-b", f"{name} is {land.terrain[there]}, which no unit may enter")
    elif there in occupied(state, land.other(unit.side)):
        yield Refusal("7.8-b", f"the enemy is in {name}")
    elif barred(state, unit.side) & land.grid.bit(there):
        yield Refusal("7.8-b", f"{name} is in an enemy zone of control, and no friendly unit is there")
    for river in refusals_of_hexside(state, unit.side, here, there):
        yield Refusal("7.8-b", river.why)
    if crosses_boundary(state, unit.side, here, there):
        yield Refusal("7.8-b", f"{name} lies beyond the army group boundary")


class Party(NamedTuple):
    """A unit on its way back, the leaders and assets that go with it, and the side that chooses the way."""

    unit: Unit
    followers: tuple[str, ...]
    chooser: str


def _fits(state: State, party: Party, here: str) -> bool:
    """May they stop there, as far as the side that chooses can see?"""
    coming = [party.unit, *(state.get(Unit, key) for key in party.followers)]
    side = party.unit.side
    if party.chooser == side:
        return has_room(state, here, coming)
    keys = {unit.key for unit in coming}
    seen = [u for u in units_at(state, here) if u.side == side and not u.hidden and u.key not in keys]
    return next(refusals_to_share(state, here, [*seen, *coming]), None) is None


def _onward(
    state: State, party: Party, path: tuple[str, ...], left: int, closed: frozenset[str]
) -> Iterator[str]:
    """The neighbours from which a retreat of this number of hexes can be completed."""
    for there in ground(state).land_neighbors[path[-1]]:
        if there in closed or next(refusals_to_step(state, party.unit, path, there), None) is not None:
            continue
        further = (*path, there)
        if left == 1:
            if _fits(state, party, there):
                yield there
        elif next(_onward(state, party, further, left - 1, closed), None) is not None:
            yield there


@case("7.8-b", "11.3-b", "7.8-c")
def ways(state: State, party: Party, path: tuple[str, ...], left: int) -> list[str]:
    """The hexes from which the retreat can be finished; interdicted ones only if there is no other path.

    A unit without room for the leaders and assets that go with it retreats without them.
    """
    flown_over = interdicted(state, party.unit.side)
    for company in (party, party._replace(followers=())):
        for closed in (flown_over, frozenset[str]()):
            found = list(_onward(state, company, path, left, closed))
            if found:
                return found
    return []


@case("7.8-a", "7.10-a")
def toward_hq(state: State, unit: Unit, path: tuple[str, ...], open_hexes: list[str]) -> list[str]:
    """Those that lead toward the nearest friendly headquarters; all of them if none does."""
    land = ground(state)
    hqs = [hq.place for hq in forces(state, unit.side) if hq.is_hq and hq.place != path[0] and not hq.hidden]
    now = min((land.distance(path[-1], hq) for hq in hqs), default=0)
    nearest = [hq for hq in hqs if land.distance(path[-1], hq) == now]
    nearer = [there for there in open_hexes if any(land.distance(there, hq) < now for hq in nearest)]
    return nearer or open_hexes
