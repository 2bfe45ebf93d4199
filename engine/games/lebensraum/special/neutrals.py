"""Neutral countries that are invaded, Yugoslavia that opens, Gibraltar (11.7)."""

from __future__ import annotations

from typing import Final

from engine.games.lebensraum.markers.records import (
    FLEET_LOST,
    PlacedMarker,
)
from engine.games.lebensraum.records import AXIS, SOVIET, WESTERN, Control, Unit, army_places
from engine.games.lebensraum.scenario.chart_units import TwoSidedUnit
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.entry import NEUTRAL_COUNTRIES, OPEN, YUGOSLAVIA, opens_yugoslavia
from engine.games.lebensraum.standard.control import controller
from engine.mechanics.telling import tell
from engine.referee import State, Transaction, case, marked

GIBRALTAR: Final = "E2860"
TAKEN: Final = "taken"
MEDITERRANEAN: Final = "Mediterranean"
EASTERN: Final = ("sweden", "turkey")


@case("11.7-d", "11.7-e")
def entered(tx: Transaction, unit: Unit, there: str) -> None:
    """What a unit changes by entering a hex: a neutral joins the other side, Yugoslavia opens, Gibraltar."""
    land = ground(tx.state)
    name = land.country.get(there, "")
    if name in NEUTRAL_COUNTRIES.values() and not controller(tx.state, there):
        join(tx, name, land.other(unit.side), there)
    if opens_yugoslavia(tx.state, unit, there) and not marked(tx.state, YUGOSLAVIA, OPEN):
        tx.mark(YUGOSLAVIA, OPEN)
        tell(tx, "CountryOpened", "Yugoslavia is open to the units of both sides", "11.7-d", hex=there)
    if there == GIBRALTAR and unit.side == AXIS and not marked(tx.state, GIBRALTAR, TAKEN):
        tx.mark(GIBRALTAR, TAKEN)
        tx.mark(WESTERN, f"{FLEET_LOST}: {MEDITERRANEAN}")
        for ship in tx.state.all(PlacedMarker).values():
            if ship.power == WESTERN and ship.sea == MEDITERRANEAN:
                tx.remove(ship)
        text = "Gibraltar is taken: the Allied Mediterranean naval marker is out of the game"
        tell(tx, "GibraltarTaken", text, "11.7-e", hex=there)


@case("11.7-e")
def is_gibraltar_lost(state: State) -> bool:
    """Has an Axis unit been in Gibraltar?"""
    return marked(state, GIBRALTAR, TAKEN)


@case("11.7-b")
def power_of(state: State, name: str, side: str) -> str:
    """The power that a country joins: in the West the western one."""
    if side == AXIS:
        return AXIS
    powers = ground(state).powers.of(side)
    wanted = SOVIET if name in EASTERN else WESTERN
    return wanted if wanted in powers else powers[0]


@case("11.7-b", "11.7-f")
def join(tx: Transaction, name: str, side: str, invaded: str) -> None:
    """A country with its hexes, cities and units joins a side."""
    land = ground(tx.state)
    hexes = land.region(f"country-{name}") & land.land
    for here in sorted(hexes):
        tx.put(Control(here, side))
    title = name.title()
    text = f"{title} is invaded and joins the {land.title_of(side)}"
    tell(tx, "CountryJoined", text, "11.7-b", hex=invaded)
    for row in land.charts.units_neutral.units:
        if row.country == title and not (land.has_west and not land.has_east and name in EASTERN):
            place_neutral(tx, row, side, power_of(tx.state, name, side), hexes, invaded)


@case("11.7-b", "11.7-f")
def place_neutral(
    tx: Transaction, row: TwoSidedUnit, side: str, power: str, hexes: frozenset[str], invaded: str
) -> None:
    """A unit appears in its set-up hex, or in the free hex of its country nearest to it."""
    here = nearest_free(tx.state, row.setup, hexes, invaded)
    key = f"neutral-{row.id.lower().replace(' ', '-')}"
    unit = Unit(
        key,
        side,
        row.id,
        row.type,
        "",
        here,
        power=power,
        nation=row.country,
        classes=(row.full_class,),
        full=(row.full,),
        reduced=(row.reduced,),
        reduced_class=row.reduced_class,
    )
    tx.put(unit)
    name = ground(tx.state).name_of(here)
    tell(tx, "UnitArrived", f"{unit.name} appears in {name}", "11.7-b", unit=key, hex=here)


def nearest_free(state: State, begin: str, hexes: frozenset[str], invaded: str) -> str:
    """The nearest of these hexes without a unit; the invaded one is taken. A country has more hexes than
    units, so there is one."""
    near = [begin]
    for here in near:
        near += (one for one in ground(state).neighbors[here] if one in hexes and one not in near)
    return next(one for one in near if one != invaded and one not in army_places(state))
