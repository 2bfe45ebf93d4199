"""What the economy of a power adds up to: oil, refinery, transport, production and food points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.lebensraum.records import AXIS, SOVIET, Clock, EconomicMarker
from engine.games.lebensraum.scenario.ground import Ground, ground
from engine.games.lebensraum.standard.control import controller
from engine.referee import Modifier, State, case, marked, total

SUSPENDED: Final = "suspended"
"""The mark of an economic marker that Bomber Command has put out of action for a while (7.46121-c)."""
KINDS: Final = {
    "oil": "5.3-a",
    "ref": "5.3-a",
    "trn": "10.1-a",
    "pro": "6.22-b",
    "food": "10.4-a",
}
TITLES: Final = {
    "oil": "oil points",
    "ref": "refinery points",
    "trn": "transport points",
    "pro": "production points",
    "food": "food points",
}


@case("5.3-c", "10.3-b", "10.3-f")
def is_active(state: State, marker: EconomicMarker) -> bool:
    """Does a marker count? Not face down, not bombed; a captured one on every other turn."""
    if marker.face_down or marked(state, marker.key, SUSPENDED):
        return False
    late = state.one(Clock).turn - marker.works_from
    return marker.works_from == 0 or (late >= 0 and late % 2 == 0)


@case("5.3-a", "10.4-a", "13.0-l")
def holds(state: State, power: str, here: str) -> bool:
    """Does a power hold this hex? Of what the Allies control, the East map is the Soviets' in both games."""
    land = ground(state)
    if here not in land.playable or controller(state, here) != land.powers.side_of(power):
        return False
    return (
        power == AXIS
        or not (land.has_east and land.has_west)
        or (here in east_map(land)) == (power == SOVIET)
    )


def east_map(land: Ground) -> frozenset[str]:
    """The hexes of the East map."""
    return land.region("map-east")


@case("10.1-a", "13.0-b")
def off_map(state: State, power: str, kind: str) -> Iterator[Modifier]:
    """Resources off the map; none of the Axis in the combination game. The Soviets get aid besides."""
    land = ground(state)
    chart = land.charts.starting_economics
    if power == SOVIET:
        yield Modifier(KINDS[kind], "off the map", chart.soviet_off_map.get(kind, 0))
        yield Modifier(KINDS[kind], "aid", chart.aid(state.one(Clock).turn, kind))
    elif not (land.has_east and land.has_west):
        table = chart.axis_east_off_map if land.has_east else chart.axis_west_off_map
        yield Modifier(KINDS[kind], "off the map", table.get(kind, 0))


@case("10.5-a")
def needs(state: State, power: str, kind: str) -> Iterator[Modifier]:
    """In the West-only game the East Front takes its share first."""
    land = ground(state)
    wanted = land.charts.east_front_needs
    amount = {"food": wanted.food, "ref": wanted.ref, "trn": wanted.trn}.get(kind, 0)
    if power == AXIS and land.has_rule("10.5-a") and amount:
        yield Modifier("10.5-a", "needs of the East Front", -amount)


def on_map(state: State, power: str, kind: str) -> Iterator[Modifier]:
    """Oil and food hexes under control, or the points of active markers."""
    charts = ground(state).charts
    if kind == "oil":
        for well in charts.oil_hexes.hexes:
            if holds(state, power, well.hex):
                yield Modifier("5.3-a", well.place, well.oil)
    elif kind == "food":
        for fields in charts.food_hexes.hexes:
            if holds(state, power, fields.hex):
                yield Modifier("10.4-a", fields.place, fields.food)
    else:
        active = [
            one for one in state.all(EconomicMarker).values() if one.power == power and is_active(state, one)
        ]
        yield Modifier(KINDS[kind], "active markers", sum(getattr(one, kind) for one in active))


@case("5.3-a", "6.22-b", "10.1-a", "10.4-a")
def sources(state: State, power: str, kind: str) -> tuple[Modifier, ...]:
    """Where the points of one kind of the Axis or the Soviets come from; the western power has no economy."""
    found = (*on_map(state, power, kind), *off_map(state, power, kind), *needs(state, power, kind))
    return tuple(one for one in found if one.amount)


def points(state: State, power: str, kind: str) -> int:
    """The points of one kind, never below 0."""
    return max(0, int(total(sources(state, power, kind))))


def oil_points(state: State, power: str) -> int:
    """The oil points of a power: controlled hexes, off-map resources and aid."""
    return points(state, power, "oil")


def refinery_points(state: State, power: str) -> int:
    """The refinery points of a power: active markers, off-map resources and aid, less what the East needs."""
    return points(state, power, "ref")
