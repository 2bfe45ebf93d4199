"""One die of a side: thrown, perhaps thrown again for a free-roll marker, then told to who threw it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from engine.games.dday_to_berlin.records import army
from engine.games.dday_to_berlin.scenario.chart_form import TEN
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.frame import ENDING_VERBS, Choice
from engine.referee.refusal import Refusal, case
from engine.referee.state import State
from engine.referee.transaction import Transaction

AGAIN = Action("roll_again")
KEEP = Action("keep")


def throw(tx: Transaction, side: str, case_id: str, why: str, notation: str = "1d10") -> None:
    """Throw a die for a side; the frame on top hears the face that counts by `resume(tx, face)`.

    Nothing may follow a throw in the same function: the answer may have to wait for a decision.
    """
    face = tx.roll(notation, case_id, why).total
    if army(tx.state, side).free_rolls:
        tx.push(OfferFreeRoll(side, face, case_id, why, notation))
    else:
        tx.state.frame.resume(tx, face)


def at_most(face: int, number: int, always: int, never: int) -> bool:
    """The number or less; one face of the die always does, another never."""
    return face == always or (face <= number and face != never)


def chance_of(does: Callable[[int], bool]) -> Fraction:
    """The exact chance that a die of ten does it."""
    return Fraction(sum(does(face) for face in TEN), len(TEN))


class OfferFreeRoll(Choice):
    """The die lies on the table; its side may still roll it again before it counts."""

    face: int
    case_id: str
    why: str
    notation: str = "1d10"

    title = "Free roll"
    ending_verbs: ClassVar[frozenset[str]] = ENDING_VERBS | {"keep"}

    def prompt(self, state: State) -> str:
        left = army(state, self.side).free_rolls
        return f"{self.side}: {self.why} shows {self.face}; spend one of {left} free rolls on it?"

    def candidates(self, state: State) -> Iterable[Action]:
        return (KEEP, AGAIN)

    @case("opt.free-roll")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """The second result stands, so nobody is asked twice about one die."""
        if action not in (KEEP, AGAIN):
            yield Refusal("opt.free-roll", f"{action} is no answer: keep the die or roll it again")

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
