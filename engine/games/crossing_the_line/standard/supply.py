"""Supply of headquarters (5.7)."""

from __future__ import annotations

from engine.games.crossing_the_line.records import Unit
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.formations import headquarters
from engine.games.crossing_the_line.standard.paths import closed_to_paths, free_paths
from engine.hexes.paths import Reach
from engine.referee import Mark, State, case, derived


@derived(Unit, Mark)
@case("5.7.2-a", "5.7.2-b", "3.1.4")
def supplied(state: State, side: str, really: bool = False) -> Reach[str, int]:
    """Every hex that a free chain of hexes links with the supply edge of a side, however long."""
    land = ground(state)
    closed = closed_to_paths(state, side, really)
    sources = sorted(here for here in land.supply_edge[side] & land.playable if here not in closed)
    return free_paths(state, side, sources, really)


@case("5.7-a", "5.7.2-a")
def in_supply(state: State, formation: str, really: bool = False) -> bool:
    """Is the headquarters of a formation in supply? Combat units need none."""
    hq = headquarters(state, formation)
    return hq is not None and hq.place in supplied(state, hq.side, really)
