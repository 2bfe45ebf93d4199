"""The orders of the Movement Segment; each module registers its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar

from engine.referee import Action, Preview, Refusal, State, Transaction


class Order(ABC):
    """One verb of the segment: its candidates, the reasons against them, and its effect."""

    verb: ClassVar[str]
    kind: ClassVar[str] = "unit"
    words: ClassVar[str]

    @abstractmethod
    def candidates(self, state: State, side: str) -> Iterable[Action]:
        """Every action that could be legal; quick to compute."""

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
        """The candidates without a reason against them."""
        refusals = self.refusals
        return [
            action
            for action in self.candidates(state, side)
            if next(refusals(state, side, action), None) is None
        ]
