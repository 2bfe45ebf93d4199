"""Airfields that the Allies repair."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.engineering.crews import BUILT, SAPPERS
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import (
    ALLIED,
    DEMORALIZED,
    GAME_TURN,
    PLAYER_TURN,
    Airfield,
    Unit,
    ground_at,
)
from engine.games.avalanche.scenario.ground import ground
from engine.referee import Procedure, State, Transaction, case, mark_value, marked

IDLE: Final = "idle"
"""Mark of a unit that did nothing in its last player turn."""
PRESENT: Final = "present"
"""Mark of a unit that stood on an airfield when the engineering of its player turn began: the hex."""
BUSY: Final = (BUILT, "spent", "attacked", "supported", "bombarded", "shore party")


@case("eng.airfield")
def is_idle(state: State, unit: Unit) -> bool:
    """Has it done nothing so far: no movement, task, combat or shore duty? Whoever came to the hex in this
    player turn has moved, on whatever way: by land or sea, in an advance or a retreat."""
    has_come = mark_value(state, unit.key, PRESENT) != unit.place
    return not has_come and not any(marked(state, unit.key, mark) for mark in BUSY)


@case("eng.airfield")
def note_present(tx: Transaction, step: Procedure) -> None:
    """Who stands on an airfield before anybody moves."""
    for here in sorted(ground(tx.state).airfields):
        for unit in ground_at(tx.state, here, ALLIED):
            if unit.branch in SAPPERS:
                tx.mark(unit.key, PRESENT, PLAYER_TURN, value=here)


@case("eng.airfield")
def note_idle(tx: Transaction, player_turn: Procedure) -> None:
    """At the end of the Allied player turn: who stood on an airfield and did nothing."""
    if getattr(player_turn, "side", "") != ALLIED:
        return
    for here in sorted(ground(tx.state).airfields):
        for unit in ground_at(tx.state, here, ALLIED):
            if is_idle(tx.state, unit):
                tx.mark(unit.key, IDLE, GAME_TURN, turns=2)


@case("eng.airfield")
def repairers(state: State, here: str) -> list[Unit]:
    """Engineers or construction units, companies too, that did nothing in the last turn."""
    return [
        unit
        for unit in ground_at(state, here, ALLIED)
        if unit.branch in SAPPERS and unit.state != DEMORALIZED and marked(state, unit.key, IDLE)
    ]


@case("eng.airfield")
def repair_airfields(tx: Transaction, step: Procedure) -> None:
    """Each airfield with such a unit goes one turn forward; after eight it is repaired."""
    if getattr(step, "side", "") != ALLIED:
        return
    last = ground(tx.state).charts.engineering.airfield_turns
    for here in sorted(ground(tx.state).airfields):
        field = tx.state.find(Airfield, here) or Airfield(here)
        if field.repaired or not repairers(tx.state, here):
            continue
        field = replace(field, turns=field.turns + 1, repaired=field.turns + 1 >= last)
        tx.put(field)
        done = "is repaired" if field.repaired else f"is under repair: {field.turns} of {last} turns"
        name = ground(tx.state).name_of(here)
        tell(tx, "AirfieldRepaired", f"The airfield {name} {done}", "eng.airfield", hex=here)
