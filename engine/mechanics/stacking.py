"""Who may be in a hex together: one rule for stacks, and what follows from it for those who come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from engine.record import Record
from engine.referee import Refusal, State


class Stackable(Protocol):
    """A counter of a side."""

    @property
    def key(self) -> str: ...
    @property
    def side(self) -> str: ...


U = TypeVar("U", bound=Stackable)


class Stacking(Record, Generic[U]):
    """The stacking rule of a game."""

    units_at: Callable[[State, str], Sequence[U]]
    """The counters in a hex."""
    refusals_to_share: Callable[[State, str, Sequence[U]], Iterator[Refusal]]
    """Every reason against these counters of a side together in a hex."""

    def together(self, state: State, here: str, coming: Sequence[U]) -> list[U]:
        """The counters of their side that are there, and those that come."""
        keys = {unit.key for unit in coming}
        side = coming[0].side
        return [
            *(unit for unit in self.units_at(state, here) if unit.side == side and unit.key not in keys),
            *coming,
        ]

    def refusals(self, state: State, here: str, coming: Sequence[U]) -> Iterator[Refusal]:
        """Every reason against their ending in a hex beside those that are there."""
        return self.refusals_to_share(state, here, self.together(state, here, coming))

    def has_room(self, state: State, here: str, coming: Sequence[U]) -> bool:
        """May they end there?"""
        return next(self.refusals(state, here, coming), None) is None

    def with_room(self, state: State, hexes: Iterable[str], coming: Sequence[U]) -> frozenset[str]:
        """Those of the hexes where they may end."""
        return frozenset(here for here in hexes if self.has_room(state, here, coming))
