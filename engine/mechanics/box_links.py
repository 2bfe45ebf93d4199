"""Places off the map with ways between them: what a way costs, and how much a box holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from engine.hexes.paths import Reach, reach
from engine.mechanics.plural import counted
from engine.record import Record
from engine.referee import Refusal


class Link(Record):
    """A way between two boxes, or between a box and a hex, in both directions."""

    one: str
    other: str
    cost: int = 1


class BoxLinks:
    """The boxes of a game with their links and their capacity."""

    def __init__(self, links: Iterable[Link], capacity: Mapping[str, int] | None = None) -> None:
        self.links = tuple(links)
        self.capacity = dict(capacity or {})
        """How many units a box holds; one that is not listed holds any number."""

    @cached_property
    def exits(self) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """Where one can go from each box or hex, and what it costs."""
        found: dict[str, list[tuple[str, int]]] = {}
        for link in self.links:
            found.setdefault(link.one, []).append((link.other, link.cost))
            found.setdefault(link.other, []).append((link.one, link.cost))
        return {here: tuple(ways) for here, ways in found.items()}

    def within(self, start: str, budget: int) -> Reach[str, int]:
        """Everything that can be reached from a box for so much."""
        return reach(start, budget, lambda here: self.exits.get(here, ()))

    def refusals_to_enter(self, case: str, box: str, title: str, units: int) -> Iterator[Refusal]:
        """A box that is full takes nobody in; `units` are those in it with the one that enters."""
        most = self.capacity.get(box)
        if most is not None and units > most:
            yield Refusal(case, f"{title} holds {counted(most, 'unit')} at most, and {units} would be there")
