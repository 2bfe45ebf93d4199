"""Zones of control."""

from __future__ import annotations

from engine.games.avalanche.general.terrain import steps_from
from engine.games.avalanche.records import (
    ALLIED,
    FOOT,
    MECH,
    MOT,
    OUT,
    Clock,
    Crossing,
    Unit,
    ground_stacks,
)
from engine.games.avalanche.scenario.ground import ground
from engine.referee import State, case, derived

LEAST_ATTACK = 3


@case("zoc.eligible", "def.strongpoint")
def exerts(units: tuple[Unit, ...]) -> bool:
    """Does a stack exert a zone: three points of attack strength, a gun with ammunition, a strong point?"""
    return (
        any(unit.is_strong_point or (unit.is_gun and unit.ammo != OUT) for unit in units)
        or sum(unit.attack for unit in units) >= LEAST_ATTACK
    )


@derived(Unit, Clock, Crossing)
@case("zoc.extent", "predawn.no-zoc")
def zoc(state: State, side: str) -> frozenset[str]:
    """The hexes in a zone of control of a side: those beside its stacks that they could enter."""
    if side == ALLIED and ground(state).turn_row(state.one(Clock).turn).kind == "predawn":
        return frozenset()
    found: set[str] = set()
    for here, units in ground_stacks(state, side).items():
        if exerts(units):
            # A strong point has no class of movement: it reaches as far as infantry would.
            classes = {FOOT if unit.is_strong_point else unit.cls for unit in units}
            widest = next(cls for cls in (FOOT, MECH, MOT) if cls in classes)
            found.update(step.to for step in steps_from(state, widest, here) if step.cost is not None)
    return frozenset(found)


def in_ezoc(state: State, side: str, here: str) -> bool:
    """Is a hex in a zone of control of the enemy of a side?"""
    return here in zoc(state, ground(state).other(side))
