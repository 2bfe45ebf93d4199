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
def bombing_range(state: State, power: str) -> frozenset[str]:
    """The hexes within 4 hexes of a headquarters of a power."""
    land = ground(state)
    reach = land.charts.air_markers.bombing_range
    seen: set[str] = set()
    for hq in hqs(state, land.powers.side_of(power)):
        ring = {hq.place} if hq.power == power else set()
        near = set(ring)
        for _ in range(reach):
            ring = {there for here in ring for there in land.neighbors[here]} - near
            near |= ring
        seen |= near
    return frozenset(seen)


def targets(state: State, side: str) -> list[str]:
    """The hexes in range with a transport line or a city of the enemy."""
    land = ground(state)
    enemy = land.other(side)
    near = frozenset().union(*(bombing_range(state, power) for power in land.powers.of(side)))
    return sorted(
        here
        for here in near
        if here in land.rail or (here in land.cities and controller(state, here) == enemy)
    )


@case("7.4612-a")
def refusals_to_bomb(state: State, power: str, here: str) -> Iterator[Refusal]:
    """A hex with a transport line or an enemy city, in range of a headquarters."""
    land = ground(state)
    name, side = land.name_of(here), land.powers.side_of(power)
    enemy_city = here in land.cities and controller(state, here) == land.other(side)
    if here not in land.rail and not enemy_city:
        yield Refusal("7.4612-a", f"{name} has no transport line and is no city of the enemy")
    if here not in bombing_range(state, power):
        own = (hq for hq in hqs(state, side) if hq.power == power)
        far = min((land.distance(hq.place, here) for hq in own), default=0)
        text = f"{name} is {far} hexes from the nearest headquarters, and 4 is the most"
        yield Refusal("7.4612-a", text if far else f"no headquarters is within 4 hexes of {name}")
    if here in bombed_hexes(state):
        yield Refusal("7.4612-b", f"{name} is bombed already")
