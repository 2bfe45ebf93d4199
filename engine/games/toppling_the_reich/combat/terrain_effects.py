"""What the ground of the defending hex and the weather over it do to a combat (7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import Fallen
from engine.games.toppling_the_reich.weather.conditions import conditions_at
from engine.referee import Modifier, State, case

TERRAIN: Final = "terrain"
WEATHER: Final = "weather"


@case("7.4-terrain-a", "16.3.7-b")
def overlays(state: State, here: str, side: str) -> Iterator[str]:
    """Town, Westwall and fortification, as far as they help this side: the works help Germans only."""
    land = ground(state)
    if here in land.towns:
        yield "town"
    if here in land.westwall and side == land.charts.tec_hexes.overlay["westwall"].side:
        yield "westwall"
    works = land.charts.tec_hexes.overlay["fortification"]
    if here in land.fortifications and side == works.side and state.find(Fallen, here) is None:
        yield "fortification"


@case("7.4-terrain-a", "7.4-terrain-c")
def defence_multiplier(state: State, here: str, side: str) -> int:
    """By how much terrain multiplies units that stood in the hex: never more than three times."""
    land = ground(state)
    chart = land.charts.tec_hexes
    base = chart.base[land.terrain[here]].defence_multiplier
    return chart.multiplier(base, *(chart.overlay[o].defence_multiplier for o in overlays(state, here, side)))


@case("7.4-terrain-a")
def ground_modifiers(state: State, here: str, side: str) -> Iterator[Modifier]:
    """What the hex takes off the die when this side defends it."""
    land = ground(state)
    chart = land.charts.tec_hexes
    base = land.terrain[here]
    effects = [(f"{base} in {land.name_of(here)}", chart.base[base].drm)]
    effects += [(overlay, chart.overlay[overlay].drm) for overlay in overlays(state, here, side)]
    for text, drm in effects:
        if drm:
            yield Modifier("7.4-terrain-a", text, drm, TERRAIN)


@case("5.1-b", "7.4-terrain-c")
def weather_modifiers(state: State, here: str) -> Iterator[Modifier]:
    """Mud in the hex or hard winter: once, whatever else the weather is like."""
    effects = ground(state).charts.weather_effects.rows
    worst = min(conditions_at(state, here), key=lambda name: effects[name].combat_drm, default="clear")
    if effects[worst].combat_drm:
        text = f"{worst.replace('_', ' ')} in {ground(state).name_of(here)}"
        yield Modifier("5.1-b", text, effects[worst].combat_drm, WEATHER)
