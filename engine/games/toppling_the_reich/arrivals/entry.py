"""Where new and rebuilt units come into play: map entry hexes, railheads, open lines (6.5.1, 6.5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.games.toppling_the_reich import boxes, marks
from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.deception.discovery import discover, is_ambushed
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.movement.rail import (
    connected_in,
    connected_railheads,
    entries,
    line_from,
    net,
)
from engine.games.toppling_the_reich.movement.stacking import has_room, refusals_to_stack
from engine.games.toppling_the_reich.movement.step_cost import hex_cost
from engine.games.toppling_the_reich.movement.walk import ARRIVED
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import ALLIED, Clock, Unit, occupied, units_at
from engine.games.toppling_the_reich.scenario.ground import Entry, ground
from engine.games.toppling_the_reich.scenario.map_records import Railhead
from engine.games.toppling_the_reich.supply import antwerp
from engine.mechanics import box, is_due, take_off_schedule, tell, turn_due
from engine.referee import Refusal, State, Transaction, case, derived

SOUTH: Final = "7"
GROUP_WEST: Final = "1-6"
GROUP_SOUTH: Final = "7"


def entry_group(unit: Unit) -> str:
    """The entry hexes of the COM Z that a unit belongs to: 1-6, or 7."""
    return GROUP_SOUTH if unit.entry == SOUTH else GROUP_WEST


def may_come(state: State, unit: Unit) -> bool:
    """Has its turn come?"""
    return is_due(state, unit.key, state.one(Clock).turn)


def listed_now(state: State, side: str) -> list[Unit]:
    """The reinforcements of a side whose turn has come."""
    waiting = [u for u in units_at(state, box(boxes.DUE, side)) if turn_due(state, u.key) is not None]
    return [unit for unit in waiting if may_come(state, unit)]


def has_waited(state: State, unit: Unit) -> bool:
    """Could the unit have come in on an earlier turn?"""
    return is_due(state, unit.key, state.one(Clock).turn - 1)


@case("6.5.1-c")
def refusals_at_door(state: State, side: str, here: str) -> Iterator[Refusal]:
    """No unit arrives in a hex that the enemy occupies, has a zone of control over or interdicts."""
    enemy, where = ground(state).other(side), ground(state).name_of(here)
    if here in occupied(state, enemy):
        yield Refusal("6.5.1-c", f"the enemy is in {where}")
    elif here in zoc(state, enemy):
        yield Refusal("6.5.1-c", f"{where} is in an enemy zone of control")
    if here in interdicted(state, side):
        yield Refusal("6.5.1-c", f"{where} is under enemy interdiction")


def is_blocked(state: State, side: str, here: str) -> bool:
    """Does the enemy keep units from arriving in a hex?"""
    return next(refusals_at_door(state, side, here), None) is not None


@case("6.5.1-a", "6.5.1-c", "6.5.2-g")
def entry_hexes(state: State, unit: Unit) -> list[Entry]:
    """The map entry hexes a unit may use: the listed one; after a turn of waiting others of its edge.

    A unit of the COM Z may then use any of its group, an engineer any at all.
    """
    # INTERPRETATION (6.5.1-c): one that its owner held back has waited like one that was blocked.
    listed = ground(state).entries.get(unit.entry)
    own = entries(state, unit.side)
    in_comz = unit.place == box(boxes.COMZ, unit.side)
    if not has_waited(state, unit) and listed is not None:
        return [listed]
    if in_comz and unit.is_engineer:
        return own
    if in_comz or (listed is None and unit.side == ALLIED):
        south = entry_group(unit) == GROUP_SOUTH
        return [entry for entry in own if (entry.name == SOUTH) == south]
    return own if listed is None else [entry for entry in own if entry.edge == listed.edge]


@derived()
@case("6.5.1-a", "6.5.1-b", "6.5.4-a", "6.5.4-b", "6.5.4-e", "6.5.3-d", "6.5.3-f")
def places(state: State, unit: Unit) -> frozenset[str]:
    """The hexes where a unit may come into play, room and the enemy left aside."""
    doors = entry_hexes(state, unit)
    found = {entry.hex for entry in doors}
    if is_rebuilt(state, unit):
        if not unit.is_hq:
            found |= rebuilt_railheads(state, unit)
    elif unit.side == ALLIED:
        for entry in doors:
            found |= line_from(state, ALLIED, entry.hex)
        if unit.is_engineer and unit.place == box(boxes.COMZ, ALLIED):
            found = {entry.hex for entry in doors} | connected_railheads(state)
        elif antwerp.is_open(state) and any(entry.name != SOUTH for entry in doors):
            found.add(ground(state).ports[antwerp.ANTWERP])
    return frozenset(found)


def is_rebuilt(state: State, unit: Unit) -> bool:
    """Is it a unit out of the replacement pool that comes into play for the first time again?"""
    if unit.place == box(boxes.POOL, unit.side):
        return True
    held = unit.place == box(boxes.DUE, unit.side) or (
        unit.is_hq and unit.place == box(boxes.COMZ, unit.side)
    )
    return held and turn_due(state, unit.key) is None


@case("6.5.3-d", "6.5.4-b")
def rebuilt_railheads(state: State, unit: Unit) -> frozenset[str]:
    """Connected railheads: markers for the Allies, for the Germans any open hex of a line to an entry hex."""
    if unit.side == ALLIED:
        return connected_railheads(state)
    return connected_in(net(state, unit.side), (entry.hex for entry in entries(state, unit.side)))


def has_open_place(state: State, unit: Unit) -> bool:
    """Can it be put anywhere now?"""
    return any(
        not is_blocked(state, unit.side, here) and has_room(state, here, [unit])
        for here in places(state, unit)
    )


def refusal_of_railhead(state: State, unit: Unit, here: str, doors: str) -> Refusal:
    """Why a rebuilt unit does not appear in a hex: what keeps it from being a railhead of its side."""
    land, allied = ground(state), unit.side == ALLIED
    name = land.name_of(here)
    if not allied and here in land.rail_net:
        return Refusal("6.5.4-b", f"no open German railroad leads from an entry hex to {name}")
    if allied and here == land.ports.get(antwerp.ANTWERP):
        why = "enemy units are on the Scheldt, or the Allies do not control it"
        return Refusal("6.5.4-e", f"{name} is not a railhead: {why}")
    if allied and here in state.all(Railhead):
        return Refusal("6.5.4-a", f"the line from an entry hex to the railhead in {name} is cut")
    return Refusal("6.5.3-d", f"{unit} appears at entry {doors} or at a connected railhead, not in {name}")


@case("6.5.1-a", "6.5.1-b", "6.5.1-c", "6.5.3-f")
def refusals_to_enter_at(state: State, unit: Unit, here: str) -> Iterator[Refusal]:
    """Why a unit cannot come into play in a hex."""
    land = ground(state)
    if here not in places(state, unit):
        doors = ", ".join(entry.name for entry in entry_hexes(state, unit))
        if is_rebuilt(state, unit) and not unit.is_hq:
            yield refusal_of_railhead(state, unit, here, doors)
            return
        if is_rebuilt(state, unit):
            by = "6.5.3-f"
        elif unit.side == ALLIED and has_waited(state, unit):
            by = "6.5.2-g"
        else:
            by = "6.5.1-b" if unit.side == ALLIED else "6.5.1-a"
        why = f"{unit} comes in at entry {doors}, or by an open line from there, not in {land.name_of(here)}"
        yield Refusal(by, why)
        return
    yield from refusals_at_door(state, unit.side, here)
    yield from refusals_to_stack(state, here, [unit])


@case("13.3-b")
def finds_it_taken(tx: Transaction, side: str, here: str) -> bool:
    """Discover an unknown enemy where a unit would come into play; the unit then waits."""
    return is_ambushed(tx.state, side, here) and discover(tx, side, here)


@case("6.5", "6.5.1-a")
def enter(tx: Transaction, unit: Unit, here: str, by: str) -> None:
    """Put a unit on the map; at an entry hex it has paid for the terrain, on a line inside it has not."""
    # INTERPRETATION (6.5.1-a): an arrival along open track is not rail movement, so the unit may move on.
    land = ground(tx.state)
    at_edge = any(entry.hex == here for entry in land.entries.values())
    cost = hex_cost(tx.state, unit.side, here) if at_edge else 0
    take_off_schedule(tx, unit.key)
    for name in (marks.OOS, marks.OOC):
        tx.unmark(unit.key, name)
    place(tx, unit, here)
    tx.mark(unit.key, ARRIVED, marks.SEGMENT, value=str(cost))
    tx.mark(unit.key, marks.MOVED, marks.PLAYER_TURN)
    tell(tx, "UnitArrived", f"{unit} comes into play in {land.name_of(here)}", by, unit=unit.key, hex=here)
    if discover(tx, unit.side, here):
        tx.mark(unit.key, marks.STOPPED, marks.SEGMENT, value="13.3-b")


def names(units: Iterable[Unit]) -> str:
    """Units in words."""
    return ", ".join(unit.name for unit in units)
