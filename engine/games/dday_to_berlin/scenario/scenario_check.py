"""What is wrong with a scenario by the rules of this game, place by place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from engine.bad_input import BadInput
from engine.catalogue.check_map import shown
from engine.catalogue.check_opened import check_opened
from engine.catalogue.check_reach import deciding_hexes, out_of_reach, within_reach
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.finding import Fault, Finding, error, warning
from engine.games.dday_to_berlin.command.supply import supplied_zones, supply_sources
from engine.games.dday_to_berlin.movement.step import steps
from engine.games.dday_to_berlin.records import MOBILITIES, Unit, forces
from engine.games.dday_to_berlin.scenario.ground import Ground, ground
from engine.games.dday_to_berlin.scenario.opening import check_unit, stand
from engine.games.dday_to_berlin.scenario.set_up import DEPLOYMENT
from engine.mechanics.places import TO_SET_UP, box
from engine.referee import Due, State


def findings(document: ScenarioDocument, opened: Callable[[], State]) -> Iterator[Finding]:
    """What is wrong with the set-up, and with the position that it makes."""
    return check_opened(set_up_faults(document), opened, DEPLOYMENT, cut_off, missed_objectives)


def set_up_faults(document: ScenarioDocument) -> Iterator[Finding]:
    """Units on terrain that they could not enter, in a zone with the enemy, or above the stacking limit."""
    try:
        land = Ground(document, {})
    except BadInput:
        return
    yield from _not_of_this_game(document)
    stacks: defaultdict[str, list[Unit]] = defaultdict(list)
    for unit in document.units:
        listed = [setup.place.at for setup in land.set_ups.get(unit.id, ()) if setup.place.kind == "hex"]
        is_open = unit.id in land.open_places
        if not listed and not is_open:
            continue
        try:
            standing = stand(document, unit, box(TO_SET_UP, unit.side) if is_open else listed[0])
            check_unit(land, standing)
        except BadInput as problem:
            fix = "Move it, or take it off the map."
            key = Fault.MISPLACED_UNIT
            yield error(f"set-up of {unit.id}", f"{problem}.", fix, key=key, about=unit.id)
        else:
            if standing.on_map:
                stacks[standing.place].append(standing)
    stacking = land.charts.stacking
    for here, stack in sorted(stacks.items()):
        if len({unit.side for unit in stack}) > 1:
            text = f"Both sides stand in {here}."
            yield error("set-up", text, "Move one of them.", key=Fault.CROWDED_HEX, places=(here,))
        load = sum(stacking.points[unit.size] for unit in stack)
        if load > stacking.limit:
            text = f"{here} holds {load} stacking points; {stacking.limit} are allowed."
            yield error("set-up", text, "Move a unit to another zone.", key=Fault.CROWDED_HEX, places=(here,))


def _not_of_this_game(document: ScenarioDocument) -> Iterator[Finding]:
    """Set-ups and allotments that a scenario can say and this game does not ask for."""
    for setup in document.setups:
        if setup.place.kind == "box":
            where = f"set-up of {setup.unit}"
            yield error(where, f"Units begin in a zone, not in {setup.place}.", "Name a hex or an area.")
    for allotment in document.allotments:
        if allotment.turn:
            text = f"{allotment.what} is allotted for the whole game, not for turn {allotment.turn}."
            yield warning(f"allotment {allotment.what}", text, "Add it to what is given once.")


def cut_off(state: State) -> Iterator[Finding]:
    """Sides whose units begin out of supply, where the players may choose to play with supply."""
    land = ground(state)
    if all(option.key != "advanced" for option in land.document.options):
        return
    for side in land.sides:
        zones = supplied_zones(state, side)
        units = [u for u in forces(state, side) if u.place not in zones and u.key not in land.left_open]
        if units and not supply_sources(state, side):
            yield warning(f"side {side}", "It holds no supply point of its own, so nobody is in supply.")
        elif units:
            names = shown(f"{unit.name} in {unit.place}" for unit in units)
            yield warning(f"side {side}", f"Out of supply at the start: {names}.", "Open a supply line.")


def missed_objectives(state: State) -> Iterator[Finding]:
    """Objectives that no unit of a side could ever enter, however the game goes."""
    land = ground(state)
    places = deciding_hexes(land.document, land.placing)
    arriving = {due.subject: due.place for due in state.all(Due).values()}
    reach = {}
    for side in land.sides:
        reach[side] = set[str]()
        for mobility in MOBILITIES:
            starts = {
                here
                for unit in state.all(Unit).values()
                if unit.side == side and unit.moves_as == mobility and not (unit.static or unit.is_hq)
                for here in [unit.place if unit.on_map else arriving.get(unit.key, "")]
                if here in land.hexes
            }
            reach[side] |= within_reach(starts, _ways(state, mobility))
    yield from out_of_reach(places, reach, land.name_of)


def _ways(state: State, mobility: str) -> Callable[[str], Iterable[str]]:
    ways = steps(state, mobility)
    return lambda here: ways[here]
