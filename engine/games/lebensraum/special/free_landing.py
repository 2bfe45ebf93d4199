"""Landings in the movement segment: second tries, and the free landings of the campaign (12.2-c, 12.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.records import (
    DUE,
    GAME_TURN,
    PHASE,
    WESTERN,
    Unit,
    army_places,
    has_come,
    units_at,
)
from engine.games.lebensraum.scenario.ground import CLEAR, ground
from engine.games.lebensraum.special.entry import refusals_to_enter
from engine.games.lebensraum.special.landing import (
    at_sea,
    land_or_fight,
    put_ashore,
    remember_landing,
)
from engine.games.lebensraum.special.landing_hexes import LandingHex
from engine.games.lebensraum.special.neutrals import is_gibraltar_lost
from engine.games.lebensraum.standard.control import controller
from engine.mechanics import pools
from engine.mechanics.menu import Menu, PickOne, end, order, way_out
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Due, Refusal, State, Transaction, case, mark_value

LANDINGS: Final = "landings"
REACH: Final = 4
"""How far from a friendly city a landing may be."""
SEAS: Final = {"Atlantic": "sea-atlantic", "Mediterranean": "sea-mediterranean"}


@case("12.3-a", "11.7-e")
def ships_of(state: State, sea: str) -> int:
    """The Allied naval markers of a sea."""
    if sea == "Mediterranean" and is_gibraltar_lost(state):
        return 0
    return ground(state).charts.naval_markers.western.count(sea)


def landed_by(state: State, sea: str) -> int:
    """The landings of this turn from a sea; those before turn E are not among those of turn E."""
    return int(mark_value(state, sea, LANDINGS) or 0)


@case("12.3-b")
def seas_of(state: State, here: str) -> list[str]:
    """The seas from which a hex can be reached."""
    return [sea for sea, region in SEAS.items() if here in ground(state).region(region)]


@case("12.3-b")
def near_friendly_city(state: State, here: str) -> bool:
    """A city under control is at most four hexes away, the landing hex counted and the city's not."""
    land = ground(state)
    return any(
        land.distance(here, city) <= REACH and controller(state, city) == "allied" for city in land.cities
    )


@case("12.3-a", "12.3-b", "5.5-a", "11.7-d", "11.92-a")
def refusals_to_land(state: State, unit: Unit, here: str) -> Iterator[Refusal]:
    """A clear coastal hex of a sea with a ship left, without a unit or an enemy city, near a friendly city,
    in a country that is open."""
    land = ground(state)
    if here not in land.land or land.terrain[here] != CLEAR or here not in land.region("coast"):
        yield Refusal("12.3-b", f"{here} is no clear coastal hex")
        return
    other = army_places(state).get(here)
    if other is not None:
        own = other.side == unit.side
        yield Refusal("5.5-a" if own else "12.3-b", f"{other.name} is in {here}")
    if here in land.cities and controller(state, here) != unit.side:
        yield Refusal("12.3-b", f"{land.name_of(here)} is a city that the Allies do not control")
    if not near_friendly_city(state, here):
        yield Refusal("12.3-b", f"no friendly city is within {REACH} hexes of {here}")
    yield from refusals_to_enter(state, unit, here)
    seas = seas_of(state, here)
    if not seas:
        yield Refusal("12.3-b", f"{here} is neither on the Atlantic nor on the Mediterranean")
    elif not any(landed_by(state, sea) < ships_of(state, sea) for sea in seas):
        ships = counted(ships_of(state, seas[0]), "naval marker")
        text = f"{ships} of the {seas[0]}, {counted(landed_by(state, seas[0]), 'landing')} made on this turn"
        yield Refusal("12.3-a", text)


def sites(state: State, unit: Unit) -> list[str]:
    """The hexes where a unit may land freely."""
    land = ground(state)
    return [
        here
        for here in sorted(land.region("coast"))
        if next(refusals_to_land(state, unit, here), None) is None
    ]


@case("12.3-a")
def land_freely(tx: Transaction, unit: Unit, here: str) -> None:
    """One of the landings of the game is used, and a naval marker of the sea for this turn."""
    pools.spend(tx, WESTERN, LANDINGS, 1)
    sea = next(sea for sea in seas_of(tx.state, here) if landed_by(tx.state, sea) < ships_of(tx.state, sea))
    tx.mark(sea, LANDINGS, GAME_TURN, value=str(landed_by(tx.state, sea) + 1))
    put_ashore(tx, unit, here, "12.3-a")
    remember_landing(tx, here)
    heads = sum(one.head for one in tx.state.all(LandingHex).values())
    if heads > ground(tx.state).charts.supply_heads.campaign_heads:
        tx.put(LandingHex(here, head=False))


