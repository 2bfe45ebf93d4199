"""Weather (chapter 8): one die for each section, and what a step costs in it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.lebensraum.records import Clock, Weather
from engine.games.lebensraum.scenario.charts import WeatherEffect
from engine.games.lebensraum.scenario.ground import MOUNTAIN, SECTIONS, Ground, ground
from engine.mechanics.telling import tell
from engine.referee import Modifier, State, Transaction, case

MARSH = "marsh"
SNOW = "snow"


@case("8.0-a", "3.4")
def roll_weather(tx: Transaction) -> None:
    """Segment 1.D: a die for each section, read by section and season."""
    land = ground(tx.state)
    season = land.season(tx.state.one(Clock).turn)
    for section in SECTIONS:
        die = tx.roll("1d6", "8.0-a", f"Weather in the {section} section").total
        kind = land.charts.weather_table.result(season, section, die)
        tx.put(Weather(section, kind))
        tell(tx, "WeatherRolled", f"Weather in the {section} section: {kind}", "8.0-a")


def weather_at(state: State, here: str) -> str:
    """The weather of the section in which a hex lies."""
    return state.get(Weather, ground(state).section[here]).kind


def sections_weather(state: State) -> tuple[str, ...]:
    """The weather of all sections, in their order."""
    return tuple(state.get(Weather, section).kind for section in SECTIONS)


def effect(land: Ground, kind: str) -> WeatherEffect:
    """The line of the chart."""
    found: WeatherEffect = getattr(land.charts.weather_effects, kind)
    return found


@case("8.0-c", "8.0-d", "8.0-e")
def hex_charge(land: Ground, kind: str, terrain: str, cost: int) -> Iterator[Modifier]:
    """Mud and wet weather hinder outside mountains, snow in them; frozen marsh is easier, but never free."""
    row = effect(land, kind)
    if terrain == MOUNTAIN:
        more, ruled = row.mountain, "8.0-e"
    else:
        more, ruled = row.non_mountain, "8.0-c" if kind == "mud" else "8.0-d"
        if terrain == MARSH and row.marsh:
            more, ruled = max(row.marsh, land.charts.weather_effects.minimum_hex_cost - cost), "8.0-e"
    if more:
        yield Modifier(ruled, kind, more)


@case("8.0-e", "5.8-terrain")
def river_charges(land: Ground, kind: str, movement_class: str) -> Iterator[Modifier]:
    """A river costs less in snow, but never less than nothing."""
    price = land.charts.terrain_effects.hexside["river"].cost(movement_class)
    yield Modifier("5.8-terrain", "river", price)
    less = max(effect(land, kind).river, land.charts.weather_effects.minimum_river_cost - price)
    if less:
        yield Modifier("8.0-e", f"river in {kind}", less)
