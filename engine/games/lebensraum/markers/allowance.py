"""How many markers a power has (7.461, 7.462)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.lebensraum.markers.records import (
    AIR,
    FLEET_LOST,
    NAVAL,
    PlacedMarker,
)
from engine.games.lebensraum.records import (
    AXIS,
    PRE,
    SOVIET,
    TURN_A,
    TURN_E,
    WESTERN,
    Clock,
)
from engine.games.lebensraum.scenario.ground import ground
from engine.referee import State, case, marked


@case("7.461-a", "7.461-b", "7.461-e", "13.0-h")
def air_strength(state: State, power: str) -> int:
    """The air markers of a power on this turn; the Axis adds both fronts in the combination game. The western
    increase of turn E is there before it."""
    land, clock = ground(state), state.one(Clock)
    chart = land.charts.air_markers
    if power == SOVIET:
        return chart.soviet[clock.turn - 1]
    if power == WESTERN and clock.moment == PRE and clock.turn == TURN_E:
        return chart.western_pre_e
    west: Sequence[int] = chart.western if power == WESTERN else chart.axis_west
    found = west[clock.turn - TURN_A] if land.has_west and clock.turn >= TURN_A else 0
    if power == AXIS and land.has_east:
        found += chart.axis_east[clock.turn - 1]
    return found


def placed(state: State, power: str, kind: str) -> list[PlacedMarker]:
    """The markers that a power has placed on this turn."""
    found = state.all(PlacedMarker).values()
    return [one for one in found if one.power == power and one.kind == kind]


def air_left(state: State, power: str) -> int:
    """The air markers that a power can still place."""
    return max(0, air_strength(state, power) - len(placed(state, power, AIR)))


@case("7.462-a", "11.7-e", "1.0")
def seas_left(state: State, power: str) -> list[str]:
    """The seas of the naval markers that a power can still place, one entry for each marker."""
    left = list(getattr(ground(state).charts.naval_markers, power))
    for one in placed(state, power, NAVAL):
        left.remove(one.sea)
    return [sea for sea in left if not marked(state, power, f"{FLEET_LOST}: {sea}")]
