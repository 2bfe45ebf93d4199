"""Losses taken one step at a time, by the choice of their owner, as far as duties leave him one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.mechanics.menu import Menu, order
from engine.referee import Refusal, State, Transaction


class TakeLosses(Menu):
    """Which unit loses the next step? Asked only where there is a choice; `begin_losses` opens it."""

    @property
    @abstractmethod
    def left(self) -> int:
        """A field: steps to lose."""

    @property
    @abstractmethod
    def owed(self) -> tuple[str, ...]:
        """A field: duties, kinds of units that must lose a step first, each once."""

    # the rule, as the game writes it

    @abstractmethod
    def involved(self, state: State) -> Sequence[Any]:
        """The units that have steps to lose and are still there."""

    @abstractmethod
    def lose(self, tx: Transaction, unit: Any) -> None:
        """Take a step from a unit. What it pushes is settled before the next step."""

    def fulfils(self, unit: Any, duty: str) -> bool:
        """Is a step of this unit one that the duty asks for?"""
        return False

    def refusals_by_duty(self, state: State, unit: Any, open_duties: tuple[str, ...]) -> Iterator[Refusal]:
        """Every reason against a unit while there are duties that somebody can fulfil."""
        if not any(self.fulfils(unit, duty) for duty in open_duties):
            yield Refusal(self.ruled_by, f"{' or '.join(open_duties)} must lose the first step")

    def refusals_to_lose(self, state: State, unit: Any) -> Iterator[Refusal]:
        """Every other reason against a unit that has a step to lose."""
        return iter(())

    def paid(self, state: State, unit: Any) -> tuple[str, ...]:
        """The duties that a step of this unit fulfils: one of them, whichever comes first."""
        return tuple(duty for duty in self.open_duties(state) if self.fulfils(unit, duty))[:1]

    # what follows

    def open_duties(self, state: State) -> tuple[str, ...]:
        """The duties that a unit which is left can still fulfil."""
        units = self.involved(state)
        return tuple(duty for duty in self.owed if any(self.fulfils(unit, duty) for unit in units))

    @order("lose", "unit", "Take a step from")
    def take(self, tx: Transaction, unit: Any) -> None:
        owed = list(self.owed)
        for duty in self.paid(tx.state, unit):
            owed.remove(duty)
        following = self.after(unit, replace(self, left=self.left - 1, owed=tuple(owed)))
        tx.replace(following)
        self.lose(tx, unit)
        if tx.state.frames and tx.state.frames[-1] == following:
            lose_on(tx)

    def resume(self, tx: Transaction, result: object) -> None:
        lose_on(tx)

    def after(self, unit: Any, following: TakeLosses) -> TakeLosses:
        """The decision after a step of this unit, if a game keeps count of more."""
        return following

    @take.targets
    def able(self, state: State) -> list[str]:
        return [unit.key for unit in self.involved(state)]

    @take.against
    def refusals_to_take(self, state: State, unit: Any) -> Iterator[Refusal]:
        """Nothing here is said against a unit that is not involved: it is not on the menu."""
        if unit.key in self.able(state):
            duties = self.open_duties(state)
            if duties:
                yield from self.refusals_by_duty(state, unit, duties)
            yield from self.refusals_to_lose(state, unit)


def begin_losses(tx: Transaction, losses: TakeLosses) -> None:
    """A side loses steps."""
    tx.push(losses)
    lose_on(tx)


def lose_on(tx: Transaction) -> None:
    """Ask who loses the next step, take the only one, or end: losses beyond the last step are ignored."""
    top = tx.state.frame
    assert isinstance(top, TakeLosses)
    able = top.legal(tx.state) if top.left else []
    if not able:
        tx.pop()
    elif len(able) == 1:
        top.apply(tx, able[0])
