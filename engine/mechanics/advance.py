"""Going forward hex by hex after a combat, as far as one may and likes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.mechanics.menu import Menu, ask_again, end, order
from engine.referee import Refusal, State, Transaction


class Advance(Menu):
    """The next hex of a unit that advances, or halt. Asked while there is a hex to go to."""

    @property
    @abstractmethod
    def left(self) -> int:
        """A field: how many more hexes it may go."""

    @abstractmethod
    def ahead(self, state: State) -> Iterable[str]:
        """The hexes that could be next: all around, or the next ones on the way of a retreat."""

    @abstractmethod
    def refusals_to_enter(self, state: State, there: str) -> Iterator[Refusal]:
        """Every reason against one of them."""

    @abstractmethod
    def enter(self, tx: Transaction, there: str) -> bool:
        """Go there; False if the advance must stop there."""

    def refusal_of_direction(self, state: State, there: str) -> Refusal:
        """The hex is none of those ahead."""
        return Refusal(self.ruled_by, f"{there} is not ahead")

    @order("advance", "hex", "Advance to")
    def advance(self, tx: Transaction, there: str) -> None:
        goes_on = self.enter(tx, there)
        tx.replace(replace(self, left=self.left - 1 if goes_on else 0))
        ask_again(tx)

    @advance.targets
    def next_hexes(self, state: State) -> Iterable[str]:
        """None when it has gone as far as it may."""
        return self.ahead(state) if self.left > 0 else ()

    @advance.against
    def refusals_to_advance(self, state: State, there: str) -> Iterator[Refusal]:
        if there in self.ahead(state):
            yield from self.refusals_to_enter(state, there)
        else:
            yield self.refusal_of_direction(state, there)

    halt = end("halt")
