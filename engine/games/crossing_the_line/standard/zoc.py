"""Zones of control (5.4)."""

from __future__ import annotations

from engine.games.crossing_the_line.records import Unit, combat_units
from engine.games.crossing_the_line.scenario.ground import ground
from engine.referee import State, case, derived


@case("5.4-a", "5.4-c", "5.4-d")
def reaches_into(state: State, unit: Unit, there: str) -> bool:
    """Does the zone of a unit that has one cover this neighbour? Type, terrain and hexside decide."""
    land = ground(state)
    row, side = land.row(there), land.between(unit.place, there)
    if side and not (effects := land.charts.hexside_effects.hexside[side]).zoc_infantry:
        return False
    if unit.is_afv:
        return row.zoc_afv and not (side and not effects.zoc_afv)
    return row.zoc_infantry


@case("5.4-b")
def has_zoc(unit: Unit) -> bool:
    """Headquarters and disrupted units have none."""
    return unit.is_combat_unit and not unit.disrupted


@derived(Unit)
@case("5.4-a", "5.4-e")
def zoc(state: State, side: str) -> frozenset[str]:
    """The hexes in a zone of control of a side; zones of both sides coexist."""
    found: set[str] = set()
    for unit in combat_units(state, side):
        if has_zoc(unit):
            found.add(unit.place)
            found.update(
                there for there in ground(state).neighbors[unit.place] if reaches_into(state, unit, there)
            )
    return frozenset(found)


@case("5.4-a")
def projects_into(state: State, unit: Unit, there: str) -> bool:
    """Does this unit project its zone of control into a hex?"""
    if not has_zoc(unit) or not unit.on_map:
        return False
    return unit.place == there or (
        there in ground(state).neighbors[unit.place] and reaches_into(state, unit, there)
    )
