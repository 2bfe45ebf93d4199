"""Going along a path: one step after the other, with a window for others before and after each."""

from __future__ import annotations

from abc import abstractmethod

from msgspec.structs import replace

from engine.referee import Event, Procedure, State, Transaction


class Walk(Procedure, kw_only=True):
    """Units that go along a path together. `at` is the number of steps they have taken.

    Whatever a window pushes (a reaction, an ambush, a reconnaissance) is decided before the walk goes on,
    and can end it: `goes_on` is asked before each step. The frame below hears in which hex they end.
    """

    path: tuple[str, ...]
    ready: bool = False
    """The window before the next step has been open."""

    def goes_on(self, state: State) -> bool:
        """May they take the next step of the path?"""
        return True

    def before_step(self, tx: Transaction, here: str, there: str) -> None:
        """The window before a step: they are still here."""

    @abstractmethod
    def step(self, tx: Transaction, here: str, there: str) -> None:
        """Put them into the next hex."""

    def after_step(self, tx: Transaction, here: str, there: str) -> None:
        """The window after a step: they are there."""

    def may_stay(self, state: State, here: str) -> bool:
        """May they end here if they are stopped? If not they go back to the last hex where they may."""
        return True

    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        """They have come as far as the last hex of this path; pushes nothing."""

    def run(self, tx: Transaction) -> None:
        last = len(self.path) - 1
        if self.at >= last or not self.goes_on(tx.state):
            self._end(tx)
            return
        here, there = self.path[self.at], self.path[self.at + 1]
        if self.ready:
            tx.replace(replace(self, at=self.at + 1, ready=False))
            self.step(tx, here, there)
            self.after_step(tx, here, there)
        else:
            tx.replace(replace(self, ready=True))
            self.before_step(tx, here, there)

    def _end(self, tx: Transaction) -> None:
        came = self.at
        while came > 0 and not self.may_stay(tx.state, self.path[came]):
            came -= 1
        if came != self.at:
            self.step(tx, self.path[self.at], self.path[came])
        self.end(tx, self.path[: came + 1])
        tx.pop(self.path[came])


def tell_move(
    tx: Transaction,
    case: str,
    who: str,
    what: str,
    movers: tuple[str, ...],
    path: tuple[str, ...],
    seen_by: tuple[str, ...] | None = None,
    known_as: str = "",
) -> None:
    """Write `who what` into the log. If only some sides may read it, others read `known_as what`; without
    such a name they read nothing."""
    redacted = f"{known_as} {what}" if known_as else ""
    about = (*(("unit", key) for key in movers), *(("hex", here) for here in path))
    tx.emit(Event("UnitMoved", f"{who} {what}", case, seen_by, redacted, about))
