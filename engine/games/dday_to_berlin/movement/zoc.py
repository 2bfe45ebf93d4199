"""Zones of control."""

from __future__ import annotations

from engine.games.dday_to_berlin.records import Unit, forces, garrisoned
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee import State, case, derived


@case("map.zoc")
def exerts_zoc(state: State, unit: Unit) -> bool:
    """Battalions of the fighting arms; never a headquarters, artillery or a detachment."""
    chart = ground(state).charts.zoc
    return unit.size in chart.sizes and unit.type in chart.exerted_by


@case("map.zoc")
@derived(Unit)
def zoc(state: State, side: str) -> frozenset[str]:
    """The zones that the battalions of a side control: all that are adjacent and not water."""
    reached: set[str] = set()
    around = ground(state).dry_neighbors
    for place in {unit.place for unit in forces(state, side) if exerts_zoc(state, unit)}:
        reached |= around[place]
    return frozenset(reached)


@case("map.zoc")
@derived(Unit)
def deadly_zoc(state: State, side: str) -> frozenset[str]:
    """The enemy's zone of control for retreats and supply lines of a side: friends lift it."""
    return zoc(state, ground(state).other(side)) - garrisoned(state, side)
