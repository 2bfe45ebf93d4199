"""The same maps with one item for each hex and each counter: what the map is measured against."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen, QTransform
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QGraphicsScene,
    QStyleOptionGraphicsItem,
    QWidget,
)

from app.map.counters.counter_layer import EDGE
from app.map.geometry import HEX_SIZE
from app.map.map_scene import MARGIN
from app.map.terrain.feature_art import variant_of
from app.map.terrain.line_style import LineStyle, line_style
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.stamps import stamp
from app.map.terrain.terrain_style import terrain_style
from app.map.terrain.textures import texture
from tests.benchmarks.bench_map import (
    Size,
    WatchedView,
    application,
    army,
    country,
    journey,
    window,
)
from tests.benchmarks.timing import Sampler

FARTHEST = 0.08
"""From farther away a frame takes seconds."""


class HexItem(QGraphicsItem):
    """A hex with its ground, its sides, its town and its number."""

    def __init__(self, ground: PrintedMap, hex_id: str) -> None:
        super().__init__()
        geometry = ground.geometry
        self._hexagon = geometry.polygon(hex_id)
        self._rect = self._hexagon.boundingRect()
        self._style = terrain_style(ground.kind(hex_id))
        self._number = hex_id
        self._town = next((feature.name for feature in ground.features.get(hex_id, ())), "")
        self._stamp = "houses" if self._town else self._style.stamp
        self._lines: list[tuple[LineStyle, QLineF]] = []
        for direction, features in ground.sides_of.get(hex_id, {}).items():
            for style in (line_style(feature.kind) for feature in features):
                side = geometry.side(geometry.lattice.hexside_at(hex_id, direction))
                course = side if style.course == "side" else QLineF(geometry.centre(hex_id), side.center())
                self._lines.append((style, course))

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-4, -4, 4, 4)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = painter.worldTransform().m11()
        brush = QBrush(QColor(self._style.fill))
        if HEX_SIZE * scale >= 9:
            brush = QBrush(texture(self._style.texture or "plain", self._style.fill, scale))
            brush.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
        painter.setBrush(brush)
        if HEX_SIZE * scale >= 14:
            painter.setPen(QPen(QColor(255, 252, 240, 80), 2.2 / scale))
            painter.drawPolygon(self._hexagon)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(74, 62, 42, 130), 0.9 / scale))
        painter.drawPolygon(self._hexagon)
        if self._stamp and HEX_SIZE * scale >= 9:
            picture = stamp(self._stamp, variant_of(self._number), scale)
            size = QSizeF(picture.width() / scale, picture.height() / scale)
            spot = QRectF(QPointF(), size)
            spot.moveCenter(self._rect.center())
            painter.drawPixmap(spot, picture, QRectF(picture.rect()))
        for style, line in self._lines:
            for colour, width in (
                (style.casing or style.core, style.width + 2 * style.rim),
                (style.core, style.width),
            ):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawLine(line)
        if HEX_SIZE * scale >= 26:
            font = QFont()
            font.setPixelSize(8)
            painter.setFont(font)
            painter.setPen(QColor(self._style.ink))
            painter.drawText(
                self._rect, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, self._number
            )
            painter.drawText(self._rect, Qt.AlignmentFlag.AlignCenter, self._town)


class CounterItem(QGraphicsItem):
    """A counter: a square with a word on it."""

    def __init__(self, middle: QPointF, colour: str, name: str) -> None:
        super().__init__()
        self._rect = QRectF(middle.x() - EDGE / 2, middle.y() - EDGE / 2, EDGE, EDGE)
        self._colour = QColor(colour)
        self._name = name

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setPen(QPen(QColor("#17140f"), 1))
        painter.setBrush(self._colour)
        painter.drawRect(self._rect)
        painter.drawText(self._rect, Qt.AlignmentFlag.AlignCenter, self._name)


def plain_view(size: Size) -> WatchedView:
    """A window onto such a map."""
    application()
    ground = PrintedMap.of(country(size))
    geometry = ground.geometry
    view = window()
    scene = QGraphicsScene(view)
    scene.setSceneRect(geometry.bounds.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN))
    for hex_id in geometry.lattice.hexes:
        scene.addItem(HexItem(ground, hex_id))
    for counter in army(size):
        scene.addItem(CounterItem(geometry.centre(counter.place), "#a8453a", counter.name))
    view.setScene(scene)
    view.set_scale(FARTHEST)
    view.show()
    QApplication.processEvents()
    return view


@cache
def plain_journey(size: Size) -> tuple[float, ...]:
    """The frames of the same journey, but not from quite as far. It takes so long that once is enough."""
    view = plain_view(size)
    view.frames.clear()
    journey(view, FARTHEST)
    frames = tuple(view.frames)
    view.close()
    return frames


def plain_frames(size: Size, figure: Callable[[tuple[float, ...]], float]) -> Sampler:
    """A figure of these frames."""
    return lambda: figure(plain_journey(size))
