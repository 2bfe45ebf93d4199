"""Where hexes lie in the scene, in Qt's points; all of it is arithmetic over `engine.hexes.layout`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil, floor
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from engine.hexes.lattice import Lattice, Vertex
from engine.hexes.layout import Layout

HEX_SIZE: Final = 48.0
"""Centre to corner in scene units; everything drawn on the map is measured in it."""
CHUNK: Final = 16
"""Hexes along the edge of a chunk."""


@dataclass(slots=True)
class Chunk:
    """A rectangle of the map of about 16 by 16 hexes, with every hex that reaches into it."""

    key: tuple[int, int]
    rect: QRectF
    hexes: list[str] = field(default_factory=list)


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
        along, across = 1.5 * HEX_SIZE, 3**0.5 * HEX_SIZE
        self.chunk_width, self.chunk_height = (
            (CHUNK * along, CHUNK * across) if self.flat else (CHUNK * across, CHUNK * along)
        )
        self.half_width, self.half_height = (HEX_SIZE, across / 2) if self.flat else (across / 2, HEX_SIZE)
        self.chunks = self._chunks()

    def _chunks(self) -> dict[tuple[int, int], Chunk]:
        chunks: dict[tuple[int, int], Chunk] = {}
        centre, dx, dy = self.layout.centre, self.half_width, self.half_height
        width, height = self.chunk_width, self.chunk_height
        for hex_id in self.lattice.hexes:
            x, y = centre(hex_id)
            lowest, highest = floor((y - dy) / height), ceil((y + dy) / height)
            for column in range(floor((x - dx) / width), ceil((x + dx) / width)):
                for row in range(lowest, highest):
                    chunk = chunks.get((column, row))
                    if chunk is None:
                        rect = QRectF(column * width, row * height, width, height)
                        chunk = chunks[column, row] = Chunk((column, row), rect)
                    chunk.hexes.append(hex_id)
        return chunks

    def centre(self, hex_id: str) -> QPointF:
        """The middle of a hex."""
        return QPointF(*self.layout.centre(hex_id))

    def vertex(self, vertex: Vertex) -> QPointF:
        """Where three hexes meet."""
        return QPointF(*self.layout.vertex(vertex))

    def polygon(self, hex_id: str, scale: float = 1.0) -> QPolygonF:
        """The outline of a hex, drawn in towards its centre by `scale`."""
        x, y = self.layout.centre(hex_id)
        return QPolygonF([QPointF(x + dx * scale, y + dy * scale) for dx, dy in self.corner_offsets])

    def outline(self, hexes: Iterable[str], scale: float = 1.0) -> QPainterPath:
        """Many hexes as one path, so that no seam shows between them."""
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
        """The chunks that show some of this hex."""
        rect = self.rect(hex_id)
        for column in range(floor(rect.left() / self.chunk_width), ceil(rect.right() / self.chunk_width)):
            for row in range(floor(rect.top() / self.chunk_height), ceil(rect.bottom() / self.chunk_height)):
                chunk = self.chunks.get((column, row))
                if chunk is not None:
                    yield chunk

    def is_hex(self, place: str) -> bool:
        """Whether a place is printed on this map."""
        return place in self.lattice
