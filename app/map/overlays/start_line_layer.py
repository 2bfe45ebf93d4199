"""Draws start lines, in the colours of the sides to the left and right of the line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor, hypot, inf
from time import perf_counter
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.counters.counter_style import CounterStyle
from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.overlays.area_art import write_tag
from app.map.overlays.overlay_style import strong
from engine.bad_input import BadInput
from engine.catalogue.document import StartLine
from engine.hexes.lattice import Vertex

_APART: Final = 3.4
"""Distance of the stripe of each side from the line."""
TILE: Final = 256
"""Edge of the cached pixmaps in pixels."""
_SHARPEST: Final = 2.2
"""Largest offset of a stripe at a sharp bend, as a multiple of its distance."""


class StartLineLayer(QGraphicsItem):
    """The start lines of a scenario; the right stripe is dashed, so that colour is not needed."""

    def __init__(
        self,
        geometry: MapGeometry,
        counter_style: CounterStyle,
        lines: Iterable[StartLine],
        titles: Mapping[str, str],
    ) -> None:
        super().__init__()
        self.drawn = drawn_lines(geometry, counter_style, lines, titles)
        self._scale = (0.0, 0.0)
        """Scale and device pixel ratio of the cached tiles."""
        self._tiles: dict[tuple[int, int], QPixmap | None] = {}
        self._rect = QRectF()
        for line in self.drawn:
            self._rect |= line.rect.adjusted(-1, -1, 1, 1)
        self._rect.adjust(-3 * HEX_SIZE, -HEX_SIZE, 3 * HEX_SIZE, HEX_SIZE)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if widget is None:  # printing and screenshots: vectors, not pixmaps
            self._paint_lines(painter, painter.worldTransform().m11(), option.exposedRect)
            return
        ratio = painter.device().devicePixelRatioF()
        world = painter.worldTransform()
        if (world.m11(), ratio) != self._scale:
            self._scale = (world.m11(), ratio)
            self._tiles.clear()
        left, top = round(world.dx() * ratio), round(world.dy() * ratio)
        painter.save()
        painter.setWorldTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
        deadline, painted = getattr(self.scene(), "deadline", inf), False
        for place in self._places(option.exposedRect, world.m11() * ratio):
            if place not in self._tiles:
                if painted and perf_counter() > deadline:
                    self.update(self._area(place))  # Painted in the next frame.
                    continue
                tile = self._tiles[place] = self._tile(place)
                painted = painted or tile is not None
            tile = self._tiles[place]
            if tile is not None:
                painter.drawPixmap(left + place[0] * TILE, top + place[1] * TILE, tile)
        painter.restore()

    def _places(self, exposed: QRectF, scale: float) -> Iterator[tuple[int, int]]:
        """The tiles that overlap the exposed part."""
        for row in range(floor(exposed.top() * scale / TILE), ceil(exposed.bottom() * scale / TILE)):
            for column in range(floor(exposed.left() * scale / TILE), ceil(exposed.right() * scale / TILE)):
                yield column, row

    def _area(self, place: tuple[int, int]) -> QRectF:
        """The area of a tile in the scene."""
        edge = TILE / (self._scale[0] * self._scale[1])
        return QRectF(place[0] * edge, place[1] * edge, edge, edge)

    def _tile(self, place: tuple[int, int]) -> QPixmap | None:
        """Paint one tile at the current scale; None if it is empty."""
        area = self._area(place)
        if not any(line.is_in(area, self._scale[0]) for line in self.drawn):
            return None
        tile = QPixmap(TILE, TILE)
        tile.fill(Qt.GlobalColor.transparent)
        painter = QPainter(tile)
        painter.translate(-place[0] * TILE, -place[1] * TILE)
        painter.scale(TILE / area.width(), TILE / area.width())
        self._paint_lines(painter, self._scale[0], area)
        painter.end()
        return tile

    def _paint_lines(self, painter: QPainter, scale: float, exposed: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line in self.drawn:
            line.paint(painter, scale, exposed)


class DrawnLine:
    """One line with its two stripes and the positions of its names."""

    def __init__(
        self, line: StartLine, points: list[QPointF], counter_style: CounterStyle, titles: Mapping[str, str]
    ) -> None:
        self.way = [*points, points[0]] if line.closed else points
        self.left = parallel(points, _APART, line.closed)
        self.right = parallel(points, -_APART, line.closed)
        self.rect = QPolygonF(self.way).boundingRect()
        self._dashes: tuple[float, list[list[QPointF]]] = (0.0, [])
        """The dashes of the right stripe, and their pen width."""
        self._spans = [
            (min(a.x(), b.x()), min(a.y(), b.y()), max(a.x(), b.x()), max(a.y(), b.y()))
            for a, b in pairwise(self.way)
        ]
        self._colours = (
            QColor(strong(counter_style.colour(line.left))),
            QColor(strong(counter_style.colour(line.right))),
        )
        self._names = titles.get(line.left, line.left), titles.get(line.right, line.right)
        third = max(1, len(points) // 3)
        self._spot = (points[0] + points[third]) / 2
        x, y = _normal(points[0], points[third])
        self._leftwards = QPointF(x, y)

    def _runs(self, exposed: QRectF, reach: float) -> Iterator[tuple[int, int]]:
        """Index ranges of the visible points, with one more point at both ends."""
        left, top = exposed.left() - reach, exposed.top() - reach
        right, bottom = exposed.right() + reach, exposed.bottom() + reach
        first, seen_until = 0, -1
        for at, (x1, y1, x2, y2) in enumerate(self._spans):
            if x1 <= right and x2 >= left and y1 <= bottom and y2 >= top:
                if at > seen_until + 2 or seen_until < 0:
                    if seen_until >= 0:
                        yield first, seen_until + 3
                    first = max(0, at - 1)
                seen_until = at
        if seen_until >= 0:
            yield first, seen_until + 3

    def paint(self, painter: QPainter, scale: float, exposed: QRectF) -> None:
        grown = _grown(scale)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        runs = list(self._runs(exposed, 10.0 * grown))
        for colour, width, points in (
            (QColor(255, 250, 235, 210), 13.0, self.way),
            (self._colours[0], 4.2, self.left),
            (QColor("#17140f"), 1.5, self.way),
        ):
            painter.setPen(_pen(colour, width * grown))
            for first, last in runs:
                painter.drawPolyline(points[first:last])
        painter.setPen(_pen(self._colours[1], 4.2 * grown))
        for dash in self._dashes_in(exposed, 4.2 * grown):
            painter.drawPolyline(dash)
        for middle, name, size, colour in self._tags(scale):
            write_tag(painter, middle, name, size, colour)

    def _dashes_in(self, exposed: QRectF, width: float) -> Iterator[list[QPointF]]:
        """The visible dashes. Qt's own dashes would restart wherever a line enters the view."""
        if self._dashes[0] != width:
            self._dashes = (width, list(dashed(self.right, 2.4 * width, 1.2 * width)))
        near = exposed.adjusted(-3 * width, -3 * width, 3 * width, 3 * width)
        return (dash for dash in self._dashes[1] if near.contains(dash[0]))

    def is_in(self, area: QRectF, scale: float) -> bool:
        """Whether part of the line is in this area."""
        return next(self._runs(area, 10.0 * _grown(scale)), None) is not None or any(
            area.adjusted(-size * len(name), -2 * size, size * len(name), 2 * size).contains(middle)
            for middle, name, size, _ in self._tags(scale)
        )

    def _tags(self, scale: float) -> Iterator[tuple[QPointF, str, float, QColor]]:
        """The names of both sides with position, size and colour."""
        if HEX_SIZE * scale < 12:
            return
        size = min(22.0, max(11.0, 10.5 / scale))
        for name, colour, way in zip(self._names, self._colours, (1, -1), strict=True):
            wide, tall = 0.33 * size * (len(name) + 3), 1.5 * size
            away = abs(self._leftwards.x()) * wide + abs(self._leftwards.y()) * tall + 14 * _grown(scale)
            if name:
                yield self._spot + self._leftwards * (way * away), name, size, colour


