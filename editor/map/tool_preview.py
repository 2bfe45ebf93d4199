"""The preview line of a tool: a line with points and a label at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import HEX_SIZE
from app.map.overlays.area_art import write_tag

INK: Final = "#0b57d0"


class LinePreview(QGraphicsItem):
    """A freehand line, a ruler or an unfinished start line."""

    def __init__(self) -> None:
        super().__init__()
        self._line = QPolygonF()
        self._dots = False
        self._closed = False
        self._text = ""
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_line(
        self, points: Sequence[QPointF], text: str = "", dots: bool = False, closed: bool = False
    ) -> None:
        """Show this line; without points nothing is shown."""
        self.prepareGeometryChange()
        self._line, self._text = QPolygonF(list(points)), text
        self._dots, self._closed = dots, closed

    def boundingRect(self) -> QRectF:
        if self._line.isEmpty():
            return QRectF()
        reach = 3 * HEX_SIZE
        return self._line.boundingRect().adjusted(-reach, -HEX_SIZE, reach, HEX_SIZE)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._closed:
            tint = QColor(INK)
            tint.setAlpha(28)
            painter.setBrush(tint)
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in (("#ffffff", 5.0), (INK, 2.4)):
            pen = QPen(QColor(colour), width / scale, c=Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            if self._closed:
                painter.drawPolygon(self._line)
            else:
                painter.drawPolyline(self._line)
        if self._dots:
            painter.setPen(QPen(QColor("#ffffff"), 1.6 / scale))
            painter.setBrush(QColor(INK))
            for at in range(self._line.size()):
                painter.drawEllipse(self._line.at(at), 5 / scale, 5 / scale)
        if self._text:
            end = self._line.at(self._line.size() - 1)
            write_tag(painter, end + QPointF(0, -22 / scale), self._text, 13 / scale)
