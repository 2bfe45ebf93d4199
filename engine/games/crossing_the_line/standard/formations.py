"""Formations: who belongs to which (5.5)."""

from __future__ import annotations

from engine.games.crossing_the_line.records import Formation, Unit, combat_units
from engine.games.crossing_the_line.scenario.ground import ground
from engine.referee import State, case, derived


@case("3.2-a", "5.5.1-a", "5.5.2-f")
def formation_of(state: State, unit: Unit) -> str:
    """The formation a unit belongs to now: the one it is assigned to, else its own; none for an independent
    that is not assigned."""
    belongs = unit.assigned or unit.formation
    return belongs if belongs in ground(state).formations else ""


@case("3.2-a")
def is_independent(state: State, unit: Unit) -> bool:
    """It belongs to a corps and to no division of its own."""
    return unit.is_combat_unit and unit.formation not in ground(state).formations


@derived(Unit)
@case("5.5.1-a", "5.5.1-b")
def members(state: State, formation: str) -> tuple[Unit, ...]:
    """The combat units of a formation on the map, assigned ones included."""
    side = ground(state).formations[formation].side
    return tuple(unit for unit in combat_units(state, side) if formation_of(state, unit) == formation)


@derived(Unit)
def headquarters(state: State, formation: str) -> Unit | None:
    """The headquarters of a formation, if it is on the map."""
    for unit in state.all(Unit).values():
        if unit.is_hq and unit.formation == formation and unit.on_map:
            return unit
    return None


def formations_of(state: State, side: str) -> list[Formation]:
    """The formations of a side that are in play."""
    known = ground(state).formations
    return [one for one in state.all(Formation).values() if known[one.key].side == side]
