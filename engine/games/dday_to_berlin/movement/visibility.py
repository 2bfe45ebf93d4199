"""Which zones a side can see."""

from __future__ import annotations

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.records import Earthwork, Unit, has_position, occupied, units_at
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee import State, case, derived, marked


@case("map.visibility", "map.distance")
@derived(Unit, Earthwork)
def seen_zones(state: State, side: str) -> frozenset[str]:
    """All zones near enough to any unit of the side; nothing blocks the view. A position hides its units."""
    land, watching = ground(state), occupied(state, side)
    seen = frozenset[str]().union(*map(land.in_view, watching))
    hidden = frozenset(work.key for work in state.all(Earthwork).values() if work.finished)
    prepared = land.charts.visibility.prepared
    near = {place for place in hidden if not watching.isdisjoint(land.within(place, prepared))}
    return (seen - hidden) | near


def visible(state: State, side: str, place: str) -> bool:
    """Can the side see the zone?"""
    return place in seen_zones(state, side)


@case("map.visibility")
def visible_to_air(state: State, side: str, place: str) -> bool:
    """Aircraft also see open ground without a position, and any zone with an enemy battalion in column."""
    land = ground(state)
    if not land.is_rough(place) and not land.is_water(place) and not has_position(state, place):
        return True
    # INTERPRETATION (map.visibility): a detachment counts as a battalion (scale.stand), an HQ does not.
    column = any(
        unit.side != side and not unit.is_hq and marked(state, unit.key, marks.COLUMN)
        for unit in units_at(state, place)
    )
    return column or visible(state, side, place)
