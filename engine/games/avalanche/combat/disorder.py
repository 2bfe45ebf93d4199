"""Disruption and demoralization (3.9.j)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import DEMORALIZED, DISRUPTED, Unit
from engine.referee import Transaction, case

ORDER: Final = ("", DISRUPTED, DEMORALIZED)
"""From good to bad."""


@case("state.escalate")
def after_disruption(state: str) -> str:
    """A disrupted unit that is disrupted again becomes demoralized; a demoralized one stays so."""
    return DISRUPTED if not state else DEMORALIZED


@case("state.escalate", "state.place")
def after_flag(state: str, flag: str) -> str:
    """The state after a flag of the result: D disrupts, M demoralizes."""
    return DEMORALIZED if flag == "M" else after_disruption(state) if flag == "D" else state


def worse(one: str, other: str) -> str:
    """The worse of two states."""
    return max(one, other, key=ORDER.index)


def put_state(tx: Transaction, unit: Unit, state: str, case_id: str) -> None:
    """Give a unit a state, if it is another one."""
    if state != unit.state:
        tx.put(replace(unit, state=state))
        tell(tx, "UnitDisordered", f"{unit} is {state}", case_id, unit=unit.key)
