"""How near the enemy is."""

from __future__ import annotations

from engine.games.avalanche.records import held
from engine.games.avalanche.scenario.ground import ground
from engine.referee import State


def enemy_within(state: State, here: str, side: str, length: int) -> bool:
    """Is a unit of the enemy of a side at most so many hexes away?"""
    land = ground(state)
    return not held(state, land.other(side)).isdisjoint(land.within(here, length))


def is_beside_enemy(state: State, here: str, side: str) -> bool:
    """Is a hex adjacent to a unit of the enemy of a side?"""
    land = ground(state)
    return not held(state, land.other(side)).isdisjoint(land.neighbors[here])
