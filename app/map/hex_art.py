"""What is drawn in one hex and just around it: enough to mend a picture where that hex was edited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainterPath

from app.map.chunk_art import ChunkArt, Grid
from app.map.ground import Ground
from app.map.line_art import line_art_around
from app.map.outlines import drawn_area
from engine.hexes.cubes import opposite


class HexArt(ChunkArt):
    """A hex with its neighbours, of which only what lies next to the hex is drawn."""

    def __init__(self, ground: Ground, hex_id: str) -> None:
        super().__init__(ground, lambda: [hex_id, *ground.geometry.lattice.neighbors(hex_id)])
        self._hex = hex_id

    @cached_property
    def _towards(self) -> dict[str, int]:
        """In which direction each neighbour sees the hex."""
        around = enumerate(self._ground.geometry.lattice.around(self._hex))
        return {other: opposite(direction) for direction, other in around if other is not None}

    def _drawn_area(
        self, hexes: list[str], member: Callable[[str], bool]
    ) -> tuple[QPainterPath, QPainterPath]:
        return drawn_area(self._ground.geometry, hexes, member, self._towards)

    def _draw_lines(self) -> Iterator[None]:
        self._lines = line_art_around(self._ground, self._hex)
        yield

    @cached_property
    def grid(self) -> Grid:
        """Its own sides, and those that run out from its corners."""
        geometry = self._ground.geometry
        x, y = geometry.layout.centre(self._hex)
        around, offsets = geometry.lattice.around(self._hex), geometry.corner_offsets
        lines = []
        for number, (dx, dy) in enumerate(offsets):
            ax, ay = offsets[number - 1]
            lines.append(QLineF(x + ax, y + ay, x + dx, y + dy))
            if around[number] is not None or around[(number + 1) % 6] is not None:
                lines.append(QLineF(x + dx, y + dy, x + 2 * dx, y + 2 * dy))
        return [(x, y, lines)]
