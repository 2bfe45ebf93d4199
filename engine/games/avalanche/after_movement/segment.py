"""After movement: the enemy removes what is too much in a hex, abandoned works go, stacks are examined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from engine.games.avalanche.after_movement.examination import examine, examine_hex
from engine.games.avalanche.combat.steps import eliminate
from engine.games.avalanche.general.stacking import counted_units, excess
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import (
    Unit,
    Work,
    ground_at,
    ground_stacks,
    held,
)
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import PickOne
from engine.mechanics.plural import counted
from engine.referee import Procedure, Refusal, State, Transaction, case


class RemoveExcess(PickOne):
    """Which of the units that are too many does the enemy eliminate?"""

    here: str = ""

    verb = "eliminate"
    kind = "unit"
    title = "Overstacking"
    ruled_by = "post.overstack"
    otherwise = "@ is not possible: only units of the overstacked hex are eliminated"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        over = excess(state, self.here, ground(state).other(self.side))
        return f"{self.here} holds {counted(over, 'unit')} too many: eliminate which one?"

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.here,)

    @case("post.overstack")
    def options(self, state: State) -> Iterable[str]:
        there = ground_at(state, self.here, ground(state).other(self.side))
        return [unit.key for unit in there if not unit.is_strong_point]

    @case("post.overstack", "post.stack-limit")
    def refusals_to_pick(self, state: State, target: Unit) -> Iterator[Refusal]:
        """The one headquarters that takes no room is no excess."""
        if target.key not in self.options(state):
            return
        left = [unit for unit in ground_at(state, self.here, target.side) if unit.key != target.key]
        over = excess(state, self.here, target.side)
        if counted_units(state, left) - ground(state).charts.stacking.units >= over:
            yield Refusal("post.overstack", f"{target.name} does not count against the limit")

    def picked(self, tx: Transaction, target: Unit) -> None:
        eliminate(tx, target, "post.overstack", f"is eliminated: {self.here} is overstacked")
        tx.pop()


def crowded(state: State, side: str) -> Iterator[str]:
    """The hexes with too many units of a side."""
    return (here for here in sorted(ground_stacks(state, side)) if excess(state, here, side))


@case("post.overstack")
def remove_excess(tx: Transaction, after: AfterMovement) -> None:
    """The enemy of the phasing side eliminates units until every stack is within the limit."""
    if next(crowded(tx.state, after.side), ""):
        tx.push(Overstacked(side=after.side))


def ask_enemy(tx: Transaction, frame: Overstacked) -> None:
    here, enemy = next(crowded(tx.state, frame.side)), ground(tx.state).other(frame.side)
    examine_hex(tx, enemy, here)
    tx.push(RemoveExcess(enemy, here=here))


class Overstacked(Procedure):
    """One unit after the other, until nothing is too much."""

    side: str

    title = "Overstacking"
    steps = (ask_enemy,)

    def again(self, state: State) -> bool:
        return next(crowded(state, self.side), "") != ""


@case("post.empty-works")
def remove_empty_works(tx: Transaction, after: AfterMovement) -> None:
    """The phasing player removes his works from hexes without a unit of his."""
    for work in list(tx.state.all(Work).values()):
        if work.side == after.side and work.key not in held(tx.state, after.side):
            tx.remove(work)
            kind = "improved position" if work.kind == "ip" else "fort"
            text = f"The abandoned {kind} in {work.key} is removed"
            tell(tx, "WorkRemoved", text, "post.empty-works", hex=work.key)


class AfterMovement(Procedure):
    """What follows movement."""

    side: str

    title = "After movement"
    steps = (examine, remove_excess, remove_empty_works)


FRAMES: Final = (AfterMovement, Overstacked, RemoveExcess)
