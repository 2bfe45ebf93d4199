"""Which zones a side can see."""

from __future__ import annotations

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.records import Earthwork, Unit, has_position, occupied, units_at
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee import State, case, derived, marked


@case("map.visibility", "map.distance")
def visible(state: State, side: str, place: str) -> bool:
    """Is a unit of the side near enough to see the zone? Nothing blocks the view; a position hides units."""
    land = ground(state)
    chart = land.charts.visibility
    if has_position(state, place):
        far = chart.prepared
    else:
        far = chart.rough if land.is_rough(place) else chart.open
    return not occupied(state, side).isdisjoint(land.within(place, far))


@derived(Unit, Earthwork)
def seen_zones(state: State, side: str) -> frozenset[str]:
    """All zones that the side can see."""
    return frozenset(place for place in ground(state).grid.hexes if visible(state, side, place))


@case("map.visibility")
def visible_to_air(state: State, side: str, place: str) -> bool:
    """Aircraft also see open ground without a position, and any zone with an enemy battalion in column."""
    land = ground(state)
    if not land.is_rough(place) and not land.is_water(place) and not has_position(state, place):
        return True
    # INTERPRETATION (map.visibility): a detachment counts as a battalion (scale.stand), an HQ does not.
    return visible(state, side, place) or any(
        unit.side != side and not unit.is_hq and marked(state, unit.key, marks.COLUMN)
        for unit in units_at(state, place)
    )
