"""Zones of control (3.2)."""

from __future__ import annotations

from engine.catalogue.document import hexside
from engine.games.toppling_the_reich.movement.rivers import roer_closed
from engine.games.toppling_the_reich.records import Clock, Unit, forces, occupied
from engine.games.toppling_the_reich.scenario.ground import Ground, ground
from engine.games.toppling_the_reich.scenario.map_records import RoerFlood
from engine.hexes.zoc import ZocMasks
from engine.referee import State, case, derived


@case("3.2-a", "13.2-b")
def exerts(land: Ground, unit: Unit) -> bool:
    """Corps, armor, panzer grenadier and motorized units do; so does every deception marker.

    # INTERPRETATION (13.3-b): an unknown unit has no zone before it is discovered; discovery stops the
    mover instead.
    """
    if unit.hidden == "unknown" or unit.is_leader:
        return False
    return unit.is_corps or unit.hidden == "concealed" or land.charts.unit_types.rows[unit.type].zoc


def _masks(land: Ground, closed: bool) -> ZocMasks:
    masks: dict[bool, ZocMasks] = land.__dict__.setdefault("_zoc_masks", {})
    if closed not in masks:
        masks[closed] = ZocMasks(land.grid, lambda here, other: reaches(land, here, other, closed))
    return masks[closed]


@case("3.2-b", "6.1-b", "5.1.3-c")
def reaches(land: Ground, here: str, other: str, roer_is_closed: bool) -> bool:
    """Not over Major Rivers, bridged or not, nor into or over what no unit can enter or cross."""
    side = hexside(here, other)
    return not (
        other not in land.land
        or side in land.major_rivers
        or side in land.estuaries
        or side in land.dotted
        or (roer_is_closed and side in land.roer)
    )


@derived(Unit, RoerFlood, Clock)
def zoc_mask(state: State, side: str) -> int:
    """The zone of a side as a set of bits."""
    land = ground(state)
    hexes = {unit.place for unit in forces(state, side) if exerts(land, unit)}
    return _masks(land, roer_closed(state)).of_units(hexes)


@derived(Unit, RoerFlood, Clock)
def zoc(state: State, side: str) -> frozenset[str]:
    """The hexes in the zone of control of a side."""
    return frozenset(ground(state).grid.hexes_in(zoc_mask(state, side)))


@derived(Unit, RoerFlood, Clock)
@case("3.2-c")
def barred(state: State, side: str) -> int:
    """What bars supply lines, reserves and retreats of a side: the enemy and his zones, as bits.

    A zone where a friendly combat unit stands does not count for these three.
    """
    grid = ground(state).grid
    enemy = state.scenario.other(side)
    return grid.mask(occupied(state, enemy)) | (zoc_mask(state, enemy) & ~grid.mask(occupied(state, side)))
