"""The shapes of a few hexes and their surroundings, to update a tile after an edit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, partial

from PySide6.QtGui import QPainterPath

from app.map.terrain.chunk_art import ChunkArt, Side
from app.map.terrain.line_art import line_art_around
from app.map.terrain.outlines import drawn_area
from app.map.terrain.printed_map import PrintedMap


class HexArt(ChunkArt):
    """Hexes with their neighbours; of those only the parts next to the hexes are drawn."""

    def __init__(self, printed_map: PrintedMap, hexes: Collection[str]) -> None:
        super().__init__(printed_map, partial(_with_neighbours, printed_map, hexes))
        self._own = dict.fromkeys(hexes)

    @cached_property
    def _wanted(self) -> dict[str, int]:
        """The hexsides of each neighbour that touch one of the hexes, as bits by direction."""
        lattice = self._printed_map.geometry.lattice
        around = lattice.around
        found: dict[str, int] = {}
        for hex_id in self._own:
            for direction, other in enumerate(around(hex_id)):
                if other is not None and other not in self._own:
                    found[other] = found.get(other, 0) | _FACING[direction]
        return found

    def _drawn_area(self, hexes: list[str], alike: set[str]) -> tuple[QPainterPath, QPainterPath]:
        return drawn_area(self._printed_map.geometry, hexes, alike.__contains__, self._wanted)

    def prepare_areas(self) -> Iterator[None]:
        """Create the areas at once; they are few."""
        if self._areas is None:
            self._areas = list(self._areas_by_family())
        return iter(())

    def prepare_lines(self) -> Iterator[None]:
        """Create the lines at once; they are few."""
        if self._lines is None:
            self._lines = line_art_around(self._printed_map, self._own)
        return iter(())

    @property
    def _with_sides(self) -> Iterable[str]:
        return self._own

    def _sides(self, hex_id: str) -> list[Side]:
        """The hexsides of a hex and those that start at its corners, each drawn once."""
        offsets, lattice, own = (
            self._printed_map.geometry.corner_offsets,
            self._printed_map.geometry.lattice,
            self._own,
        )
        around = lattice.around(hex_id)
        drawn: list[Side] = []
        for number, corner in enumerate(offsets):
            here, following = around[number], around[(number + 1) % 6]
            if number < 3 or here not in own:
                drawn.append((offsets[number - 1], corner))
            if here in own or following in own or here is following is None:
                continue
            if len(own) > 1:
                beyond = (
                    lattice.neighbor(here, number + 1) if here else lattice.neighbor(following or "", number)
                )
                if beyond is not None and beyond in own and beyond < hex_id:
                    continue
            drawn.append((corner, (2 * corner[0], 2 * corner[1])))
        return drawn


def _with_neighbours(printed_map: PrintedMap, hexes: Collection[str]) -> list[str]:
    """The hexes and their neighbours in the order of a chunk."""
    lattice = printed_map.geometry.lattice
    near = set(hexes).union(*(lattice.adjacency[hex_id] for hex_id in hexes))
    return sorted(near, key=lattice.index)


_FACING = tuple(sum(1 << (direction + turn) % 6 for turn in (2, 3, 4)) for direction in range(6))
"""By direction of a neighbour: its hexside towards the hex and the two next to it."""
