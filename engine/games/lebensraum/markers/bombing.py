"""Strategic bombing (7.4612): what can be bombed, and what is."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.lebensraum.markers.bombed import bombed_hexes
from engine.games.lebensraum.records import Unit, hqs
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.control import controller
from engine.referee import Refusal, State, case, derived


@derived(Unit)
@case("7.4612-a", "3.1-b")
def bombing_range(state: State, side: str) -> dict[str, str]:
    """The hexes within 4 hexes of a headquarters of a side, with one such headquarters."""
    land = ground(state)
    reach = land.charts.air_markers.bombing_range
    found: dict[str, str] = {}
    for hq in hqs(state, side):
        ring = {hq.place}
        seen = set(ring)
        for _ in range(reach):
            ring = {there for here in ring for there in land.neighbors[here]} - seen
            seen |= ring
        for here in seen:
            found.setdefault(here, hq.key)
    return found


def targets(state: State, side: str) -> list[str]:
    """The hexes in range with a transport line or a city of the enemy."""
    land = ground(state)
    enemy = land.other(side)
    return sorted(
        here
        for here in bombing_range(state, side)
        if here in land.rail or (here in land.cities and controller(state, here) == enemy)
    )


@case("7.4612-a")
def refusals_to_bomb(state: State, side: str, here: str) -> Iterator[Refusal]:
    """A hex with a transport line or an enemy city, in range of a headquarters."""
    land = ground(state)
    name = land.name_of(here)
    enemy_city = here in land.cities and controller(state, here) == land.other(side)
    if here not in land.rail and not enemy_city:
        yield Refusal("7.4612-a", f"{name} has no transport line and is no city of the enemy")
    if here not in bombing_range(state, side):
        far = min((land.distance(hq.place, here) for hq in hqs(state, side)), default=0)
        text = f"{name} is {far} hexes from the nearest headquarters, and 4 is the most"
        yield Refusal("7.4612-a", text if far else f"no headquarters is within 4 hexes of {name}")
    if here in bombed_hexes(state):
        yield Refusal("7.4612-b", f"{name} is bombed already")
