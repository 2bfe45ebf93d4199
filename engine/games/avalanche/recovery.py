"""Recovery at the end of a player turn."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.combat.morale import current_morale
from engine.games.avalanche.general.distance import is_beside_enemy
from engine.games.avalanche.general.telling import readers, tell
from engine.games.avalanche.movement.allowance import SPENT
from engine.games.avalanche.records import DEMORALIZED, DISRUPTED, Unit, ground_units
from engine.referee import Procedure, State, Transaction, case, marked

TIRING: Final = (SPENT, "built", "attacked", "supported", "bombarded")
"""What keeps a unit from recovering in its player turn."""


@case("recover.who", "recover.strongpoint")
def may_recover(state: State, unit: Unit) -> bool:
    """Units that spent no points, built nothing and did not attack; strong points never."""
    return (
        bool(unit.state)
        and not unit.is_strong_point
        and not any(marked(state, unit.key, mark) for mark in TIRING)
    )


def recover(tx: Transaction, frame: Recovery) -> None:
    """One unit after the other."""
    for unit in [one for one in ground_units(tx.state, frame.side) if may_recover(tx.state, one)]:
        if succeeds(tx, unit):
            better = DISRUPTED if unit.state == DEMORALIZED else ""
            tx.put(replace(unit, state=better))
            text = f"{unit.name} recovers and is {better or 'in good order'}"
            tell(tx, "UnitRecovered", text, "recover.who", unit=unit.key)


@case("recover.auto", "recover.adjacent")
def succeeds(tx: Transaction, unit: Unit) -> bool:
    """Away from the enemy without a roll; beside him on a roll not above its current morale."""
    if not is_beside_enemy(tx.state, unit.place, unit.side):
        return True
    level = current_morale(unit)
    why, seen_by = f"{unit.name} recovers on {level} or less", readers(tx.state, (unit.key,))
    return tx.roll("1d6", "recover.adjacent", why, seen_by).total <= level


class Recovery(Procedure):
    """The phasing side recovers."""

    side: str

    title = "Recovery"
    steps = (recover,)


FRAMES: Final = (Recovery,)
