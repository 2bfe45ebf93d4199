"""The nearest friendly city, toward which units and headquarters retreat (7.42-a)."""

from __future__ import annotations

from engine.games.lebensraum.records import Unit
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.control import control
from engine.referee import State, case


@case("7.42-a", "11.5-b")
def city_hexes(state: State, unit: Unit) -> list[str]:
    """The nearest cities that the side controls, except one that the unit leaves."""
    land, held = ground(state), control(state)
    own = [here for here in land.cities if held.get(here) == unit.side and here != unit.place]
    least = min((land.distance(unit.place, here) for here in own), default=0)
    return [here for here in own if land.distance(unit.place, here) == least]


@case("7.42-a")
def toward_a_city(state: State, unit: Unit, hexes: list[str]) -> list[str]:
    """Of the hexes those that are closest to the nearest city; if several cities are equally near, to any."""
    distance = ground(state).distance
    found: set[str] = set()
    for city in city_hexes(state, unit):
        least = min((distance(here, city) for here in hexes), default=0)
        found |= {here for here in hexes if distance(here, city) == least}
    return [here for here in hexes if here in found] if found else hexes
