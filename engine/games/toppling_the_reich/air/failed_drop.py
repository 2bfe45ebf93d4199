"""Paratroops that did not displace the defender (10.5-g)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.toppling_the_reich.air.airborne import READIED
from engine.games.toppling_the_reich.combat.attack import Attack
from engine.games.toppling_the_reich.combat.retreat import Retreat
from engine.games.toppling_the_reich.movement.placing import lose_step
from engine.games.toppling_the_reich.records import AIRDROP, DROPPED, Clock, Unit
from engine.mechanics import box
from engine.referee import Transaction, case

HEXES = 2


@case("10.5-g")
def throw_back(tx: Transaction, attack: Attack, units: Iterable[Unit]) -> None:
    """Each loses a step more and retreats two hexes from the attacked hex."""
    for unit in units:
        lose_step(tx, unit, "10.5-g", f"the enemy holds {attack.target}")
        tx.unmark(unit.key, READIED)
    waiting = box(AIRDROP, attack.side)
    left = tuple(unit.key for unit in units if tx.state.get(Unit, unit.key).place == waiting)
    for key in left:
        tx.mark(key, DROPPED, value=str(tx.state.one(Clock).turn))
    if left:
        tx.push(Retreat(attack.side, left, HEXES, origin=attack.target))
