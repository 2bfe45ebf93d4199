"""Formations and the reach of their headquarters."""

from __future__ import annotations

from engine.games.dday_to_berlin.records import Unit, forces
from engine.games.dday_to_berlin.scenario.ground import ground, is_independent
from engine.referee import State, case, derived


@derived(Unit)
def headquarters(state: State, side: str) -> tuple[Unit, ...]:
    """The headquarters of a side that are on the map."""
    return tuple(unit for unit in forces(state, side) if unit.is_hq)


@case("terms.formation")
def commands(state: State, hq: Unit, unit: Unit) -> bool:
    """A headquarters serves only its own formation and independent units."""
    return hq.side == unit.side and (hq.formation == unit.formation or is_independent(state, unit))


@case("2.command")
def command_range(state: State, hq: Unit) -> int:
    """By the quality of the headquarters."""
    return ground(state).charts.command_range.zones[hq.quality]


@case("2.command", "terms.formation")
def in_command(state: State, unit: Unit) -> bool:
    """True if a headquarters that commands the unit is on the map and close enough."""
    distance = ground(state).distance
    return any(
        commands(state, hq, unit) and distance(hq.place, unit.place) <= command_range(state, hq)
        for hq in headquarters(state, unit.side)
    )
