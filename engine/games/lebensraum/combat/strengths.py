"""Strengths (7.2-e): what is printed, halved without command, then everything that is added or taken away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.lebensraum.combat.battle import Battle, place_of, units_of
from engine.games.lebensraum.markers.partisans import harassing
from engine.games.lebensraum.markers.records import BOMBARDMENT, COMMITTED, in_hex
from engine.games.lebensraum.movement.weather import SNOW, weather_at
from engine.games.lebensraum.records import AXIS, Leader, Unit
from engine.games.lebensraum.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.referee import Modifier, State, Strength, case, total

GERMANY: Final = "germany"
WEST_WALL: Final = "west_wall"
HALF: Final = 2


@case("7.44-d")
def out_of_command(state: State, fought: Battle, unit: Unit) -> Iterator[Modifier]:
    """A unit out of command has half its strength, fractions dropped."""
    if not fought.is_commanded(unit.key):
        half = unit.strength // HALF
        yield Modifier("7.44-d", f"{unit.name} is out of command", half - unit.strength)


@case("7.45-b", "11.6-g", "9.2-c")
def led(state: State, fought: Battle, unit: Unit) -> Iterator[Modifier]:
    """Leaders who were put with it, and staff leaders."""
    for one in fought.help:
        if one.unit == unit.key:
            ruled = "11.6-g" if one.from_staff else "7.45-b"
            yield Modifier(ruled, f"{state.get(Leader, one.leader).name} with {unit.name}", one.amount)


@case("7.4611-b", "7.4611-c", "7.462-d")
def supported(state: State, fought: Battle, unit: Unit) -> Iterator[Modifier]:
    """Air markers committed in its hex, this time or earlier in the turn, and ships that bombard from it. In
    a hex that several units share they count once, for the first of them."""
    charts = ground(state).charts
    if unit.key in fought.defenders[1:]:
        return
    air = sum(one.side == unit.side for one in in_hex(state, place_of(state, unit), COMMITTED))
    air += fought.considered_air == unit.key
    if air:
        text = f"{counted(air, 'air marker')} with {unit.name}"
        yield Modifier("7.4611-b", text, air * charts.air_markers.combat_bonus)
    ships = sum(one.side == unit.side for one in in_hex(state, place_of(state, unit), BOMBARDMENT))
    if ships:
        text = f"{counted(ships, 'naval marker')} with {unit.name}"
        yield Modifier("7.462-d", text, ships * charts.naval_markers.bombardment_bonus)


@case("5.8-terrain", "7.2-e")
def across_river(state: State, fought: Battle, unit: Unit) -> Iterator[Modifier]:
    """An attacker is weaker across a river, unless it is frozen: in Snow."""
    land = ground(state)
    if (unit.place, fought.target) in land.rivers and weather_at(state, fought.target) != SNOW:
        weaker = land.charts.terrain_effects.hexside["river"].attacker
        yield Modifier("5.8-terrain", f"{unit.name} attacks across a river", weaker)


@case("5.8-terrain", "7.2-e")
def terrain(state: State, fought: Battle) -> Iterator[Modifier]:
    """The defender gains by terrain, and by the population of a city besides."""
    land = ground(state)
    effects, here = land.charts.terrain_effects, fought.target
    bonus = effects.terrain[land.terrain[here]].defence_bonus
    if bonus:
        yield Modifier("5.8-terrain", f"{land.terrain[here]} in {here}", bonus)
    people = land.cities.get(here, 0)
    if people:
        text = f"{land.name_of(here)}, population {people}"
        yield Modifier("5.8-terrain", text, effects.city_defence_per_population * people)


@case("11.91-a", "11.91-b")
def west_wall(state: State, fought: Battle) -> Iterator[Modifier]:
    """An Axis defender in Germany behind the West Wall, if every attacker attacks through it."""
    land = ground(state)
    from_hexes = [unit.place for unit in units_of(state, fought.attackers)]
    through = all(land.has_between(WEST_WALL, here, fought.target) for here in from_hexes)
    if from_hexes and through and fought.side != AXIS and land.country.get(fought.target) == GERMANY:
        more = land.charts.terrain_effects.hexside[WEST_WALL].defender
        yield Modifier("11.91-a", "West Wall", more)


@case("7.463-c")
def harassed(state: State, fought: Battle, unit: Unit) -> Iterator[Modifier]:
    """Each partisan marker to which it is the nearest enemy."""
    number = harassing(state, fought, unit)
    if number:
        weaker = ground(state).charts.partisans.strength_effect
        yield Modifier("7.463-c", f"{counted(number, 'partisan')} near {unit.name}", number * weaker)


@case("7.2-e")
def changes(state: State, fought: Battle, unit: Unit) -> list[Modifier]:
    """Everything that changes the printed strength of a unit. Terrain and wall count once for the hex."""
    found = [
        *out_of_command(state, fought, unit),
        *led(state, fought, unit),
        *supported(state, fought, unit),
        *harassed(state, fought, unit),
    ]
    if unit.side == fought.side:
        found += across_river(state, fought, unit)
    elif unit.key == fought.defenders[0]:
        found += [*terrain(state, fought), *west_wall(state, fought)]
    return found


@case("7.2-e", "7.4611-d")
def strength(state: State, fought: Battle, unit: Unit) -> int:
    """Never below 1, unless nothing is printed."""
    least = min(1, unit.strength)
    return max(least, unit.strength + int(total(changes(state, fought, unit))))


def lines(state: State, fought: Battle, keys: Sequence[str]) -> list[Strength]:
    """The strength of each unit of a side, with its printed one."""
    found = []
    for unit in units_of(state, keys):
        text = f"{unit.name} ({unit.strength}{unit.cls})"
        found.append(Strength(unit.side, text, strength(state, fought, unit), "7.2-e"))
    return found
