"""Places counters in hexes with limited room, so that as many as possible find a place."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Generic, Protocol, TypeVar


class Counter(Protocol):
    """A counter to place."""

    @property
    def key(self) -> str: ...


C = TypeVar("C", bound=Counter)


class Room(Generic[C]):
    """The stacks of a side while counters are placed in them."""

    def __init__(
        self,
        standing: Iterable[tuple[str, C]],
        choices: Callable[[C], Iterable[str]],
        fits: Callable[[str, Sequence[C]], bool],
        may_make_way: Collection[str],
    ) -> None:
        """`standing`: counters and their places; `choices`: places for a counter; `fits`: may they stack?"""
        self._stacks: dict[str, list[C]] = {}
        for here, counter in standing:
            self._stacks.setdefault(here, []).append(counter)
        self._choices = choices
        self._fits = fits
        self._may_make_way = may_make_way
        self.found: dict[str, str] = {}
        """The new places: of counters that were placed, and of those that were moved to make room."""

    def seat(self, counter: C) -> bool:
        """Place a counter, trying the emptiest place first. If all are full, another one may be moved."""
        pushed: dict[str, tuple[C, str] | None] = {counter.key: None}
        waiting = deque([counter])
        while waiting:
            one = waiting.popleft()
            places = sorted(self._choices(one), key=lambda here: len(self._stacks.get(here, ())))
            for here in places:
                if self._fits(here, [*self._stacks.get(here, ()), one]) and self._move(one, here, pushed):
                    return True
            for here in places:
                stack = self._stacks.get(here, [])
                for other in stack:
                    if other.key in pushed or other.key not in self._may_make_way:
                        continue
                    if self._fits(here, [one, *(by for by in stack if by is not other)]):
                        pushed[other.key] = (one, here)
                        waiting.append(other)
        return False

    def _move(self, last: C, free: str, pushed: dict[str, tuple[C, str] | None]) -> bool:
        """Move the last counter to the free place, the one that displaced it to its old place, and so on."""
        moves = {last.key: (last, free)}
        step = pushed[last.key]
        while step is not None:
            moves[step[0].key] = step
            step = pushed[step[0].key]
        changed = {here for _, here in moves.values()}
        stacks = {
            here: [one for one in self._stacks.get(here, ()) if one.key not in moves] for here in changed
        }
        for one, here in moves.values():
            stacks[here].append(one)
        if not all(self._fits(here, stack) for here, stack in stacks.items()):
            return False
        self._stacks.update(stacks)
        self.found.update((key, here) for key, (_, here) in moves.items())
        return True
