"""What a unit meets in a hex that it enters: helpless enemies, lone leaders, a repaired airfield."""

from __future__ import annotations

from engine.games.avalanche.combat.leaders import catch_leader
from engine.games.avalanche.combat.steps import eliminate
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import (
    GERMAN,
    Airfield,
    forces,
    ground_at,
)
from engine.games.avalanche.scenario.ground import ground
from engine.referee import Transaction, case


def enter_hex(tx: Transaction, here: str, side: str) -> None:
    """A ground unit of a side has entered a hex."""
    overrun(tx, here, side)
    catch_leaders(tx, here, side)
    retake_airfield(tx, here, side)


@case("move.overrun-0ds")
def overrun(tx: Transaction, here: str, side: str) -> None:
    """Enemy units without defence strength are eliminated."""
    for unit in ground_at(tx.state, here, ground(tx.state).other(side)):
        eliminate(tx, unit, "move.overrun-0ds", "is overrun and eliminated")


@case("move.solo-leader")
def catch_leaders(tx: Transaction, here: str, side: str) -> None:
    """Leaders caught alone are checked for casualty; a survivor is displaced."""
    enemy = ground(tx.state).other(side)
    for leader in [unit for unit in forces(tx.state, enemy) if unit.is_leader and unit.place == here]:
        catch_leader(tx, leader)


@case("move.airfield-lost")
def retake_airfield(tx: Transaction, here: str, side: str) -> None:
    """A German unit that enters a repaired airfield undoes the repair."""
    found = tx.state.find(Airfield, here)
    if side == GERMAN and found is not None:
        tx.remove(found)
        text = f"The airfield in {ground(tx.state).name_of(here)} is German again"
        tell(tx, "AirfieldLost", text, "move.airfield-lost", hex=here)
