"""Landings from the sea: where, against whom, and back to England (12.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.records import (
    DUE,
    MOVED,
    PRE,
    SEGMENT,
    WESTERN,
    Clock,
    Unit,
    army_places,
    has_come,
    units_at,
)
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.landing_hexes import LandingHex
from engine.games.lebensraum.standard.control import controller
from engine.games.lebensraum.standard.entering import enter
from engine.mechanics.arrivals import take_off_schedule
from engine.mechanics.places import box
from engine.mechanics.telling import tell
from engine.referee import Due, Refusal, State, Transaction, case, mark_value, marked

LANDING: Final = "landing"
"""The mark of a unit that attacks from the sea; its value is the hex."""
FOUGHT: Final = "fought from the sea"
ALLIES: Final = "allied"
LONDON: Final = "E1342"


def landing_target(state: State, key: str) -> str:
    """The hex that a unit attacks from the sea; empty if it does not, or is not there any more."""
    unit = state.get(Unit, key)
    return mark_value(state, key, LANDING) if unit.place == box(DUE, unit.side) else ""


def pre_e_units(state: State) -> list[Unit]:
    """The units and headquarters that come before turn E, armies first."""
    turn = state.one(Clock).turn
    found = [
        unit
        for unit in units_at(state, box(DUE, ALLIES))
        if (entry := state.find(Due, unit.key)) is not None and (entry.turn, entry.moment) == (turn, PRE)
    ]
    return sorted(found, key=lambda unit: (unit.is_hq, unit.key))


def at_sea(state: State) -> list[Unit]:
    """The units that wait in England or are to come, with a hex to land in."""
    return [
        unit
        for unit in units_at(state, box(DUE, ALLIES))
        if unit.power == WESTERN
        and not unit.is_hq
        and (entry := state.find(Due, unit.key)) is not None
        and entry.place
        and has_come(state, entry)
    ]


@case("11.8-b", "12.2-c")
def land_or_fight(tx: Transaction, unit: Unit, until: str) -> None:
    """A unit comes to its hex; if an enemy unit is there it has to fight it from the sea first, before the
    segment or the phase ends.

    A headquarters whose hex is not free yet is placed in London.
    """
    entry = tx.state.get(Due, unit.key)
    here, other = entry.place, army_places(tx.state).get(entry.place)
    if other is not None and other.side != unit.side:
        if unit.is_hq:
            put_ashore(tx, unit, LONDON, "12.2-d")
        else:
            tx.mark(unit.key, LANDING, until, value=here)
            tx.mark(unit.key, MOVED, SEGMENT)
            text = f"{unit.name} attacks {other.name} in {ground(tx.state).name_of(here)} from the sea"
            tell(tx, "LandingOpposed", text, "12.2-c", unit=unit.key, hex=here)
        return
    put_ashore(tx, unit, here, "11.8-b" if tx.state.one(Clock).moment == PRE else "12.2-c")


@case("12.2-d", "12.2-c", "12.3-a")
def put_ashore(tx: Transaction, unit: Unit, here: str, ruled: str) -> None:
    """A unit lands, its whole movement of the segment; the hex is a landing hex from now on."""
    was_hostile = controller(tx.state, here) != unit.side
    take_off_schedule(tx, unit.key)
    tx.unmark(unit.key, LANDING)
    tx.mark(unit.key, MOVED, SEGMENT)
    enter(tx, unit.key, "", here)
    if not unit.is_hq and (was_hostile or here in ground(tx.state).charts.supply_heads.western_from_pre_e):
        remember_landing(tx, here)
    name = ground(tx.state).name_of(here)
    tell(tx, "UnitLanded", f"{unit.name} lands in {name}", ruled, unit=unit.key, hex=here)


def remember_landing(tx: Transaction, here: str) -> None:
    """The hex may be used by later reinforcements."""
    if tx.state.find(LandingHex, here) is None:
        tx.put(LandingHex(here))


@case("12.2-c")
def back_to_england(tx: Transaction, unit: Unit) -> None:
    """A unit that has to retreat from its landing goes back and may land again on a later turn."""
    here = landing_target(tx.state, unit.key)
    tx.unmark(unit.key, LANDING)
    tx.put(replace(tx.state.get(Unit, unit.key), place=box(DUE, unit.side)))
    tx.put(Due(unit.key, tx.state.one(Clock).turn, "reinforcement", unit.key, here, unit.side))
    tell(tx, "LandingFailed", f"{unit.name} goes back to England", "12.2-c", unit=unit.key)


@case("12.2-c")
def refusals_to_end(state: State, side: str) -> Iterator[Refusal]:
    """A unit before an occupied beach has to fight."""
    for unit in units_at(state, box(DUE, side)):
        if landing_target(state, unit.key) and not marked(state, unit.key, FOUGHT):
            yield Refusal(
                "12.2-c", f"{unit.name} lands in {landing_target(state, unit.key)} and has to attack"
            )
