"""Zones of control (5.4)."""

from __future__ import annotations

from functools import lru_cache

from engine.games.lebensraum.records import ZOC_CLASSES, Control, OpenBorder, Unit, armies
from engine.games.lebensraum.scenario.ground import Ground, ground
from engine.games.lebensraum.standard.control import control
from engine.referee import State, case, derived


def border(one: str, other: str) -> str:
    """The key of the border between two countries."""
    return "|".join(sorted((one, other)))


@lru_cache(maxsize=4)
@case("5.4-e")
def open_ground(land: Ground) -> dict[str, tuple[tuple[str, str], ...]]:
    """The land hexes into which a zone extends from each hex, with the border between them, empty if none.

    Rivers, all-sea hexsides and lakes, frozen or not, stop a zone.
    """
    country = land.country
    stopped = land.rivers | land.lake_sides | land.all_sea
    return {
        here: tuple(
            (there, "" if country[here] == country[there] else border(country[here], country[there]))
            for there in around
            if there in land.land and (here, there) not in stopped
        )
        for here, around in land.neighbors.items()
        if here in land.land
    }


@case("5.4-a", "5.4-i")
def has_zoc(unit: Unit) -> bool:
    """Units of class A, B or C have a zone; a battle group has the class of its parent's reduced side."""
    return not unit.is_hq and unit.cls in ZOC_CLASSES


@derived(Unit, OpenBorder)
@case("5.4-f", "5.4-j")
def zoc(state: State, side: str) -> frozenset[str]:
    """The hexes in the zones of a side's units. A border stops a zone until it has been crossed."""
    around = open_ground(ground(state))
    opened = state.all(OpenBorder)
    return frozenset(
        there
        for unit in armies(state, side)
        if has_zoc(unit)
        for there, between in around.get(unit.place, ())
        if not between or between in opened
    )


@derived(Control)
@case("5.4-g")
def city_zoc(state: State, side: str) -> frozenset[str]:
    """A city has a zone in its own hex for whoever controls it."""
    held = control(state)
    return frozenset(here for here in ground(state).cities if held.get(here) == side)


@derived(Control)
@case("5.4-g", "11.7-b")
def hostile_cities(state: State, side: str) -> frozenset[str]:
    """The cities that stop the enemies of a side: its own, and those of neutral countries, which are its own
    as soon as an enemy enters."""
    held = control(state)
    return city_zoc(state, side) | {here for here in ground(state).cities if not held.get(here)}


@derived(Unit, OpenBorder, Control)
def movement_zoc(state: State, side: str) -> frozenset[str]:
    """The hexes where enemies of a side must stop: zones of its units and cities."""
    return zoc(state, side) | hostile_cities(state, side)