def drawn_lines(
    geometry: MapGeometry, counter_style: CounterStyle, lines: Iterable[StartLine], titles: Mapping[str, str]
) -> list[DrawnLine]:
    """The lines that are at least partly on the map."""
    return [
        DrawnLine(line, points, counter_style, titles)
        for line in lines
        if len(points := _points(geometry, line)) > 1
    ]


def _grown(scale: float) -> float:
    """The factor by which lines are widened at small scales."""
    return max(1.0, 0.6 / scale)


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)


def _points(geometry: MapGeometry, line: StartLine) -> list[QPointF]:
    """The points of a line: centres of hexes and hexsides, shared corners, and the edge of the map."""
    points: list[QPointF] = []
    ends: frozenset[Vertex] = frozenset()
    for name in line.points:
        try:
            point = geometry.side(name).center() if "/" in name else geometry.centre(name)
            corners = frozenset(geometry.lattice.vertices(name) if "/" in name else ())
        except (BadInput, KeyError):
            continue  # The scenario may use only a part of the map.
        points += [geometry.vertex(corner) for corner in corners & ends]
        points.append(point)
        ends = corners
    if not line.closed and len(points) > 1:
        points.insert(0, _outwards(geometry, line.points[0], points[1], points[0]))
        points.append(_outwards(geometry, line.points[-1], points[-2], points[-1]))
    return [point for at, point in enumerate(points) if at == 0 or point != points[at - 1]]


