"""One step from a zone to the next: how the ground lets each mobility class take it."""

from __future__ import annotations

from typing import Final

from engine.catalogue.document import hexside
from engine.games.dday_to_berlin.records import MOBILITIES, Bridge, Unit
from engine.games.dday_to_berlin.scenario.ground import Ground, ground
from engine.referee import State, case, derived

ROAD: Final = "road"
"""Along a road or over a bridge: no rough terrain counts."""
NORMAL: Final = "normal"
ALONE: Final = "alone"
"""The only zone entered in the whole player turn."""
BARRED: Final = "barred"


@case("map.terrain", "map.river", "2.rough", "2.road-rough", "2.water")
def kind_of_step(state: State, mobility: str, here: str, there: str) -> str:
    """Road before ground, bridge before river; what is left decides by the terrain chart."""
    return _kind(ground(state), mobility, here, there, state.find(Bridge, hexside(here, there)) is not None)


def _kind(land: Ground, mobility: str, here: str, there: str, bridge: bool) -> str:
    side = hexside(here, there)
    going = land.terrain[there].going[mobility]
    if going == "never":
        return BARRED
    if side in land.rivers:
        if bridge:
            return ROAD
        crossing = land.charts.terrain.hexsides["river without bridge"][mobility]
        return ALONE if crossing == "alone" and going != "road" else BARRED
    if side in land.roads:
        return ROAD
    return {"normal": NORMAL, "alone": ALONE, "road": BARRED}[going]


@derived(Bridge)
def steps(state: State, mobility: str) -> dict[str, dict[str, str]]:
    """Every step that the class can take from each zone, with its kind."""
    land = ground(state)
    found = dict(_steps_without_bridges(land, mobility))
    for here in {end for side in state.all(Bridge) for end in side.split("/") if end in land.grid}:
        kinds = {there: kind_of_step(state, mobility, here, there) for there in land.grid.adjacency[here]}
        found[here] = {there: kind for there, kind in kinds.items() if kind != BARRED}
    return found


def _steps_without_bridges(land: Ground, mobility: str) -> dict[str, dict[str, str]]:
    """The same for the ground alone, which never changes."""
    known: dict[str, dict[str, dict[str, str]]] = land.__dict__.setdefault("_steps_without_bridges", {})
    if mobility not in known:
        known[mobility] = {
            here: {
                there: kind
                for there in land.grid.adjacency[here]
                if (kind := _kind(land, mobility, here, there, bridge=False)) != BARRED
            }
            for here in land.grid.hexes
        }
    return known[mobility]


def has_road(state: State, here: str) -> bool:
    """Does a road or bridge lead from the zone? They are the same for every class."""
    return ROAD in steps(state, MOBILITIES[0])[here].values()


def step(state: State, unit: Unit, here: str, there: str) -> str:
    """How this unit can go from a zone to a neighbour: ROAD, NORMAL, ALONE or BARRED."""
    return steps(state, unit.moves_as)[here].get(there, BARRED)


@case("2.rough", "2.water")
def limiting_case(state: State, here: str, there: str) -> str:
    """Which case makes a zone the only one of the turn."""
    land = ground(state)
    return "2.water" if land.has_river(here, there) or not land.is_rough(there) else "2.rough"
