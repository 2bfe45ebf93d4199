"""Places of counters: a hex, or an off-map box of a side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from typing import Final, Protocol, TypeVar

from engine.referee import Box, State

TO_SET_UP: Final = "set-up"
"""The box of the units that are not set up yet."""


class Placed(Protocol):
    """A counter with a place."""

    @property
    def place(self) -> str:
        """A hex, or a box."""


P = TypeVar("P", bound=Placed)


def by_place(counters: Iterable[P]) -> dict[str, tuple[P, ...]]:
    """The counters in each hex or box."""
    found: dict[str, list[P]] = defaultdict(list)
    for counter in counters:
        found[counter.place].append(counter)
    return {place: tuple(together) for place, together in found.items()}


def box(what: str, side: str) -> str:
    """The key of an off-map box of a side; no hex has a blank in its number."""
    return f"{what} {side}"


def boxes(
    state: State, side: str | None, titles: Mapping[str, str], units_at: Callable[[State, str], Sized]
) -> Iterator[Box]:
    """The off-map boxes; first those of units to be set up, the viewing side's own before the others'.

    `titles`: the kinds of boxes that each side has, and what they are called.
    """
    title_of = state.scenario.title_of
    for owner in sorted(state.scenario.sides, key=lambda owner: owner != side):
        if units_at(state, waiting := box(TO_SET_UP, owner)):
            yield Box(waiting, f"Not set up: {title_of(owner)}", owner)
    for owner in state.scenario.sides:
        for kind, title in titles.items():
            yield Box(box(kind, owner), f"{title}: {title_of(owner)}", owner)
