"""Step losses and eliminations of single units."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import BREAKDOWN, ELIMINATED, Unit, work_of
from engine.mechanics.places import box
from engine.referee import State, Transaction, case


@case("gen.steps", "loss.one-step", "loss.para-flip", "loss.boxes")
def lose_step(tx: Transaction, unit: Unit, case_id: str) -> None:
    """A unit loses a step: it is turned, becomes a remnant or a tank company, or is eliminated."""
    if unit.steps <= 1:
        eliminate(tx, unit, case_id)
        return
    left = replace(unit, steps=unit.steps - 1)
    tx.put(left)
    if left.is_remnant:
        text = f"{unit} is a remnant; its counter goes to the Reduced box"
    elif left.is_company:
        text = f"{unit} is down to a tank company; its counter goes to the Reduced box"
    else:
        text = f"{unit} loses a step"
    tell(tx, "StepLost", text, case_id, unit=unit.key, hex=unit.place)


@case("loss.boxes", "gen.steps")
def eliminate(tx: Transaction, unit: Unit, case_id: str, how: str = "is eliminated") -> None:
    """A unit goes to the Eliminated box; what it was building is given up. A broken down battalion follows
    the last of its companies."""
    tx.put(replace(unit, place=box(ELIMINATED, unit.side), steps=0))
    work = work_of(tx.state, unit.key)
    if work is not None:
        tx.remove(work)
    tell(tx, "UnitEliminated", f"{unit} {how}", case_id, unit=unit.key, hex=unit.place)
    follow_companies(tx, unit.parent, case_id)


@case("loss.boxes")
def follow_companies(tx: Transaction, key: str, case_id: str) -> None:
    """A battalion in the Breakdown box of which no company is left goes to the Eliminated box."""
    battalion = tx.state.find(Unit, key)
    if battalion is None or battalion.place != box(BREAKDOWN, battalion.side):
        return
    if not has_companies(tx.state, key):
        eliminate(tx, battalion, case_id, "has lost its last company")


def has_companies(state: State, key: str) -> bool:
    """Is a company of a battalion left?"""
    return any(unit.parent == key and unit.steps for unit in state.all(Unit).values())
