"""What lies on a hexside now: rivers, bridges of every kind, the ferry, the dotted and the flooded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.catalogue.document import hexside
from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.records import Clock, Control, Unit, forces
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import (
    Bridgehead,
    BrokenBridge,
    RoerFlood,
    TemporaryBridge,
)
from engine.games.toppling_the_reich.weather.conditions import is_flooded
from engine.referee import Refusal, State, case, derived

NONE: Final = "none"
MINOR: Final = "minor_river"
FLOODED: Final = "flooded_minor_river"
CANAL: Final = "canal"
MAJOR: Final = "major_river"
BRIDGED: Final = "major_river_bridged"
DOTTED: Final = "dotted_flushing"
ESTUARY: Final = "estuary"
DAM_FLOOD: Final = "roer_dam_flood"


@derived(Bridgehead, TemporaryBridge, BrokenBridge)
@case("6.1-a", "10.4.2-f", "10.4.3-a", "16.5.7-b")
def bridges(state: State) -> frozenset[str]:
    """Hexsides of Major Rivers that can be crossed on a bridge: printed, bridgehead or temporary."""
    standing = {side for side in ground(state).printed_bridges if state.find(BrokenBridge, side) is None}
    standing.update(side for side, made in state.all(Bridgehead).items() if made.ready)
    standing.update(state.all(TemporaryBridge))
    return frozenset(standing)


@derived(RoerFlood, Clock)
@case("5.1.3-b", "5.1.3-c")
def roer_closed(state: State) -> bool:
    """Has a blown dam made the Roer impassable this turn?"""
    flood = state.find(RoerFlood, "")
    return flood is not None and state.one(Clock).turn <= flood.last_turn


@derived(Control)
@case("6.1.1-a", "6.1.1-c")
def open_ferries(state: State, side: str) -> frozenset[str]:
    """The dotted hexsides that a side may cross: it controls both hexes."""
    return frozenset(
        dotted
        for dotted in ground(state).dotted
        if all(holder(state, here) == side for here in dotted.split("/"))
    )


@derived(Unit)
@case("10.4.2-c")
def engineer_sides(state: State, side: str) -> frozenset[str]:
    """Major River hexsides beside an engineer: its ferry carries lines of supply and command."""
    land = ground(state)
    found = set()
    for unit in forces(state, side):
        if unit.is_engineer:
            beside = {hexside(unit.place, other) for other in land.grid.adjacency[unit.place]}
            found |= beside & land.major_rivers.keys()
    return frozenset(found)


def open_to_lines(state: State, side: str) -> frozenset[str]:
    """What lines of supply and command of a side may cross besides open ground."""
    return bridges(state) | open_ferries(state, side) | engineer_sides(state, side)


def open_to_movement(state: State, side: str) -> frozenset[str]:
    """What units of a side may cross without a ferry of engineers: movement, reserves, retreats."""
    return bridges(state) | open_ferries(state, side)


def between(state: State, a: str, b: str) -> str:
    """What lies between two neighbours, as the terrain chart calls it; NONE for open ground."""
    return lies_on(state, hexside(a, b))


def lies_on(state: State, side: str) -> str:
    """The same for a hexside."""
    land = ground(state)
    if side in land.major_rivers:
        return BRIDGED if side in bridges(state) else MAJOR
    if side in land.dotted:
        return DOTTED
    if side in land.estuaries:
        return ESTUARY
    if side in land.roer and roer_closed(state):
        return DAM_FLOOD
    if side in land.minor_rivers:
        return FLOODED if is_flooded(state, land.minor_rivers[side]) else MINOR
    return CANAL if side in land.canals else NONE


@case("6.0-a", "6.1-a", "6.1.1-a", "5.1.3-c")
def refusals_of_hexside(state: State, side: str, here: str, there: str) -> Iterator[Refusal]:
    """Why units of a side do not go to a neighbour, whoever is there: rivers without a bridge, the sea."""
    land, what = ground(state), between(state, here, there)
    line = hexside(here, there)
    if what == MAJOR:
        yield Refusal("6.1-a", f"the {land.major_rivers[line]} has no bridge at {line}")
    elif what == DOTTED and line not in open_ferries(state, side):
        yield Refusal(
            "6.1.1-a", f"both {here} and {there} must be under friendly control to cross between them"
        )
    elif what == DAM_FLOOD:
        yield Refusal("5.1.3-c", f"the Roer at {line} is impassable after the demolition of the dams")
    elif what == ESTUARY:
        yield Refusal("6.0-a", f"the water at {line} cannot be crossed")


def can_cross(state: State, side: str, a: str, b: str) -> bool:
    """May a unit of a side step from one land hex to the next over what lies between them?"""
    return next(refusals_of_hexside(state, side, a, b), None) is None
