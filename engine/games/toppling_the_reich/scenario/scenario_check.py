"""What is wrong with a scenario by the rules of this game, place by place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from engine.bad_input import BadInput
from engine.catalogue.check_map import shown
from engine.catalogue.check_opened import check_opened
from engine.catalogue.check_reach import deciding_hexes, out_of_reach, within_reach
from engine.catalogue.document import Placement, ScenarioDocument, hexside
from engine.catalogue.finding import Fault, Finding, error, warning
from engine.games.toppling_the_reich.arrivals.comz import UK
from engine.games.toppling_the_reich.movement.stacking import families_mixed, outranked, over_limit, points
from engine.games.toppling_the_reich.records import Unit, forces
from engine.games.toppling_the_reich.scenario.ground import Ground, ground
from engine.games.toppling_the_reich.scenario.opening import counter
from engine.games.toppling_the_reich.scenario.set_up import DEPLOYMENT, limits
from engine.games.toppling_the_reich.supply.general_supply import in_supply
from engine.referee.state import State


def findings(document: ScenarioDocument, opened: Callable[[], State]) -> Iterator[Finding]:
    """What is wrong with the set-up, and with the position that it makes."""
    looks = (overstacked, cramped, cut_off, missed_objectives)
    return check_opened(set_up_faults(document), opened, DEPLOYMENT, *looks)


def set_up_faults(document: ScenarioDocument) -> Iterator[Finding]:
    """Invalid counters, units at sea or in a hex with the enemy, arrivals without an entry hex."""
    try:
        land = Ground(document, {})
    except BadInput:
        return
    first = {unit: setups[0].place for unit, setups in land.set_ups.items()}
    holders: dict[str, str] = {}
    for unit in document.units:
        place = first.get(unit.id)
        try:
            counter(land, unit, place.at if place is not None else "")
        except BadInput as problem:
            yield error(f"unit {unit.id}", f"{problem}.")
            continue
        if place is None or place.kind != "hex" or place.at not in land.hexes:
            continue
        if place.at not in land.land:
            text, fix = f"{place.at} is not a land hex.", "Move it to dry land."
        elif holders.setdefault(place.at, unit.side) != unit.side:
            text, fix = f"Both sides stand in {place.at}.", "Move one of them."
        else:
            continue
        yield error(f"set-up of {unit.id}", text, fix, key=Fault.MISPLACED_UNIT, about=unit.id)
    yield from _wrong_doors(land, holders)


def _wrong_doors(land: Ground, holders: dict[str, str]) -> Iterator[Finding]:
    """6.5.1: reinforcements come by a map entry hex of their own side, which the enemy should not hold."""
    for arrival in land.document.schedule:
        name = str(arrival.data.get("entry", ""))
        if arrival.kind != "reinforcement" or name in ("", UK):
            continue
        where, door = f"schedule, turn {arrival.turn}", land.entries.get(name)
        if door is None:
            text = f"{arrival.unit} comes by entry {name}, which is not on the map."
            yield error(where, text, about=arrival.unit)
        elif door.side and door.side != arrival.side:
            text = f"{arrival.unit} comes by entry {name} in {door.hex}, an entry of the enemy."
            yield error(where, text, about=arrival.unit)
        elif arrival.place is None and holders.get(door.hex, arrival.side) != arrival.side:
            text = f"{arrival.unit} comes by entry {name} in {door.hex}, where the enemy begins."
            yield warning(where, text, "It has to wait until the hex is free.", about=arrival.unit)


def overstacked(state: State) -> Iterator[Finding]:
    """3.1: too many together, the two Allied families mixed, or a leader below his headquarters."""
    stacks: defaultdict[tuple[str, str], list[Unit]] = defaultdict(list)
    for side in ground(state).sides:
        for unit in forces(state, side):
            stacks[unit.place, side].append(unit)
    for (here, _), stack in sorted(stacks.items()):
        if crowded := over_limit(state, here, stack):
            fix = "Move a unit to another hex."
            yield warning("set-up", f"{crowded.why}.", fix, key=Fault.CROWDED_HEX, places=(here,))
        if families_mixed(stack):
            yield warning("set-up", f"British and American units share {ground(state).name_of(here)}.")
        if name := outranked(stack):
            yield warning("set-up", f"In {here} {name} is posted to a headquarters above his rank.")


def cramped(state: State) -> Iterator[Finding]:
    """15.4: where a free set-up is limited to a place, its hexes must hold all units that belong there."""
    land = ground(state)
    wanting: defaultdict[tuple[str, tuple[Placement, ...]], list[Unit]] = defaultdict(list)
    for unit in state.all(Unit).values():
        if unit.key not in land.left_open and (listed := limits(land, unit)):
            wanting[unit.side, tuple(listed)].append(unit)
    for (side, places), units in wanting.items():
        named = " or ".join(map(str, places))
        room = {here for place in places for here in land.placing.hexes(place, side)} & land.land
        own = {here for here in room if land.start_control[here] == side}
        need, most = sum(points(land, unit) for unit in units), len(own) * land.charts.stacking.capacity
        if not own:
            text = f"{shown(unit.name for unit in units)}: no hex of {named} is land on their side."
            yield error(f"side {side}", text, "Move the start line, or widen the place.")
        elif need > most:
            text = (
                f"{len(units)} units with {need} stacking points must fit into {named}, which holds {most}."
            )
            yield error(f"side {side}", text, "Widen the place.")


def cut_off(state: State) -> Iterator[Finding]:
    """3.3.1: units that begin out of General Supply, wherever the players put what is left to them."""
    land = ground(state)
    for side in land.sides:
        chosen = [unit for unit in forces(state, side) if unit.key in land.left_open]
        if any(unit.is_hq for unit in chosen):
            continue
        units = [u for u in forces(state, side) if u not in chosen and not in_supply(state, u)]
        if units:
            names = shown(f"{unit.name} in {unit.place}" for unit in units)
            yield warning(f"side {side}", f"Out of supply at the start: {names}.", "Open a supply line.")


def missed_objectives(state: State) -> Iterator[Finding]:
    """Victory hexes that no unit of a side could ever enter; bridges may be built over any river."""
    land = ground(state)

    def around(here: str) -> list[str]:
        near = land.land_neighbors.get(here, ())
        return [other for other in near if hexside(here, other) not in land.estuaries]

    reach = {}
    for side in land.sides:
        doors = {door.hex for door in land.entries.values() if door.side == side}
        starts = {unit.place for unit in forces(state, side)} | (doors & land.land)
        reach[side] = within_reach(starts, around)
    yield from out_of_reach(deciding_hexes(land.document, land.placing), reach, land.name_of)
