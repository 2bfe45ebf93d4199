"""Who comes on which turn: schedules, Soviet piles, Guards, paratroops, Tito (6.1, 6.3, 6.4)."""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.economy.totals import holds
from engine.games.lebensraum.records import (
    ARRIVED,
    AXIS,
    DUE,
    LOST,
    PARATROOP,
    PILE,
    SEGMENT,
    SOVIET,
    WITHDRAWN,
    Clock,
    Unit,
    has_come,
    units_at,
)
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.control import controller
from engine.games.lebensraum.standard.entering import enter
from engine.mechanics.arrivals import take_off_schedule
from engine.mechanics.places import box
from engine.mechanics.telling import tell
from engine.record import Record
from engine.referee import Cup, Due, State, Transaction, case

REINFORCEMENT: Final = "reinforcement"
TRAINING: Final = "training"
SOVIET_PILE: Final = "Soviet pile"
BELGRADE: Final = "E3530"
YUGOSLAV: Final = "Yugoslav"
GUARDS: Final = {"infantry": "guard", "shock": "guard", "tank": "guard_tank"}
"""What a unit of a type becomes by training."""


NEW: Final = "new"
"""The mark of a unit that was placed in this segment."""


class Trainee(Record):
    """A Guard army, by its key, and the army that it was made from."""

    key: str
    unit: str


def number_of(unit: Unit) -> int:
    """The number of an army."""
    found = re.search(r"\d+", unit.key)
    return int(found[0]) if found else 0


def in_pile(state: State, *types: str) -> list[Unit]:
    """The Soviet units of a type in the piles, by their numbers."""
    found = [one for one in units_at(state, box(PILE, "allied")) if one.type in types]
    return sorted(found, key=lambda one: (number_of(one), one.key))


@case("6.12-a", "6.22-f")
def random_pile(state: State) -> list[Unit]:
    """The infantry armies that have never been in play, by their numbers; the Yugoslavs are none of them."""
    return [one for one in in_pile(state, "infantry") if one.nation != YUGOSLAV]


def make_due(tx: Transaction, unit: Unit, place: str = "") -> None:
    """A unit may be placed from now on."""
    tx.put(replace(unit, place=box(DUE, unit.side)))
    turn = tx.state.one(Clock).turn
    tx.put(Due(unit.key, turn, REINFORCEMENT, unit.key, place, unit.side))


@case("6.1-a", "6.13-a")
def waiting(state: State, side: str) -> list[Unit]:
    """The units and headquarters of a side that may be placed now."""
    return [
        unit
        for unit in units_at(state, box(DUE, side))
        if (entry := state.find(Due, unit.key)) is not None and has_come(state, entry)
    ]


# Soviets


@case("6.12-b", "6.12-c")
def draw_soviets(tx: Transaction) -> None:
    """The Shock armies that the schedule names, then infantry armies by chance, then tank armies in order."""
    row = ground(tx.state).charts.soviet_reinforcements.schedule[tx.state.one(Clock).turn - 1]
    shock = {number_of(one): one for one in in_pile(tx.state, "shock")}
    drawn = [shock[number] for number in row.shock if number in shock]
    for unit in drawn:
        make_due(tx, unit)
    for _ in range(row.infantry):
        pile = random_pile(tx.state)
        if not pile:
            break
        tx.put(Cup(SOVIET_PILE, tuple(one.key for one in pile)))
        key = tx.draw(tx.state.get(Cup, SOVIET_PILE), "6.12-b", "From the pile of infantry armies")
        drawn.append(tx.state.get(Unit, key))
        make_due(tx, drawn[-1])
    for unit in in_pile(tx.state, "tank")[: row.tank]:
        make_due(tx, unit)
        drawn.append(unit)
    if drawn:
        names = ", ".join(unit.name for unit in drawn)
        keys = tuple(unit.key for unit in drawn)
        tell(tx, "ReinforcementsDue", f"Soviet reinforcements: {names}", "6.12-b", unit=keys)


@case("6.3-d", "6.3-e")
def return_guards(tx: Transaction) -> None:
    """An eliminated Guard army goes back to its pile, and the army that it was made from may be rebuilt."""
    for guard in list(units_at(tx.state, box(LOST, "allied"))):
        if guard.type not in GUARDS.values():
            continue
        tx.put(replace(guard, place=box(PILE, guard.side), flipped=False))
        trained = tx.state.find(Trainee, guard.key)
        if trained is not None:
            tx.remove(trained)
            tx.put(replace(tx.state.get(Unit, trained.unit), place=box(LOST, guard.side)))


@case("6.3-a", "6.3-b", "6.3-e")
def promote_trainees(tx: Transaction) -> None:
    """One turn after an army was set aside, the Guard army of the lowest number off the map comes for it."""
    turn = tx.state.one(Clock).turn
    for unit in list(units_at(tx.state, box(TRAINING, "allied"))):
        entry = tx.state.find(Due, unit.key)
        if entry is None or entry.turn > turn:
            continue
        guard = in_pile(tx.state, GUARDS[unit.type])[0]
        take_off_schedule(tx, unit.key)
        make_due(tx, replace(guard, flipped=unit.flipped))
        tx.put(Trainee(guard.key, unit.key))
        tell(tx, "GuardsTrained", f"{unit.name} has become {guard.name}", "6.3-a", unit=(unit.key, guard.key))


@case("6.3-a", "6.3-c")
def set_aside(tx: Transaction, unit: Unit) -> None:
    """An army that is due trains for a turn; it is away as long as the Guard army made from it is in play."""
    take_off_schedule(tx, unit.key)
    tx.put(replace(unit, place=box(TRAINING, unit.side)))
    tx.put(Due(unit.key, tx.state.one(Clock).turn + 1, TRAINING, unit.key, "", unit.side))
    tell(tx, "TrainingBegan", f"{unit.name} is set aside to become a Guard army", "6.3-a", unit=unit.key)


@case("6.43")
def bring_tito(tx: Transaction) -> None:
    """When the Soviets hold Belgrade the Yugoslav army comes there, once."""
    pile = [one for one in in_pile(tx.state, "infantry") if one.nation == YUGOSLAV]
    if pile and holds(tx.state, SOVIET, BELGRADE):
        arrive(tx, pile[0], BELGRADE, "6.43")


# everybody


@case("6.41-a")
def bring_paratroops(tx: Transaction, power: str) -> None:
    """The paratroops of turn 6 appear in their capital by themselves, or never if it is not under control."""
    for unit in waiting(tx.state, ground(tx.state).powers.side_of(power)):
        entry = tx.state.get(Due, unit.key)
        if unit.type != PARATROOP or unit.power != power or power not in (AXIS, SOVIET) or not entry.place:
            continue
        if controller(tx.state, entry.place) == unit.side:
            arrive(tx, unit, entry.place, "6.41-a")
            continue
        take_off_schedule(tx, unit.key)
        tx.put(replace(unit, place=box(WITHDRAWN, unit.side)))
        tell(tx, "UnitLost", f"{unit.name} does not appear: its city is lost", "6.41-a", unit=unit.key)


def arrive(tx: Transaction, unit: Unit, here: str, ruled: str) -> None:
    """Put a unit or headquarters on the map."""
    entry = tx.state.find(Due, unit.key)
    take_off_schedule(tx, unit.key)
    tx.mark(unit.key, ARRIVED, "", value=entry.place if entry else "")
    tx.mark(unit.key, NEW, SEGMENT)
    enter(tx, unit.key, "", here)
    name = ground(tx.state).name_of(here)
    tell(tx, "UnitArrived", f"{unit.name} arrives in {name}", ruled, unit=unit.key, hex=here)
