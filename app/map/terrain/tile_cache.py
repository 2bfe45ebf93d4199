"""A cache of painted map tiles by zoom step; the least recently used are dropped."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from math import ceil, floor, log
from typing import Final

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPixmap

TILE: Final = 256
"""Edge of a tile in pixels."""
MOST_BYTES: Final = 256 * 2**20
LARGEST_STAND_IN: Final = 2.0
"""Largest ratio of another scale whose tiles may replace missing ones."""

Place = tuple[int, int]
Sheet = OrderedDict[Place, QPixmap]


class TileCache:
    """The tiles of each scale."""

    def __init__(self) -> None:
        self._sheets: OrderedDict[float, Sheet] = OrderedDict()
        self._outdated: set[tuple[float, Place]] = set()
        self._bytes = 0

    def sheet(self, scale: float) -> Sheet:
        """The tiles of a scale, the most recently used last; read-only."""
        return self._sheets.setdefault(scale, OrderedDict())

    def get(self, scale: float, place: Place) -> QPixmap | None:
        """An up-to-date tile, or None."""
        if (scale, place) in self._outdated:
            self.drop(scale, place)
        tile = self.sheet(scale).get(place)
        if tile is not None:
            self._sheets[scale].move_to_end(place)
        return tile

    def outdate(self, area: QRectF, scale: float) -> None:
        """Mark the tiles of all other scales in an edited area as outdated.

        Each is dropped on its next access; dropping many at once would be noticeable.
        """
        for other, sheet in self._sheets.items():
            if sheet and other != scale:
                self._outdated.update((other, place) for place in places_in(area, other) if place in sheet)

    def look_at(self, scale: float) -> None:
        """Mark this scale as the most recently used."""
        self.sheet(scale)
        self._sheets.move_to_end(scale)

    def like(self, scale: float) -> list[float]:
        """Other scales whose tiles may replace missing ones: the most complete, then the nearest."""
        others = [other for other, sheet in self._sheets.items() if sheet and other != scale]
        if not others:
            return []
        nearest = min(others, key=lambda other: abs(log(other / scale)))
        smaller = [other for other in others if other <= LARGEST_STAND_IN * scale]
        fullest = max(smaller, key=lambda other: len(self._sheets[other]) / other**2, default=nearest)
        return [fullest] if fullest == nearest else [fullest, nearest]

    def put(self, scale: float, place: Place, tile: QPixmap) -> None:
        """Store a tile."""
        self.drop(scale, place)
        self.sheet(scale)[place] = tile
        self._bytes += _bytes(tile)
        self._make_room()

    def drop(self, scale: float, place: Place) -> None:
        """Drop a tile, if it is cached."""
        self._outdated.discard((scale, place))
        tile = self.sheet(scale).pop(place, None)
        if tile is not None:
            self._bytes -= _bytes(tile)

    def clear(self) -> None:
        """Drop all tiles."""
        self._sheets.clear()
        self._outdated.clear()
        self._bytes = 0

    def _make_room(self) -> None:
        """Drop the least recently used scales first, then tiles of the current one."""
        while self._bytes > MOST_BYTES:
            oldest = next(iter(self._sheets))
            if not self._sheets[oldest]:
                del self._sheets[oldest]
            else:
                self.drop(oldest, next(iter(self._sheets[oldest])))


def places_in(area: QRectF, scale: float) -> list[Place]:
    """The tiles that overlap an area of the scene, also beyond the edge of the map."""
    unit = scale / TILE
    columns = range(floor(area.left() * unit), ceil(area.right() * unit))
    return [
        (column, row)
        for row in range(floor(area.top() * unit), ceil(area.bottom() * unit))
        for column in columns
    ]


def tiles_in(pixels: QRectF, edge: tuple[int, int]) -> Iterator[tuple[Place, QRect]]:
    """The tiles in a part of a map, row by row, cut at the edge of the map."""
    for row in range(max(0, floor(pixels.top() / TILE)), ceil(min(pixels.bottom(), edge[1]) / TILE)):
        for column in range(max(0, floor(pixels.left() / TILE)), ceil(min(pixels.right(), edge[0]) / TILE)):
            yield (column, row), tile_at((column, row), edge)


def tile_at(place: Place, edge: tuple[int, int]) -> QRect:
    """The pixels of a tile."""
    x, y = place[0] * TILE, place[1] * TILE
    return QRect(x, y, min(TILE, edge[0] - x), min(TILE, edge[1] - y))


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4


def in_scene(rect: QRect, scale: float) -> QRectF:
    """The area of pixels of this scale in the scene."""
    return QRectF(rect.x() / scale, rect.y() / scale, rect.width() / scale, rect.height() / scale)
