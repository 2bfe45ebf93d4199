"""Who sees a target well enough to direct fire on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.avalanche.combat.support import is_ranger_hq
from engine.games.avalanche.general.calendar import is_night, is_raining
from engine.games.avalanche.records import GE, UK, US, Unit, ground_units
from engine.games.avalanche.scenario.ground import ground
from engine.referee import Refusal, State, case

FARTHEST: Final = 3
ACROSS: Final = 2
"""As far as a spotter looks across level ground; farther away he only looks down."""
BECAUSE: Final = {
    "night": ("spot.range1", "by night only adjacent hexes are spotted"),
    "rain": ("spot.range1", "in rain only adjacent hexes are spotted"),
    "town": ("spot.range2", "it is a town or city, where only adjacent units are spotted"),
    "far": ("spot.range3", f"{FARTHEST} hexes away only a unit on a higher level spots it"),
    "higher": ("spot.range2", "it is higher"),
    "behind": ("spot.range2", "higher ground or a town lies between"),
}
"""What hides a hex → the case that says so, in words."""


def is_settled(state: State, here: str) -> bool:
    """Is the hex a town or a city?"""
    return here in ground(state).settlements


@case("spot.range1", "spot.range2", "spot.range3")
def spots(state: State, here: str, target: str) -> bool:
    """Can a unit in a hex spot a target? Adjacent always; else by day without rain, and not in a town."""
    land = ground(state)
    far = land.distance(here, target)
    if far <= 1:
        return True
    if far > FARTHEST or is_night(state) or is_raining(state) or is_settled(state, target):
        return False
    return looks_down(state, here, target) or (far == ACROSS and sees_across(state, here, target))


@case("spot.range3")
def looks_down(state: State, here: str, target: str) -> bool:
    """From at least one level above the target up to 3 hexes, whatever lies between."""
    return ground(state).level(here) > ground(state).level(target)


@case("spot.range2")
def sees_across(state: State, here: str, target: str) -> bool:
    """Neither the target nor the hex between is higher than the spotter, nor the latter a town; of two hexes
    beside the line one is enough."""
    land = ground(state)
    level = land.level(here)

    def is_open(there: str) -> bool:
        return land.level(there) <= level and not is_settled(state, there)

    between = (hexes[1:-1] for hexes in land.grid.lines(here, target))
    return is_open(target) and any(all(map(is_open, hexes)) for hexes in between)


@case("spot.range1", "spot.range2", "spot.range3")
def what_hides(state: State, here: str, there: str) -> str:
    """Why a hex is not spotted, in a word."""
    land = ground(state)
    if is_night(state):
        return "night"
    if is_raining(state):
        return "rain"
    if is_settled(state, there):
        return "town"
    if land.distance(here, there) > ACROSS:
        return "far"
    return "higher" if land.level(there) > land.level(here) else "behind"


@case("bomb.eligible-target", "support.ranger-hq", "def.strongpoint")
def spots_for(unit: Unit, nation: str) -> bool:
    """Does a unit spot for guns of this nation? The Ranger HQ does for both, a strong point for the Germans;
    air points need no nation."""
    if unit.is_strong_point or (is_ranger_hq(unit) and nation in (US, UK)):
        return True
    return not nation or unit.nation == nation


def spotters(state: State, side: str, target: str, nation: str = "") -> Iterator[Unit]:
    """The units of a side that spot a target for guns of a nation."""
    for unit in _within_sight(state, side, target, nation):
        if spots(state, unit.place, target):
            yield unit


def _within_sight(state: State, side: str, target: str, nation: str) -> Iterator[Unit]:
    """The units that could spot a target if nothing hid it."""
    near = ground(state).within(target, FARTHEST)
    return (unit for unit in ground_units(state, side) if unit.place in near and spots_for(unit, nation))


@case("bomb.eligible-target", "spot.range1", "spot.range2", "spot.range3")
def refusals_to_spot(state: State, side: str, target: str, nation: str) -> Iterator[Refusal]:
    """A unit of the firing unit's own nation must spot the target; if none does, why the nearest does not."""
    if next(spotters(state, side, target, nation), None) is not None:
        return
    whose = {"": "friendly", GE: "German"}.get(nation, nation)
    yield Refusal("bomb.eligible-target", f"No {whose} unit spots {target}")
    near = list(_within_sight(state, side, target, nation))
    if near:
        nearest = min(near, key=lambda unit: ground(state).distance(unit.place, target))
        case_id, why = BECAUSE[what_hides(state, nearest.place, target)]
        yield Refusal(case_id, f"{nearest} in {nearest.place} does not spot {target}: {why}")
