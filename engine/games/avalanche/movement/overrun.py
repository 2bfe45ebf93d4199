"""What a unit meets in a hex that it enters: helpless enemies, lone leaders, a repaired airfield."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.avalanche.combat.leaders import check_leader
from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import (
    ELIMINATED,
    GERMAN,
    TURN_TRACK,
    Airfield,
    Unit,
    forces,
    ground_at,
)
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.places import box
from engine.referee import Due, State, Transaction, case


def enter_hex(tx: Transaction, here: str, side: str) -> None:
    """A ground unit of a side has entered a hex."""
    overrun(tx, here, side)
    catch_leaders(tx, here, side)
    retake_airfield(tx, here, side)


@case("move.overrun-0ds")
def overrun(tx: Transaction, here: str, side: str) -> None:
    """Enemy units without defence strength are eliminated."""
    for unit in ground_at(tx.state, here, ground(tx.state).other(side)):
        tx.put(replace(unit, place=box(ELIMINATED, unit.side), steps=0))
        text = f"{unit.name} is overrun and eliminated"
        tell(tx, "UnitEliminated", text, "move.overrun-0ds", unit=unit.key, hex=here)


@case("move.solo-leader")
def catch_leaders(tx: Transaction, here: str, side: str) -> None:
    """Leaders caught alone are checked for casualty; a survivor is displaced."""
    enemy = ground(tx.state).other(side)
    for leader in [unit for unit in forces(tx.state, enemy) if unit.is_leader and unit.place == here]:
        if check_leader(tx, leader, 0):
            displace(tx, leader)


@case("move.solo-leader")
def displace(tx: Transaction, leader: Unit) -> None:
    """He comes back as a reinforcement after the next AM segment."""
    when = next_morning(tx.state)
    tx.put(replace(leader, place=box(TURN_TRACK, leader.side)))
    tx.put(Due(leader.key, when, "displaced", leader.key, "", leader.side))
    text = f"{leader.name} is displaced and comes back on turn {when}"
    tell(tx, "LeaderDisplaced", text, "move.solo-leader", unit=leader.key)


def next_morning(state: State) -> int:
    """The number of the next AM turn."""
    track = ground(state).charts.turn_track.turn
    return next(
        number
        for number in range(turn(state) + 1, turn(state) + 4)
        if str(number) not in track or track[str(number)].kind == "AM"
    )


@case("move.airfield-lost")
def retake_airfield(tx: Transaction, here: str, side: str) -> None:
    """A German unit that enters a repaired airfield undoes the repair."""
    found = tx.state.find(Airfield, here)
    if side == GERMAN and found is not None:
        tx.remove(found)
        text = f"The airfield in {ground(tx.state).name_of(here)} is German again"
        tell(tx, "AirfieldLost", text, "move.airfield-lost", hex=here)
