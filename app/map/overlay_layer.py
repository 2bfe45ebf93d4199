"""What is laid over the map: one item per kind, told apart by pattern and rim as well as by colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import atan2, degrees
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import HEX_SIZE, MapGeometry
from engine.bad_input import BadInput
from engine.referee.view import Overlay

PATTERNS: Final = (
    ("#c2410c", Qt.BrushStyle.BDiagPattern),
    ("#1d4ed8", Qt.BrushStyle.FDiagPattern),
    ("#7e22ce", Qt.BrushStyle.DiagCrossPattern),
    ("#0f766e", Qt.BrushStyle.HorPattern),
    ("#be123c", Qt.BrushStyle.VerPattern),
    ("#4d7c0f", Qt.BrushStyle.CrossPattern),
    ("#a16207", Qt.BrushStyle.Dense6Pattern),
)
"""Colour and pattern of the overlays that a game offers, in order."""


class HexOverlay(QGraphicsItem):
    """A set of hexes with a tint, a pattern and a rim around the whole."""

    def __init__(
        self,
        geometry: MapGeometry,
        colour: str,
        alpha: int,
        pattern: Qt.BrushStyle = Qt.BrushStyle.NoBrush,
        rim: float = 2.4,
        each: bool = False,
    ) -> None:
        super().__init__()
        self._geometry = geometry
        self._colour = QColor(colour)
        self._alpha = alpha
        self._pattern = pattern
        self._rim_width = rim
        self._each = each
        self._texts: dict[str, str] = {}
        self._area = QPainterPath()
        self._rim: list[QLineF] = []
        self._lines: list[QLineF] = []
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def hexes(self) -> frozenset[str]:
        """What is shown."""
        return frozenset(self._texts)

    def set_hexes(self, hexes: Mapping[str, str] | Iterable[str], hexsides: Iterable[str] = ()) -> None:
        """Show these hexes, each with its text, and these hexsides."""
        texts = dict(hexes) if isinstance(hexes, Mapping) else dict.fromkeys(hexes, "")
        texts = {place: text for place, text in texts.items() if self._geometry.is_hex(place)}
        lines = [line for side in hexsides if (line := _side(self._geometry, side)) is not None]
        if texts == self._texts and lines == self._lines:
            return
        self.prepareGeometryChange()
        self._texts, self._lines = texts, lines
        self._area = self._geometry.outline(texts)
        self._rim = list(self._rim_of(texts))

    def _rim_of(self, hexes: Mapping[str, str]) -> Iterable[QLineF]:
        geometry = self._geometry
        inset = 0.93 if self._each else 0.97
        for place in hexes:
            x, y = geometry.layout.centre(place)
            for direction, other in enumerate(geometry.lattice.around(place)):
                if self._each or other not in hexes:
                    (ax, ay), (bx, by) = (
                        geometry.corner_offsets[direction - 1],
                        geometry.corner_offsets[direction],
                    )
                    yield QLineF(x + ax * inset, y + ay * inset, x + bx * inset, y + by * inset)

    def boundingRect(self) -> QRectF:
        rect = self._area.boundingRect()
        for line in self._lines:
            rect |= QRectF(line.p1(), line.p2()).normalized()
        return rect.adjusted(-8, -8, 8, 8)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        tint = QColor(self._colour)
        tint.setAlpha(self._alpha)
        painter.fillPath(self._area, tint)
        if self._pattern != Qt.BrushStyle.NoBrush:
            strokes = QColor(self._colour)
            strokes.setAlpha(min(255, self._alpha * 3))
            brush = QBrush(strokes, self._pattern)
            brush.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
            painter.fillPath(self._area, brush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._rim_width:
            painter.setPen(QPen(self._colour, max(self._rim_width, 1.2 / scale), c=Qt.PenCapStyle.RoundCap))
            painter.drawLines(self._rim)
        if self._lines:
            painter.setPen(QPen(self._colour, max(6.0, 2 / scale), c=Qt.PenCapStyle.RoundCap))
            painter.drawLines(self._lines)
        if HEX_SIZE * scale >= 18:
            for place, text in self._texts.items():
                if text:
                    _tag(painter, self._geometry.centre(place) + QPointF(0, 0.56 * HEX_SIZE), text, 10.5)


class PathOverlay(QGraphicsItem):
    """A way over the map with an arrow at its end and a word about it."""

    def __init__(self, geometry: MapGeometry, colour: str = "#1b1b1b", core: str = "#ffd54d") -> None:
        super().__init__()
        self._geometry = geometry
        self._colour, self._core = QColor(colour), QColor(core)
        self._ways: list[QPolygonF] = []
        self._text = ""
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_paths(self, paths: Iterable[Sequence[str]], text: str = "") -> None:
        """Show these ways, each as the hexes it runs through."""
        ways = []
        for path in paths:
            places = [self._geometry.centre(place) for place in path if self._geometry.is_hex(place)]
            if places:
                ways.append(QPolygonF(places))
        if ways or self._ways:
            self.prepareGeometryChange()
        self._ways, self._text = ways, text

    def boundingRect(self) -> QRectF:
        rect = QRectF()
        for way in self._ways:
            rect |= way.boundingRect().adjusted(-1, -1, 1, 1)
        return rect.adjusted(-3 * HEX_SIZE, -HEX_SIZE, 3 * HEX_SIZE, HEX_SIZE) if self._ways else rect

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for way in self._ways:
            if way.size() > 1:
                for colour, width in ((self._colour, 7.5), (self._core, 4.2)):
                    pen = QPen(colour, width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
                    painter.setPen(pen)
                    painter.drawPolyline(way)
                self._paint_arrow(painter, way)
            if self._text:
                _tag(painter, way.at(way.size() - 1) + QPointF(0, -0.58 * HEX_SIZE), self._text, 12)

    def _paint_arrow(self, painter: QPainter, way: QPolygonF) -> None:
        tip, before = way.at(way.size() - 1), way.at(way.size() - 2)
        painter.save()
        painter.translate(tip)
        painter.rotate(degrees(atan2(tip.y() - before.y(), tip.x() - before.x())))
        painter.setPen(QPen(self._colour, 1.8, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(self._core)
        painter.drawPolygon(QPolygonF([QPointF(12, 0), QPointF(-7, -9), QPointF(-3, 0), QPointF(-7, 9)]))
        painter.restore()


class GameOverlay:
    """An overlay that a game offers: its hexes and hexsides in one item, its paths in another."""

    def __init__(self, geometry: MapGeometry, number: int) -> None:
        colour, pattern = PATTERNS[number % len(PATTERNS)]
        self.area = HexOverlay(geometry, colour, 30, pattern)
        self.ways = PathOverlay(geometry, colour, "#fdfaf2")

    def show(self, overlay: Overlay) -> None:
        """Lay it out."""
        self.area.set_hexes(overlay.hexes, overlay.hexsides)
        self.ways.set_paths(overlay.paths)


def _side(geometry: MapGeometry, side: str) -> QLineF | None:
    try:
        return geometry.side(side)
    except BadInput:
        return None


def _tag(painter: QPainter, middle: QPointF, text: str, size: float) -> None:
    """A word on a small card."""
    font = QFont()
    font.setFamilies(["Noto Sans", "DejaVu Sans"])
    font.setBold(True)
    font.setPixelSize(round(size))
    width = QFontMetricsF(font).horizontalAdvance(text) + size
    card = QRectF(middle.x() - width / 2, middle.y() - size * 0.8, width, size * 1.6)
    painter.setPen(QPen(QColor(27, 27, 27, 200), 1))
    painter.setBrush(QColor(255, 250, 235, 235))
    painter.drawRoundedRect(card, size * 0.4, size * 0.4)
    painter.setFont(font)
    painter.setPen(QColor("#1b1b1b"))
    painter.drawText(card, Qt.AlignmentFlag.AlignCenter, text)