def _outwards(geometry: MapGeometry, name: str, before: QPointF, end: QPointF) -> QPointF:
    """The end of a line extended along its hexside, or by half a hex off the map."""
    if "/" in name:
        side = geometry.side(name)
        return max(
            (side.p1(), side.p2()), key=lambda corner: hypot(corner.x() - before.x(), corner.y() - before.y())
        )
    step = end - before
    length = hypot(step.x(), step.y()) or 1.0
    further = end + step * (HEX_SIZE / length)
    return further if geometry.hex_at(further) is None else end


def parallel(points: Sequence[QPointF], distance: float, closed: bool) -> list[QPointF]:
    """A line parallel to another, on its left in the direction of travel."""
    count = len(points)
    found = []
    for at in range(count + 1 if closed else count):
        here = points[at % count]
        before = points[(at - 1) % count] if closed or at > 0 else None
        after = points[(at + 1) % count] if closed or at < count - 1 else None
        first = _normal(before, here) if before is not None else None
        second = _normal(here, after) if after is not None else None
        a, b = first or second, second or first
        assert a is not None and b is not None
        x, y = a[0] + b[0], a[1] + b[1]
        square = x * x + y * y
        # At a bend the stripe is moved along the bisector.
        scale = min(_SHARPEST, 2 / max(square, 1e-6) ** 0.5) / max(square, 1e-6) ** 0.5
        found.append(QPointF(here.x() + x * scale * distance, here.y() + y * scale * distance))
    return found


def dashed(points: Sequence[QPointF], on: float, off: float) -> Iterator[list[QPointF]]:
    """A line divided into dashes that follow its bends."""
    dash, left, drawing = [points[0]], on, True
    for a, b in pairwise(points):
        length, at = hypot(b.x() - a.x(), b.y() - a.y()), 0.0
        while length - at > left:
            at += left
            spot = a + (b - a) * (at / length)
            if drawing:
                yield [*dash, spot]
            drawing = not drawing
            dash, left = [spot], on if drawing else off
        left -= length - at
        dash.append(b)
    if drawing and len(dash) > 1:
        yield dash


def _normal(a: QPointF, b: QPointF) -> tuple[float, float]:
    dx, dy = b.x() - a.x(), b.y() - a.y()
    length = hypot(dx, dy) or 1.0
    return dy / length, -dx / length
