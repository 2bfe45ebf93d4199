"""One step from a zone to the next: how the ground lets each mobility class take it."""

from __future__ import annotations

from typing import Final

from engine.catalogue.document import hexside
from engine.games.dday_to_berlin.records import MOBILITIES, Bridge, Unit
from engine.games.dday_to_berlin.scenario.ground import ground
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
    land = ground(state)
    chart = land.charts.terrain
    side = hexside(here, there)
    going = land.terrain[there].going[mobility]
    if going == "never":
        return BARRED
    if side in land.rivers:
        if state.find(Bridge, side) is not None:
            return ROAD
        crossing = chart.hexsides["river without bridge"][mobility]
        return ALONE if crossing == "alone" and going != "road" else BARRED
    if side in land.roads:
        return ROAD
    return {"normal": NORMAL, "alone": ALONE, "road": BARRED}[going]


@derived(Bridge)
def steps(state: State, mobility: str) -> dict[str, dict[str, str]]:
    """Every step that the class can take from each zone, with its kind."""
    adjacency = ground(state).grid.adjacency
    return {
        here: {
            there: kind
            for there in adjacency[here]
            if (kind := kind_of_step(state, mobility, here, there)) != BARRED
        }
        for here in ground(state).grid.hexes
    }


def has_road(state: State, here: str) -> bool:
    """Does a road or bridge lead from the zone? They are the same for every class."""
    return ROAD in steps(state, MOBILITIES[0])[here].values()


def step(state: State, unit: Unit, here: str, there: str) -> str:
    """How this unit can go from a zone to a neighbour: ROAD, NORMAL, ALONE or BARRED."""
    return steps(state, unit.moves_as)[here].get(there, BARRED)


@case("2.rough", "2.water")
def limiting_case(state: State, unit: Unit, here: str, there: str) -> str:
    """Which case makes a zone the only one of the turn, or bars it."""
    land = ground(state)
    if land.has_river(here, there) or not land.is_rough(there) or step(state, unit, here, there) == BARRED:
        return "2.water"
    return "2.rough"
