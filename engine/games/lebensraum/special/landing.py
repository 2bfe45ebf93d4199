"""Landings from the sea: where, against whom, and back to England (12.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.records import (
    DUE,
    MOVED,
    PHASE,
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
"""The mark of one that has attacked in this phase."""
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
    """A unit comes to its hex, which is its whole movement of the segment; if an enemy unit is there it has
    to fight it from the sea first, before the segment or the phase ends.

    A headquarters whose hex is not free yet is placed in London.
    """
    tx.mark(unit.key, MOVED, SEGMENT)
    entry = tx.state.get(Due, unit.key)
    here, other = entry.place, army_places(tx.state).get(entry.place)
    if other is not None and other.side != unit.side:
        if unit.is_hq:
            put_ashore(tx, unit, LONDON, "12.2-d")
        else:
            tx.mark(unit.key, LANDING, until, value=here)
            text = f"{unit.name} attacks {other.name} in {ground(tx.state).name_of(here)} from the sea"
            tell(tx, "LandingOpposed", text, "12.2-c", unit=unit.key, hex=here)
        return
    put_ashore(tx, unit, here, "11.8-b" if tx.state.one(Clock).moment == PRE else "12.2-c")


@case("12.2-d", "12.2-c", "12.3-a")
def put_ashore(tx: Transaction, unit: Unit, here: str, ruled: str) -> None:
    """A unit lands; the hex is a landing hex from now on."""
    was_hostile = controller(tx.state, here) != unit.side
    take_off_schedule(tx, unit.key)
    end_landing(tx, unit)
    enter(tx, unit.key, "", here)
    if not unit.is_hq and (was_hostile or here in ground(tx.state).charts.supply_heads.western_from_pre_e):
        remember_landing(tx, here)
    name = ground(tx.state).name_of(here)
    tell(tx, "UnitLanded", f"{unit.name} lands in {name}", ruled, unit=unit.key, hex=here)


def end_landing(tx: Transaction, unit: Unit) -> None:
    """It attacks from the sea no longer."""
    tx.unmark(unit.key, LANDING)
    tx.unmark(unit.key, FOUGHT)


def remember_landing(tx: Transaction, here: str) -> None:
    """The hex may be used by later reinforcements."""
    if tx.state.find(LandingHex, here) is None:
        tx.put(LandingHex(here))


@case("12.2-c")
def back_to_england(tx: Transaction, unit: Unit) -> None:
    """A unit that has to retreat from its landing goes back and may land again on a later turn."""
    here = landing_target(tx.state, unit.key)
    end_landing(tx, unit)
    tx.put(replace(tx.state.get(Unit, unit.key), place=box(DUE, unit.side)))
    tx.put(Due(unit.key, tx.state.one(Clock).turn, "reinforcement", unit.key, here, unit.side))
    tell(tx, "LandingFailed", f"{unit.name} goes back to England", "12.2-c", unit=unit.key)


def has_fought(tx: Transaction, unit: Unit) -> None:
    """A unit attacks from the sea, and need not do so again before the phase ends."""
    before_turn_e = tx.state.one(Clock).moment == PRE
    tx.mark(unit.key, FOUGHT, SEGMENT if before_turn_e else PHASE)


@case("12.2-c", "11.3-c")
def come_ashore(tx: Transaction, side: str) -> None:
    """Units whose beach the enemy has left land without a fight: his reserves may have moved away."""
    for unit in list(units_at(tx.state, box(DUE, side))):
        here = landing_target(tx.state, unit.key)
        if here and here not in army_places(tx.state):
            put_ashore(tx, unit, here, "12.2-c")


def to_fight(state: State, side: str) -> Iterator[Unit]:
    """The units before an occupied beach that have not fought for it in this phase."""
    for unit in units_at(state, box(DUE, side)):
        if landing_target(state, unit.key) and not marked(state, unit.key, FOUGHT):
            yield unit


@case("12.2-c")
def refusals_to_end(state: State, side: str) -> Iterator[Refusal]:
    """A unit before an occupied beach has to fight, once in a phase."""
    for unit in to_fight(state, side):
        yield Refusal("12.2-c", f"{unit.name} lands in {landing_target(state, unit.key)} and has to attack")


@case("12.2-c", "7.2-c")
def refusals_without_landing(
    state: State, side: str, target: str, attackers: Collection[str]
) -> Iterator[Refusal]:
    """Nobody attacks a beach without the unit that lands there: it has to fight, and no defender that has
    stood is attacked again."""
    for unit in to_fight(state, side):
        if landing_target(state, unit.key) == target and unit.key not in attackers:
            yield Refusal("12.2-c", f"{unit.name} lands in {target} and has to take part in the attack")
