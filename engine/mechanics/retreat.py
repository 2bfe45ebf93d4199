"""Going back hex by hex: only along ways on which the retreat can be finished, the better ones first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from engine.mechanics.menu import Menu, order
from engine.referee import Refusal, State, Transaction, derived


def ways_on(
    path: tuple[str, ...],
    steps: Callable[[tuple[str, ...]], Iterable[str]],
    ends: Callable[[tuple[str, ...]], bool],
) -> list[str]:
    """The next hexes of a path from which it comes to an end.

    `steps(path)` lists the hexes that may follow the last one; `ends(path)` says whether it may end there.
    """
    found = []
    for there in steps(path):
        further = (*path, there)
        if ends(further) or ways_on(further, steps, ends):
            found.append(there)
    return found


class Retreat(Menu):
    """The next hex of units that go back. Asked only where there is a choice.

    `begin_retreat` opens it. It ends as `arrive` or `perish` say, which pop the frame.
    """

    @property
    @abstractmethod
    def path(self) -> tuple[str, ...]:
        """A field: the hexes that they went through, the one they left first."""

    # the rule, as the game writes it

    @abstractmethod
    def neighbors(self, state: State, here: str) -> Iterable[str]:
        """The hexes around."""

    @abstractmethod
    def refusals_to_step(self, state: State, path: tuple[str, ...], there: str) -> Iterator[Refusal]:
        """Every reason against going on from the last hex of a path to a neighbour."""

    @abstractmethod
    def ends(self, state: State, path: tuple[str, ...]) -> bool:
        """Is a retreat along this path finished? It goes on if not."""

    def refusal_of_dead_end(self, state: State, there: str) -> Refusal:
        """The hex is open, but a retreat through it could not be finished."""
        return Refusal(self.ruled_by, f"a retreat through {there} could not be finished")

    @abstractmethod
    def arrive(self, tx: Transaction) -> None:
        """The retreat is finished."""

    @abstractmethod
    def perish(self, tx: Transaction) -> None:
        """There is no way on."""

    def preferred(self, state: State, ways: list[str]) -> list[str]:
        """Those of the ways that must be taken before others."""
        return ways

    def refusal_of_worse(self, state: State, there: str) -> Refusal:
        """Others must be taken before this way."""
        return Refusal(self.ruled_by, f"{there}: there is a better way")

    def step(self, tx: Transaction, there: str) -> bool:
        """They go to the next hex; False if they were kept from it."""
        return True

    # what follows

    def steps(self, state: State, path: tuple[str, ...]) -> Iterator[str]:
        """The neighbours of the last hex that nothing is against."""
        for there in self.neighbors(state, path[-1]):
            if next(self.refusals_to_step(state, path, there), None) is None:
                yield there

    def ways(self, state: State) -> list[str]:
        """The next hexes from which the retreat can be finished."""
        return ways_on(
            self.path,
            lambda path: self.steps(state, path),
            lambda path: self.ends(state, path),
        )

    @order("retreat", "hex", "Retreat to")
    def retreat(self, tx: Transaction, there: str) -> None:
        self.go(tx, there)

    @retreat.targets
    def options(self, state: State) -> list[str]:
        """What is offered: the better ways of those that can be finished."""
        return self.preferred(state, _ways(state, self))

    @retreat.against
    def refusals_to_retreat(self, state: State, there: str) -> Iterator[Refusal]:
        """Every reason against a hex; that it is not adjacent if nothing else is."""
        if there not in self.neighbors(state, self.path[-1]):
            yield Refusal(self.ruled_by, f"{there} is not adjacent to {self.path[-1]}")
            return
        reasons = list(self.refusals_to_step(state, self.path, there))
        yield from reasons
        if not reasons:
            ways = _ways(state, self)
            if there not in ways:
                yield self.refusal_of_dead_end(state, there)
            elif there not in self.preferred(state, ways):
                yield self.refusal_of_worse(state, there)

    def go(self, tx: Transaction, there: str) -> None:
        """Go one hex, and on while there is no choice."""
        if self.step(tx, there):
            tx.replace(replace(self, path=(*self.path, there)))
        retreat_on(tx)


@derived()
def _ways(state: State, retreat: Retreat) -> list[str]:
    """The ways of a retreat, looked for once in a position."""
    return retreat.ways(state)


def begin_retreat(tx: Transaction, retreat: Retreat) -> None:
    """Units must go back: ask for the first hex, take the only one, or let them perish."""
    tx.push(retreat)
    retreat_on(tx)


def retreat_on(tx: Transaction) -> None:
    """Ask for the next hex, take the only one, or end the retreat on top."""
    retreat = tx.state.frame
    assert isinstance(retreat, Retreat)
    if len(retreat.path) > 1 and retreat.ends(tx.state, retreat.path):
        retreat.arrive(tx)
        return
    options = retreat.options(tx.state)
    if not options:
        retreat.perish(tx)
    elif len(options) == 1:
        retreat.go(tx, options[0])
