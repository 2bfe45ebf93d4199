"""The map in flat colours per hex, shown until a newly opened map has been painted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, floor
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QPolygonF

from app.map.geometry import HEX_SIZE
from app.map.map_thumbnail import Overview
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.tile_cache import in_scene

MOST_HEXES: Final = 6000
"""Hexes that can be drawn within a frame; more are shown as pixels of the overview."""
ALONG: Final = 1.5 * HEX_SIZE
ACROSS: Final = 3**0.5 * HEX_SIZE


class Strip(NamedTuple):
    """Some hexes of a line: their outline in the scene, and their pixels in the overview."""

    line: int
    outline: QPolygonF
    part: QRectF


class PlaceholderMap:
    """One cached picture of the visible part."""

    def __init__(self, printed_map: PrintedMap, overview: Overview) -> None:
        self._printed_map, self._overview = printed_map, overview
        self._drawn_of: tuple[float, int] = 0.0, 0
        """The scale of the picture, and the cache key of the overview."""
        self._rect = QRect()
        self._picture = QPixmap()

    def paint(self, painter: QPainter, rects: list[QRect], scale: float) -> None:
        """Draw the picture in these rectangles, given in pixels of the map at this scale."""
        whole = QRect()
        for rect in rects:
            whole |= rect
        if whole.isEmpty():
            return
        look = scale, self._overview.pixmap().cacheKey()
        if look != self._drawn_of or not self._rect.contains(whole):
            self._drawn_of, self._rect = look, whole
            self._picture = self._drawn(scale)
        for rect in rects:
            part = QRectF(rect.translated(-self._rect.topLeft()))
            painter.drawPixmap(in_scene(rect, scale), self._picture, part)

    def _drawn(self, scale: float) -> QPixmap:
        picture = QPixmap(self._rect.size())
        picture.fill(self._overview.desk)
        painter = QPainter(picture)
        painter.translate(-self._rect.x(), -self._rect.y())
        painter.scale(scale, scale)
        area = in_scene(self._rect, scale)
        if area.width() * area.height() < MOST_HEXES * ALONG * ACROSS:
            self._draw_hexes(painter, area)
        else:
            self._overview.draw(painter, area)
        painter.end()
        return picture

    def _draw_hexes(self, painter: QPainter, area: QRectF) -> None:
        """Draw each line of hexes by stretching pixels of the overview.

        Neighbouring lines overlap: every second one is drawn first as a rectangle, then the others, clipped
        to their outlines.
        """
        spots = self._overview.pixmap()
        strips = list(self._strips_in(area))
        between = [strip for strip in strips if strip.line % 2]
        outlines = QPainterPath()
        for strip in between:
            outlines.addPolygon(strip.outline)
        for strip in strips:
            if strip.line % 2 == 0:
                painter.drawPixmap(strip.outline.boundingRect(), spots, strip.part)
        painter.setClipPath(outlines)
        for strip in between:
            painter.drawPixmap(strip.outline.boundingRect(), spots, strip.part)

    def _strips_in(self, area: QRectF) -> Iterator[Strip]:
        """The parts of the lines of hexes in an area."""
        geometry = self._printed_map.geometry
        flat = geometry.flat
        begin, end = (area.top(), area.bottom()) if flat else (area.left(), area.right())
        for line, spot, hexes in geometry.lattice.runs:
            rect = geometry.rect(hexes[0])
            start = rect.top() if flat else rect.left()
            first = max(0, floor((begin - start) / ACROSS))
            number = min(len(hexes), ceil((end - start) / ACROSS)) - first
            reach = (rect.left(), rect.right()) if flat else (rect.top(), rect.bottom())
            within = (area.left(), area.right()) if flat else (area.top(), area.bottom())
            if number < 1 or reach[0] > within[1] or reach[1] < within[0]:
                continue
            outline = _outline(number, flat)
            if flat:
                outline = outline.translated(rect.left(), start + first * ACROSS)
                yield Strip(line, outline, QRectF(line, spot + first, 1, number))
            else:
                outline = outline.translated(start + first * ACROSS, rect.top())
                yield Strip(line, outline, QRectF(spot + first, line, number, 1))


@lru_cache(8)
def _outline(number: int, flat: bool) -> QPolygonF:
    """The outline of this number of hexes in a line that starts at the origin."""
    far = [(HEX_SIZE * (1.5 if half % 2 == 0 else 2.0), half * ACROSS / 2) for half in range(2 * number + 1)]
    near = [(2 * HEX_SIZE - x, y) for x, y in reversed(far)]
    return QPolygonF([QPointF(x, y) if flat else QPointF(y, x) for x, y in (*far, *near)])
