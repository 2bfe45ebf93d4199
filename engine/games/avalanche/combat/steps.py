"""Step losses and eliminations of single units."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import ELIMINATED, Construction, Unit
from engine.mechanics.places import box
from engine.referee import Transaction, case


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
def eliminate(tx: Transaction, unit: Unit, case_id: str) -> None:
    """A unit goes to the Eliminated box; what it was building is given up."""
    tx.put(replace(unit, place=box(ELIMINATED, unit.side), steps=0))
    building = tx.state.find(Construction, unit.key)
    if building is not None:
        tx.remove(building)
    tell(tx, "UnitEliminated", f"{unit} is eliminated", case_id, unit=unit.key, hex=unit.place)
