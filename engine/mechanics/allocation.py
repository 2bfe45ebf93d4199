"""Points allotted over several purposes, one at a time; in secret where both sides do it at once.

class AllotAir(Allot):
    purposes = {"support": "Close support", "interdiction": "Interdiction"}
    ruled_by = "11.2"

class AirPlan(Simultaneous):
    def ask(self, state, side):
        return AllotAir(side, points(state, side))

    def reveal(self, tx, answers):
        plans = {side: allotted(answer) for side, answer in answers.items()}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from engine.mechanics.menu import Menu, order
from engine.mechanics.plural import counted
from engine.referee import Action, Refusal, State, Transaction
from engine.referee.allotment import Allotment


class Allot(Menu):
    """How are the points allotted? The frame below hears it as a text that `allotted` reads."""

    left: int
    given: tuple[tuple[str, int], ...] = ()

    title = "Allotment"
    purposes: ClassVar[Mapping[str, str]] = {}
    """What points can be allotted to, as one word, and what it is called."""
    points: ClassVar[str] = "point"
    must_spend_all: ClassVar[bool] = False

    def is_secret(self, state: State) -> bool:
        return True

    def asks_across_the_table(self, state: State) -> bool:
        """How many points there are for what is no secret; what has been given is."""
        return not self.given

    def allotment(self, state: State) -> Allotment:
        purposes = tuple(self.purposes.items())
        given = sum(number for _, number in self.given)
        done = Action("done")
        return Allotment(self.left + given, self.points, purposes, "give", done, self.must_spend_all)

    def names(self, action: Action) -> bool:
        return action.kind == "marker" and action.target in self.purposes

    def prompt(self, state: State) -> str:
        given = ", ".join(f"{self.purposes[name]} {number}" for name, number in self.given)
        return f"{counted(self.left, self.points)} to allot{f'; so far: {given}' if given else ''}"

    def _with(self, purpose: str, more: int) -> Allot:
        now = dict(self.given)
        now[purpose] = now.get(purpose, 0) + more
        given = tuple((name, now[name]) for name in self.purposes if now.get(name))
        return replace(self, left=self.left - more, given=given)

    @order("give", "marker", "One more for")
    def give(self, tx: Transaction, purpose: str) -> None:
        tx.replace(self._with(purpose, 1))

    @give.targets
    def all_purposes(self, state: State) -> Iterable[str]:
        return self.purposes

    @give.against
    def refusals_to_give(self, state: State, purpose: str) -> Iterator[Refusal]:
        """There must be a point left."""
        if self.left < 1:
            yield Refusal(self.ruled_by, f"No {self.points} is left to allot")

    @order("take_back", "marker", "One less for")
    def take_back(self, tx: Transaction, purpose: str) -> None:
        tx.replace(self._with(purpose, -1))

    @take_back.targets
    def chosen_purposes(self, state: State) -> Iterable[str]:
        return [name for name, _ in self.given]

    @order("done", ends=True)
    def done(self, tx: Transaction) -> None:
        tx.pop(" ".join(f"{name}:{number}" for name, number in self.given))

    @done.against
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        """Where the rules demand it, nothing may be left over."""
        if self.must_spend_all and self.left:
            yield Refusal(self.ruled_by, f"{counted(self.left, self.points)} must still be allotted")


def allotted(answer: str) -> dict[str, int]:
    """What the answer of an `Allot` says: points by purpose."""
    return {name: int(number) for name, _, number in (part.rpartition(":") for part in answer.split())}
