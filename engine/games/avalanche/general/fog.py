"""What a side may look at with the examination option; without it everybody sees every stack."""

from __future__ import annotations

from typing import Final

from engine.games.avalanche.records import Unit, units_at
from engine.games.avalanche.scenario.ground import ground
from engine.referee import State, case, marked

EXAMINED: Final = "examined"


def in_force(state: State) -> bool:
    """Did the players agree on the examination option?"""
    return ground(state).has_option("examination")


@case("gen.fog")
def is_open_to(state: State, unit: Unit, side: str | None) -> bool:
    """May a side look at this counter? Its own, those that it has examined, leaders, ships and strong points,
    and of each other stack the counter on top; without the option all of them."""
    if side in (None, unit.side) or not in_force(state) or not unit.on_map:
        return True
    if not unit.is_ground or unit.is_strong_point:
        return True
    return marked(state, unit.key, EXAMINED) or unit.key == top_of(state, unit.place, unit.side)


def top_of(state: State, here: str, side: str) -> str:
    """The counter on top of a stack: its strongest one."""
    # INTERPRETATION (gen.fog): owners lay the strongest counter on top; the order of a stack is not kept.
    there = [unit for unit in units_at(state, here) if unit.side == side and unit.is_ground]
    movable = [unit for unit in there if not unit.is_strong_point]
    return max(movable, key=lambda unit: (unit.attack + unit.defence, unit.key)).key
