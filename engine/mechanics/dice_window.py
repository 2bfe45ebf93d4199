"""Dice with a window after them: they lie on the table, may be rolled again, and only then count."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.mechanics.menu import Menu, Order
from engine.referee import Action, Procedure, State, Transaction
from engine.referee.dice import parse


class Throw(Procedure):
    """Dice that lie on the table, and are offered to each side that may change them before they count.

    Where one side at most is asked, its `Reroll` can be pushed without this.
    """

    @abstractmethod
    def faces(self) -> tuple[int, ...]:
        """The dice as they lie now."""

    @abstractmethod
    def with_faces(self, faces: tuple[int, ...]) -> Throw:
        """The same with other faces."""

    @abstractmethod
    def windows(self, state: State) -> Sequence[str]:
        """The sides that are asked, one after the other: the same ones all the time."""

    @abstractmethod
    def offer(self, state: State, side: str) -> Reroll | None:
        """The question to a side; None if it has nothing to change the dice with."""

    def count(self, tx: Transaction) -> None:
        """All windows are closed and the dice count: the frame below hears their sum."""
        tx.pop(sum(self.faces()))

    def run(self, tx: Transaction) -> None:
        sides = self.windows(tx.state)
        if self.at >= len(sides):
            self.count(tx)
            return
        tx.replace(replace(self, at=self.at + 1))
        question = self.offer(tx.state, sides[self.at])
        if question is not None:
            tx.push(question)

    def resume(self, tx: Transaction, result: object) -> None:
        if isinstance(result, tuple):
            tx.replace(self.with_faces(result))


class Reroll(Menu):
    """A side may have dice rolled again. The frame ends with the faces as they lie then."""

    @abstractmethod
    def dice(self) -> tuple[str, tuple[int, ...]]:
        """The dice in question, `2d6`, and the faces that they show."""

    @abstractmethod
    def pay(self, tx: Transaction) -> None:
        """What it costs to roll again: a marker is used up, or changes hands."""

    @abstractmethod
    def why_again(self) -> str:
        """What the log says of the new roll."""

    def outcome(self, faces: tuple[int, ...]) -> object:
        """What the frame below hears."""
        return faces

    def roll_again(self, tx: Transaction, which: Iterable[int]) -> None:
        """Pay, and roll some of the dice again, by their places in the row."""
        notation, faces = self.dice()
        places = list(which)
        self.pay(tx)
        fallen = tx.roll(f"{len(places)}d{parse(notation)[1]}", self.ruled_by, self.why_again()).faces
        changed = dict(zip(places, fallen, strict=True))
        tx.pop(self.outcome(tuple(changed.get(place, face) for place, face in enumerate(faces))))


class RollAgain(Order):
    """Roll all dice again."""

    kind = "none"

    def __init__(self, verb: str, words: str = "") -> None:
        self.verb = verb
        self.words = words

    def candidates(self, menu: Reroll, state: State) -> Iterable[Action]:
        return (Action(self.verb),)

    def apply(self, menu: Reroll, tx: Transaction, action: Action) -> None:
        menu.roll_again(tx, range(len(menu.dice()[1])))


class RollOneAgain(RollAgain):
    """Roll one of several dice again: the first, the second."""

    kind = "number"

    def candidates(self, menu: Reroll, state: State) -> Iterable[Action]:
        return [Action(self.verb, "number", str(place + 1)) for place in range(len(menu.dice()[1]))]

    def apply(self, menu: Reroll, tx: Transaction, action: Action) -> None:
        menu.roll_again(tx, (action.number - 1,))


class KeepDice(RollAgain):
    """Leave the dice as they are."""

    ends = True

    def apply(self, menu: Reroll, tx: Transaction, action: Action) -> None:
        tx.pop(menu.outcome(menu.dice()[1]))
