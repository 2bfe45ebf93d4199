"""Weather: what it is like in a hex, and which rivers are in flood (5.1)."""

from __future__ import annotations

from engine.games.toppling_the_reich.records import Weather
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.referee import State, case, derived

EVERYWHERE = "all"
MUD = "mud"
FLOOD = "flood"
CLOUD = "cloud"
HARD_WINTER = "hard_winter"


@derived(Weather)
@case("5.1.1")
def conditions_of_zone(state: State, zone: str) -> frozenset[str]:
    """What holds in a weather zone; "" is the land outside all zones."""
    return frozenset(
        condition
        for condition, where in state.one(Weather).conditions
        if condition != FLOOD and where in (EVERYWHERE, zone)
    )


def conditions_at(state: State, here: str) -> frozenset[str]:
    """Mud, cloud and hard winter in a hex."""
    return conditions_of_zone(state, ground(state).zone.get(here, "-"))


@derived(Weather)
@case("5.1.2-a")
def flooded_rivers(state: State) -> frozenset[str]:
    """The rivers in flood with all minor rivers that flow into them."""
    chart = ground(state).charts.flood_rivers
    named = [where for condition, where in state.one(Weather).conditions if condition == FLOOD]
    return frozenset(river for name in named for river in chart.rivers(name))


def is_flooded(state: State, river: str) -> bool:
    """Is this minor river in flood?"""
    return river in flooded_rivers(state)


@case("11.1-a", "16.4.7-b")
def grounds_air(state: State, here: str) -> bool:
    """Are air missions over this hex impossible: cloud there, or hard winter?"""
    found = conditions_at(state, here)
    return CLOUD in found or HARD_WINTER in found


def is_anywhere(state: State, condition: str) -> bool:
    """Does the condition hold anywhere on the map?"""
    return any(found == condition for found, _ in state.one(Weather).conditions)
