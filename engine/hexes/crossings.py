"""Steps of many hexes at once: on bit sets, one step of a whole side costs a few shifts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import NamedTuple

from engine.hexes.cells import Cells


class Flood(NamedTuple):
    """What a flood over bit sets reached: `rings[n]` holds the hexes n steps from the nearest source."""

    cells: Cells
    rings: tuple[int, ...]

    @property
    def mask(self) -> int:
        """Every hex that was reached."""
        reached = 0
        for ring in self.rings:
            reached |= ring
        return reached

    def steps_to(self, here: str) -> int | None:
        """Steps from the nearest source, None when the flood did not come here."""
        bit = self.cells.bit(here)
        return next((steps for steps, ring in enumerate(self.rings) if ring & bit), None)


class Crossings:
    """Which hexsides can be crossed, and in which direction, kept as masks.

    `open_from(hex, neighbor)` is asked once for each pair. What changes during play (enemy units, their
    zones of control) is better given as `within` to `flood` than built in here.
    """

    def __init__(self, cells: Cells, open_from: Callable[[str, str], bool]) -> None:
        self.cells = cells
        hexes, around = cells.hexes, cells.adjacency
        self._use(self._shifts((here, to) for here in hexes for to in around[here] if open_from(here, to)))

    def _shifts(self, steps: Iterable[tuple[str, str]]) -> dict[int, int]:
        """The hexes that are left by steps, as masks: one for each distance between two indices."""
        index = self.cells.index
        leaving: dict[int, list[str]] = {}
        for here, there in steps:
            leaving.setdefault(index(there) - index(here), []).append(here)
        return {shift: self.cells.mask(hexes) for shift, hexes in leaving.items()}

    def _use(self, shifts: dict[int, int]) -> None:
        self._up = tuple((shift, mask) for shift, mask in sorted(shifts.items()) if shift > 0)
        self._down = tuple((-shift, mask) for shift, mask in sorted(shifts.items()) if shift < 0)

    def opened(self, steps: Iterable[tuple[str, str]]) -> Crossings:
        """These crossings and some more, without asking for each pair of hexes again."""
        shifts = dict(self._up) | {-shift: mask for shift, mask in self._down}
        for shift, mask in self._shifts(steps).items():
            shifts[shift] = shifts.get(shift, 0) | mask
        more = copy(self)
        more._use(shifts)
        return more

    def step(self, mask: int) -> int:
        """The hexes that can be entered from the hexes of a mask."""
        entered = 0
        for shift, leaving in self._up:
            entered |= (mask & leaving) << shift
        for shift, leaving in self._down:
            entered |= (mask & leaving) >> shift
        return entered

    def flood(self, sources: int, within: int | None = None, limit: int | None = None) -> Flood:
        """All hexes that lines from the sources reach, ring by ring, through hexes of `within` alone.

        The sources themselves need not lie within. At most `limit` steps are taken.
        """
        rings = [sources]
        dry = (self.cells.all_mask if within is None else within) & ~sources
        edge = sources
        while edge and (limit is None or len(rings) <= limit):
            edge = self.step(edge) & dry
            if edge:
                dry ^= edge
                rings.append(edge)
        return Flood(self.cells, tuple(rings))

    def line_back(self, flood: Flood, here: str) -> tuple[str, ...] | None:
        """A shortest line from a hex back to its source, along a flood of these crossings, if there is one.

        Of equally short lines the one that turns first to the lowest direction, seen from the hex.
        """
        steps = flood.steps_to(here)
        if steps is None:
            return None
        line = [self.cells.first_name(here)]
        for ring in reversed(flood.rings[:steps]):
            bit = self.cells.bit(line[-1])
            line.append(
                next(
                    other
                    for other in self.cells.adjacency[line[-1]]
                    if (before := self.cells.bit(other)) & ring and self.step(before) & bit
                )
            )
        return tuple(line)
