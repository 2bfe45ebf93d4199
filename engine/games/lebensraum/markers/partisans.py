"""Partisans (7.463): how many, where, and whom they weaken."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.lebensraum.combat.battle import Battle
from engine.games.lebensraum.markers.records import PARTISAN, PlacedMarker
from engine.games.lebensraum.records import ALLIED, AXIS, SOVIET, WESTERN, Unit, armies
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.control import control, starting_control
from engine.referee import State, case, derived

YUGOSLAVIA = "yugoslavia"
OCCUPIED_IN_THE_WEST = frozenset(("denmark", "netherlands", "belgium-and-luxembourg", "france"))


@case("7.463-f")
def partisans(state: State) -> list[PlacedMarker]:
    """The partisan markers on the map: they weaken units, and do nothing to control, moves or lines."""
    return [one for one in state.all(PlacedMarker).values() if one.kind == PARTISAN]


# number and place


@case("7.463-a", "7.463-b", "7.463-e")
def lost_cities(state: State, power: str) -> Mapping[str, int]:
    """The cities of a power that the enemy controls now, with their population. Axis and Soviets count
    what was theirs at the start in the East; the western power the cities of four occupied countries."""
    land, held = ground(state), control(state)
    if power == WESTERN:
        own = {here for here in land.cities if land.country.get(here) in OCCUPIED_IN_THE_WEST}
        return {here: land.cities[here] for here in own if held.get(here) == AXIS}
    side, enemy = (AXIS, ALLIED) if power == AXIS else (ALLIED, AXIS)
    at_start, east = starting_control(land), land.region("map-east")
    mine = (here for here in land.cities if at_start.get(here) == side)
    return {
        here: land.cities[here]
        for here in mine
        if held.get(here) == enemy
        and (here in east if power == AXIS else land.country.get(here) == "soviet-union")
    }


@case("7.463-a", "7.463-e", "1.0")
def regular_partisans(state: State, power: str) -> int:
    """One for each full 10 points of population that the enemy controls. In the West three while more than 25
    points are occupied, and none for the Axis."""
    land = ground(state)
    chart = land.charts.partisans
    lost = sum(lost_cities(state, power).values())
    if power == AXIS and not land.has_east:
        return 0
    if power == WESTERN and lost > chart.west_all_over:
        return chart.west_all
    return min(lost // chart.per_population, chart.counters[power])


def yugoslav_cities(state: State) -> frozenset[str]:
    """The rated cities of Yugoslavia."""
    land = ground(state)
    return frozenset(here for here in land.cities if land.country.get(here) == YUGOSLAVIA)


@case("7.463-d")
def extra_partisans(state: State, power: str) -> int:
    """The Soviets always have one more, for Yugoslavia."""
    return ground(state).charts.partisans.yugoslav_extra_soviet if power == SOVIET else 0


# effect


@derived(Unit, PlacedMarker)
@case("7.463-c", "3.1-b")
def nearest_enemies(state: State, key: str) -> tuple[Unit, ...]:
    """The enemy units nearest to a partisan marker; several if they are equally near."""
    marker, land = state.get(PlacedMarker, key), ground(state)
    enemies = armies(state, land.other(marker.side))
    least = min((land.distance(marker.place, unit.place) for unit in enemies), default=0)
    return tuple(unit for unit in enemies if land.distance(marker.place, unit.place) == least)


@case("7.463-c")
def undecided(state: State, fought: Battle) -> list[PlacedMarker]:
    """The partisans that are equally near to several units, one of which fights: their owner chooses."""
    chosen = dict(fought.harassed)
    involved = {*fought.attackers, *fought.defenders}
    found = []
    for marker in partisans(state):
        near = nearest_enemies(state, marker.key)
        if len(near) > 1 and marker.key not in chosen and any(unit.key in involved for unit in near):
            found.append(marker)
    return found


@case("7.463-c")
def harassing(state: State, fought: Battle, unit: Unit) -> int:
    """How many partisans weaken a unit: those to which it is the nearest enemy, or the one chosen."""
    chosen = dict(fought.harassed)
    number = 0
    for marker in partisans(state):
        near = nearest_enemies(state, marker.key)
        victim = chosen.get(marker.key, near[0].key if len(near) == 1 else "")
        number += victim == unit.key
    return number
