"""Zones of control."""

from __future__ import annotations

from engine.games.dday_to_berlin.records import Unit, forces, garrisoned
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee import State, case, derived


@case("map.zoc")
@derived(Unit)
def zoc(state: State, side: str) -> frozenset[str]:
    """The zones that battalions of the fighting arms control: all that are adjacent and not water. A
    headquarters, artillery or a detachment controls none."""
    land = ground(state)
    arms, sizes = land.charts.zoc.exerted_by, land.charts.zoc.sizes
    places = {unit.place for unit in forces(state, side) if unit.type in arms and unit.size in sizes}
    return frozenset[str]().union(*(land.dry_neighbors[place] for place in places))


@case("map.zoc")
@derived(Unit)
def deadly_zoc(state: State, side: str) -> frozenset[str]:
    """The enemy's zone of control for retreats and supply lines of a side: friends lift it."""
    return zoc(state, ground(state).other(side)) - garrisoned(state, side)
