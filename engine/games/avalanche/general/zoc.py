"""Zones of control."""

from __future__ import annotations

from collections.abc import Iterator

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
def exerting(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units of a stack that exert a zone: all of them with three points of attack strength, else guns
    with ammunition and strong points."""
    if sum(unit.attack for unit in units) >= LEAST_ATTACK:
        return units
    return tuple(unit for unit in units if unit.is_strong_point or (unit.is_gun and unit.ammo != OUT))


@case("zoc.extent")
def zone_of(state: State, here: str, units: tuple[Unit, ...]) -> Iterator[str]:
    """The hexes beside a stack that it could enter, if it exerts a zone at all."""
    # A strong point has no class of movement: it reaches as far as infantry would.
    classes = {FOOT if unit.is_strong_point else unit.cls for unit in exerting(units)}
    if classes:
        widest = next(cls for cls in (FOOT, MECH, MOT) if cls in classes)
        yield from (step.to for step in steps_from(state, widest, here) if step.cost is not None)


@derived(Unit, Clock, Crossing)
@case("zoc.extent", "predawn.no-zoc")
def zoc(state: State, side: str) -> frozenset[str]:
    """The hexes in a zone of control of a side: those beside its stacks that they could enter."""
    if side == ALLIED and ground(state).turn_row(state.one(Clock).turn).kind == "predawn":
        return frozenset()
    found: set[str] = set()
    for here, units in ground_stacks(state, side).items():
        found.update(zone_of(state, here, units))
    return frozenset(found)


def in_ezoc(state: State, side: str, here: str) -> bool:
    """Is a hex in a zone of control of the enemy of a side?"""
    return here in zoc(state, ground(state).other(side))
