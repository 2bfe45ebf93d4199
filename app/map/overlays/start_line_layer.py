"""The line from which both sides set out, in the colours of those who stand to its left and right."""

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
"""How far beside the line itself the stripe of each side runs."""
TILE: Final = 256
"""The edge of the pixmaps in which the layer is kept while the scale stays the same."""
_SHARPEST: Final = 2.2
"""How far a stripe may reach out at a sharp bend, in its distance from the line."""


class StartLineLayer(QGraphicsItem):
    """The start lines of a scenario; the stripe on the right is broken, so that colour is not needed."""

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
        """Pixels per scene unit, and of the screen per pixel, for which the tiles were painted."""
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
        if widget is None:  # print and pictures: lines, not pixels
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
                    self.update(self._area(place))  # It follows with the next frame.
                    continue
                tile = self._tiles[place] = self._tile(place)
                painted = painted or tile is not None
            tile = self._tiles[place]
            if tile is not None:
                painter.drawPixmap(left + place[0] * TILE, top + place[1] * TILE, tile)
        painter.restore()

    def _places(self, exposed: QRectF, scale: float) -> Iterator[tuple[int, int]]:
        """The tiles that show some of what is exposed."""
        for row in range(floor(exposed.top() * scale / TILE), ceil(exposed.bottom() * scale / TILE)):
            for column in range(floor(exposed.left() * scale / TILE), ceil(exposed.right() * scale / TILE)):
                yield column, row

    def _area(self, place: tuple[int, int]) -> QRectF:
        """What a tile shows, in the scene."""
        edge = TILE / (self._scale[0] * self._scale[1])
        return QRectF(place[0] * edge, place[1] * edge, edge, edge)

    def _tile(self, place: tuple[int, int]) -> QPixmap | None:
        """A square of the layer as it is painted at this scale; None where nothing is drawn."""
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
    """One line with its two stripes and where its names stand."""

    def __init__(
        self, line: StartLine, points: list[QPointF], counter_style: CounterStyle, titles: Mapping[str, str]
    ) -> None:
        self.way = [*points, points[0]] if line.closed else points
        self.left = beside(points, _APART, line.closed)
        self.right = beside(points, -_APART, line.closed)
        self.rect = QPolygonF(self.way).boundingRect()
        self._dashes: tuple[float, list[list[QPointF]]] = (0.0, [])
        """The broken stripe, and for how wide a pen."""
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
        """The stretches that can be seen, with one more step at both ends; which points each is made of."""
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
        """Dashes that can be seen. Qt's own begin anew wherever a line enters the picture."""
        if self._dashes[0] != width:
            self._dashes = (width, list(dashed(self.right, 2.4 * width, 1.2 * width)))
        near = exposed.adjusted(-3 * width, -3 * width, 3 * width, 3 * width)
        return (dash for dash in self._dashes[1] if near.contains(dash[0]))

    def is_in(self, area: QRectF, scale: float) -> bool:
        """Is any of it to be seen there?"""
        return next(self._runs(area, 10.0 * _grown(scale)), None) is not None or any(
            area.adjusted(-size * len(name), -2 * size, size * len(name), 2 * size).contains(middle)
            for middle, name, size, _ in self._tags(scale)
        )

    def _tags(self, scale: float) -> Iterator[tuple[QPointF, str, float, QColor]]:
        """The names of both sides: where they stand and how large."""
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
    """The lines of which something is on the map."""
    return [
        DrawnLine(line, points, counter_style, titles)
        for line in lines
        if len(points := _points(geometry, line)) > 1
    ]


def _grown(scale: float) -> float:
    """How much wider lines are drawn than they are, so that they can be seen from afar."""
    return max(1.0, 0.6 / scale)


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)


def _points(geometry: MapGeometry, line: StartLine) -> list[QPointF]:
    """Middles of hexes and hexsides, with the corners where hexsides meet, and on to the edge of the map."""
    points: list[QPointF] = []
    ends: frozenset[Vertex] = frozenset()
    for name in line.points:
        try:
            point = geometry.side(name).center() if "/" in name else geometry.centre(name)
            corners = frozenset(geometry.lattice.vertices(name) if "/" in name else ())
        except (BadInput, KeyError):
            continue  # The scenario may be played on a part of the map.
        points += [geometry.vertex(corner) for corner in corners & ends]
        points.append(point)
        ends = corners
    if not line.closed and len(points) > 1:
        points.insert(0, _outwards(geometry, line.points[0], points[1], points[0]))
        points.append(_outwards(geometry, line.points[-1], points[-2], points[-1]))
    return [point for at, point in enumerate(points) if at == 0 or point != points[at - 1]]


def _outwards(geometry: MapGeometry, name: str, before: QPointF, end: QPointF) -> QPointF:
    """The end carried on: along its hexside, or by half a hex where that leads off the map."""
    if "/" in name:
        side = geometry.side(name)
        return max(
            (side.p1(), side.p2()), key=lambda corner: hypot(corner.x() - before.x(), corner.y() - before.y())
        )
    step = end - before
    length = hypot(step.x(), step.y()) or 1.0
    further = end + step * (HEX_SIZE / length)
    return further if geometry.hex_at(further) is None else end


def beside(points: Sequence[QPointF], distance: float, closed: bool) -> list[QPointF]:
    """The line that runs beside another, to its left as one walks along it on the sheet."""
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
        # At a bend the stripe stands farther from the corner, in the direction half-way between both.
        scale = min(_SHARPEST, 2 / max(square, 1e-6) ** 0.5) / max(square, 1e-6) ** 0.5
        found.append(QPointF(here.x() + x * scale * distance, here.y() + y * scale * distance))
    return found


def dashed(points: Sequence[QPointF], on: float, off: float) -> Iterator[list[QPointF]]:
    """A line cut into dashes, which go round its bends."""
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
