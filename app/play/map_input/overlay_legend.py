"""The key to the overlays: a swatch with the pattern of each that lies on the map, and what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QWidget

from app.map.overlays.overlay_style import OverlayStyle, pattern_brush

MARGIN: Final = 12
SWATCH: Final = QSize(30, 18)
MOST_ROWS: Final = 10


class LegendRow(Struct, frozen=True):
    """One line of the key."""

    style: OverlayStyle
    title: str
    line: tuple[float, ...] | None = None
    """The dashes of an overlay that is nothing but lines; None where it has areas."""


class OverlayLegend(QFrame):
    """Lies over the upper left corner of the map and lets every click through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("overlayLegend")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.rows: Sequence[LegendRow] = ()
        parent.installEventFilter(self)
        self.hide()

    def show_rows(self, rows: Sequence[LegendRow]) -> None:
        """Show these; none takes the key away."""
        self.rows = rows[:MOST_ROWS]
        self.setAccessibleName("Overlays: " + ", ".join(row.title for row in rows))
        self.setVisible(bool(rows))
        self._settle()
        self.update()

    def _settle(self) -> None:
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(row.title) for row in self.rows), default=0)
        pitch = max(SWATCH.height(), metrics.height()) + 5
        self.resize(SWATCH.width() + widest + 34, pitch * len(self.rows) + 13)
        self.move(MARGIN, MARGIN)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FontChange:
            self._settle()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper = QColor(self.palette().color(QPalette.ColorRole.Base))
        paper.setAlpha(248)
        painter.setPen(QPen(QColor(0, 0, 0, 110), 1))
        painter.setBrush(paper)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        pitch = max(SWATCH.height(), self.fontMetrics().height()) + 5
        for number, row in enumerate(self.rows):
            spot = QRectF(10, 9 + number * pitch, SWATCH.width(), SWATCH.height())
            painter.fillRect(spot, QColor("#f3ecd8"))
            if row.line is None:
                painter.fillRect(spot, pattern_brush(row.style.pattern, QColor(row.style.colour), painter))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(row.style.colour), 1.6))
                painter.drawRect(spot)
            else:
                pen = QPen(QColor(row.style.colour), 3.4, c=Qt.PenCapStyle.FlatCap)
                if row.line:
                    pen.setDashPattern(list(row.line))
                painter.setPen(pen)
                middle = spot.center().y()
                painter.drawLine(QPointF(spot.left() + 2, middle), QPointF(spot.right() - 2, middle))
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            words = QRectF(spot.right() + 10, spot.top(), self.width(), spot.height())
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, row.title)
