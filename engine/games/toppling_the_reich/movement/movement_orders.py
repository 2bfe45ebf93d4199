"""What a player can do in his Movement Segment, as a list of orders that anybody can add to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar

from engine.referee.action import Action
from engine.referee.preview import Preview
from engine.referee.refusal import Refusal
from engine.referee.state import State
from engine.referee.transaction import Transaction


class Order(ABC):
    """One verb of the segment: what could be named with it, what is against that, and what comes of it."""

    verb: ClassVar[str]
    kind: ClassVar[str] = "unit"
    words: ClassVar[str]

    @abstractmethod
    def candidates(self, state: State, side: str) -> Iterable[Action]:
        """Everything that could be legal, cheaply."""

    @abstractmethod
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        """Every reason against it; the action has the verb and the kind of the order."""

    @abstractmethod
    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        """Do it."""

    def preview(self, state: State, side: str, action: Action) -> Preview:
        """What would come of it."""
        return Preview()

    def legal(self, state: State, side: str) -> list[Action]:
        """The candidates that nothing is against."""
        refusals = self.refusals
        return [
            action
            for action in self.candidates(state, side)
            if next(refusals(state, side, action), None) is None
        ]
