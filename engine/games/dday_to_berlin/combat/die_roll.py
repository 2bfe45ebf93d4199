"""One die of a side: rolled, rolled again if a free roll is spent, then passed to the frame that asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from engine.games.dday_to_berlin.records import army
from engine.games.dday_to_berlin.scenario.chart_form import TEN
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee import ENDING_VERBS, Action, Choice, Event, Refusal, State, Transaction, case

AGAIN = Action("roll_again")
KEEP = Action("keep")


def throw(tx: Transaction, side: str, case_id: str, why: str, notation: str = "1d10") -> None:
    """Roll a die for a side; the frame on top receives the final face by `resume(tx, face)`.

    Nothing may follow this call in the same function: the result may have to wait for a decision.
    """
    face = tx.roll(notation, case_id, why).total
    if army(tx.state, side).free_rolls:
        tx.push(OfferFreeRoll(side, face, case_id, why, notation))
    else:
        tx.state.frame.resume(tx, face)


def at_most(face: int, number: int, always: int, never: int) -> bool:
    """True for the number or less; one face always succeeds, another always fails."""
    return face == always or (face <= number and face != never)


def chance_of(does: Callable[[int], bool]) -> Fraction:
    """The exact chance of success on a d10."""
    return Fraction(sum(does(face) for face in TEN), len(TEN))


class OfferFreeRoll(Choice):
    """The die is rolled; its side may roll it again before it counts."""

    face: int
    case_id: str
    why: str
    notation: str = "1d10"

    title = "Free roll"
    ending_verbs: ClassVar[frozenset[str]] = ENDING_VERBS | {"keep"}

    def prompt(self, state: State) -> str:
        left = army(state, self.side).free_rolls
        return f"{self.why} shows {self.face}; spend a free roll ({left} left) to roll again?"

    def candidates(self, state: State) -> Iterable[Action]:
        return (KEEP, AGAIN)

    @case("opt.free-roll")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """The second result stands, so a die is rolled again only once."""
        if action not in (KEEP, AGAIN):
            yield Refusal("opt.free-roll", f"{action} is not a valid choice: keep the die or roll it again")

    @case("opt.free-roll")
    def apply(self, tx: Transaction, action: Action) -> None:
        if action == KEEP:
            tx.pop(self.face)
            return
        spent = army(tx.state, self.side)
        tx.put(replace(spent, free_rolls=spent.free_rolls - 1))
        text = f"{ground(tx.state).title_of(self.side)} spends a free roll; {spent.free_rolls - 1} left"
        tx.emit(Event("FreeRollSpent", text, "opt.free-roll"))
        tx.pop(tx.roll(self.notation, "opt.free-roll", f"{self.why}, rolled again").total)
