"""Positions of hexes in the scene as Qt points, computed from `engine.hexes.layout`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import ceil, floor
from typing import Final
from weakref import proxy

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from engine.hexes.lattice import Lattice, Vertex
from engine.hexes.layout import Layout

HEX_SIZE: Final = 48.0
"""Distance from centre to corner in scene units."""
CHUNK: Final = 8
"""Hexes along the edge of a chunk."""
NUMBERS_APART: Final = " / "
"""Between the numbers of a hex that has several."""
_HALF_LINE: Final = 6.0
"""Half of the widest line along a hexside."""


class Chunk:
    """A rectangle of the map with every hex that overlaps it, including the lines on its hexsides."""

    def __init__(self, geometry: MapGeometry, key: tuple[int, int], rect: QRectF) -> None:
        self.key = key
        self.rect = rect
        self._geometry: MapGeometry = proxy(geometry)  # Weak: the geometry owns its chunks.

    @cached_property
    def hexes(self) -> list[str]:
        """The hexes of the chunk, line by line."""
        return list(self._geometry.hexes_in(_wider(self.rect)))


class MapGeometry:
    """A lattice laid out in the scene."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.layout = Layout(lattice, HEX_SIZE)
        self.flat = lattice.orientation == "flat"
        self.bounds = QRectF(0.0, 0.0, self.layout.width, self.layout.height)
        first = lattice.hexes[0]
        x, y = self.layout.centre(first)
        self.corner_offsets = tuple((cx - x, cy - y) for cx, cy in self.layout.corners(first))
        """From a hex's centre to its corners; number n lies between directions n and n + 1."""
        self.corner = QPointF(*self.layout.vertex(Vertex(0, 0)))
        """Origin for counting lines of hexes and positions on them; both may be negative."""
        along, across = 1.5 * HEX_SIZE, 3**0.5 * HEX_SIZE
        self.chunk_width, self.chunk_height = (
            (CHUNK * along, CHUNK * across) if self.flat else (CHUNK * across, CHUNK * along)
        )
        self.half_width, self.half_height = (HEX_SIZE, across / 2) if self.flat else (across / 2, HEX_SIZE)
        width, height = self.chunk_width, self.chunk_height
        self.chunks = {
            (column, row): Chunk(self, (column, row), QRectF(column * width, row * height, width, height))
            for column in range(ceil((self.bounds.width() - 0.01) / width))
            for row in range(ceil((self.bounds.height() - 0.01) / height))
        }

    def hexes_in(self, rect: QRectF) -> Iterator[str]:
        """Every hex whose bounding rectangle overlaps this one, line by line."""
        centre, wide, tall = self.layout.centre, self.half_width, self.half_height
        left, right = rect.left() - wide, rect.right() + wide
        top, bottom = rect.top() - tall, rect.bottom() + tall
        for here in self.hexes_on(*self.lines_in(rect)):
            x, y = centre(here)
            if left < x < right and top < y < bottom:
                yield here

    def lines_in(self, rect: QRectF) -> tuple[range, range]:
        """The lines of hexes that overlap a rectangle, and the range of positions on them."""
        x, y = self.corner.x(), self.corner.y()
        left, right = rect.left() - self.half_width - x, rect.right() + self.half_width - x
        top, bottom = rect.top() - self.half_height - y, rect.bottom() + self.half_height - y
        if not self.flat:
            left, right, top, bottom = top, bottom, left, right
        along, across = 1.5 * HEX_SIZE, 3**0.5 * HEX_SIZE
        lines = range(floor(left / along), ceil(right / along) + 1)
        return lines, range(floor(top / across) - 1, ceil(bottom / across) + 1)

    def hexes_on(self, lines: Iterable[int], spots: range) -> Iterator[str]:
        """The hexes at these positions of these lines."""
        at = self.lattice.hex_at_cube
        for line in lines:
            for spot in spots:
                place = spot - line // 2
                here = at((line, place) if self.flat else (place, line))
                if here is not None:
                    yield here

    def centre(self, hex_id: str) -> QPointF:
        """The middle of a hex."""
        return QPointF(*self.layout.centre(hex_id))

    def vertex(self, vertex: Vertex) -> QPointF:
        """Where three hexes meet."""
        return QPointF(*self.layout.vertex(vertex))

    def polygon(self, hex_id: str, scale: float = 1.0) -> QPolygonF:
        """The outline of a hex, scaled about its centre."""
        x, y = self.layout.centre(hex_id)
        return QPolygonF([QPointF(x + dx * scale, y + dy * scale) for dx, dy in self.corner_offsets])

    def outline(self, hexes: Iterable[str], scale: float = 1.0) -> QPainterPath:
        """Hexes as one path without seams."""
        path = QPainterPath()
        path.setFillRule(path.fillRule().WindingFill)
        for hex_id in hexes:
            path.addPolygon(self.polygon(hex_id, scale))
            path.closeSubpath()
        return path

    def side(self, side: str) -> QLineF:
        """A hexside."""
        (x1, y1), (x2, y2) = self.layout.hexside(side)
        return QLineF(x1, y1, x2, y2)

    def rect(self, hex_id: str) -> QRectF:
        """The rectangle around a hex."""
        x, y = self.layout.centre(hex_id)
        return QRectF(x - self.half_width, y - self.half_height, 2 * self.half_width, 2 * self.half_height)

    def hex_at(self, point: QPointF) -> str | None:
        """The hex under a point of the scene."""
        return self.layout.hex_at(point.x(), point.y())

    def hexside_at(self, point: QPointF) -> str | None:
        """The hexside nearest to a point of the scene."""
        return self.layout.hexside_at(point.x(), point.y())

    def chunks_of(self, hex_id: str) -> Iterator[Chunk]:
        """The chunks that overlap this hex."""
        return self.chunks_in(_wider(self.rect(hex_id)))

    def chunks_in(self, rect: QRectF) -> Iterator[Chunk]:
        """The chunks that overlap a rectangle."""
        width, height = self.chunk_width, self.chunk_height
        for row in range(floor(rect.top() / height - 0.01), ceil(rect.bottom() / height + 0.01)):
            for column in range(floor(rect.left() / width - 0.01), ceil(rect.right() / width + 0.01)):
                chunk = self.chunks.get((column, row))
                if chunk is not None and chunk.rect.intersects(rect):
                    yield chunk

    def numbers(self, place: str) -> str:
        """Every number printed in a hex; anything else as it is."""
        return NUMBERS_APART.join(self.lattice.names(place)) if self.is_hex(place) else place

    def is_hex(self, place: str) -> bool:
        """Whether a place is printed on this map."""
        return place in self.lattice


def take_connected(lattice: Lattice, start: str, left: dict[str, None], most: int | None = None) -> list[str]:
    """Remove a hex and the hexes connected to it from `left`, nearest first, at most `most`."""
    del left[start]
    taken = [start]
    for here in taken:
        for other in lattice.neighbors(here):
            if len(taken) == most:
                return taken
            if other in left:
                del left[other]
                taken.append(other)
    return taken


def _wider(rect: QRectF) -> QRectF:
    return rect.adjusted(-_HALF_LINE, -_HALF_LINE, _HALF_LINE, _HALF_LINE)