def in_england(state: State) -> list[Unit]:
    """The western armies that have come and are not ashore."""
    return [
        unit
        for unit in units_at(state, box(DUE, "allied"))
        if unit.power == WESTERN
        and not unit.is_hq
        and (entry := state.find(Due, unit.key)) is not None
        and has_come(state, entry)
    ]


@case("12.2-c", "12.3-a")
def refusals_to_go(state: State, unit: Unit) -> Iterator[Refusal]:
    """In the campaign any army in England, elsewhere one whose landing hex is the enemy's."""
    if unit not in in_england(state):
        yield Refusal("12.3-a", f"{unit.name} does not wait in England")
    elif ground(state).rules.landings is not None:
        if not pools.left(state, WESTERN, LANDINGS):
            yield Refusal("12.3-a", "all landings of the game have been made")
        elif not sites(state, unit):
            text = f"there is no hex where a naval marker that is left could land {unit.name}"
            yield Refusal("12.3-a", text)
    elif unit not in at_sea(state):
        yield Refusal("12.2-c", f"{unit.name} has no landing hex; it comes in as a reinforcement")
    elif controller(state, state.get(Due, unit.key).place) == unit.side:
        yield Refusal("12.2-c", f"{unit.name} comes in as a reinforcement: its hex is under control")


@case("12.2-c", "12.3-a")
def go(tx: Transaction, unit: Unit) -> None:
    """Choose a hex in the campaign; elsewhere land in the given one, or fight for it."""
    if ground(tx.state).rules.landings is not None:
        tx.push(LandUnit(unit.side, unit=unit.key))
    else:
        land_or_fight(tx, unit, PHASE)


class LandUnit(PickOne):
    """Where does an army land?"""

    unit: str = ""

    title = "Landing"
    verb = "land"
    kind = "hex"
    ruled_by = "12.3-b"
    otherwise = "it lands in a clear coastal hex within reach"

    def prompt(self, state: State) -> str:
        left = counted(pools.left(state, WESTERN, LANDINGS), "landing")
        return f"Where does {state.get(Unit, self.unit).name} land? {left} left in this game"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def options(self, state: State) -> Iterable[str]:
        return sites(state, state.get(Unit, self.unit))

    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        return refusals_to_land(state, state.get(Unit, self.unit), target)

    def picked(self, tx: Transaction, target: str) -> None:
        tx.pop()
        land_freely(tx, tx.state.get(Unit, self.unit), target)

    cancel = way_out()


class Landings(Menu):
    """The orders by which armies land and supply heads are named; movement segments have them, too."""

    records: ClassVar = {"unit": Unit}

    @order("land", "unit", "Land")
    def land(self: Any, tx: Transaction, unit: Unit) -> None:
        go(tx, unit)

    @land.targets
    def from_england(self: Any, state: State) -> Iterable[str]:
        return [unit.key for unit in in_england(state)] if self.side == "allied" else ()

    @land.against
    def refusals_to_land(self: Any, state: State, unit: Unit) -> Iterator[Refusal]:
        return refusals_to_go(state, unit)

    @order("supply_head", "hex", "Supply head, or no longer:")
    def supply_head(self: Any, tx: Transaction, here: str) -> None:
        one = tx.state.get(LandingHex, here)
        tx.put(replace(one, head=not one.head))
        what = "is no longer" if one.head else "is"
        tell(tx, "SupplyHeadNamed", f"{here} {what} a supply head", "12.3-c", hex=here)

    @supply_head.targets
    def landing_places(self: Any, state: State) -> Iterable[str]:
        free = self.side == "allied" and ground(state).rules.landings is not None
        return sorted(state.all(LandingHex)) if free else ()

    @supply_head.against
    @case("12.3-c")
    def refusals_to_name(self: Any, state: State, here: str) -> Iterator[Refusal]:
        """At most three landing hexes are supply heads."""
        most = ground(state).charts.supply_heads.campaign_heads
        one = state.find(LandingHex, here)
        if one is None:
            yield Refusal("12.3-c", f"{here} has not been used for a landing")
        elif not one.head and sum(two.head for two in state.all(LandingHex).values()) >= most:
            yield Refusal("12.3-c", f"{most} landing hexes are supply heads already")


ORDERS: Final = Landings.orders


class LandAtDawn(Landings):
    """Before turn E of the campaign: do the Allies land now? Without a landing there is no surprise."""

    title = "Landing"
    ruled_by = "11.8-b"
    otherwise = "@ is not possible: armies land, or none do"

    def prompt(self, state: State) -> str:
        return "Do the Allies land before turn E? Otherwise there is no surprise attack"

    end = end("end", "End landings")


def has_landed(state: State) -> bool:
    """Has an army landed on this turn?"""
    return any(landed_by(state, sea) for sea in SEAS)


FRAMES: Final = (LandUnit, LandAtDawn)
