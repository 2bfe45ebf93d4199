"""A preview of the corners of a new map with their hex numbers."""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from editor.map.numbered_lines import numbered_lines
from engine.hexes.spec import GridSpec

_AT_EACH_EDGE = 2
_GAP = 0.9
"""The gap that stands for the hexes in between, in hex widths."""


def ends(count: int) -> list[tuple[int, float]]:
    """The first and last indexes of `count`, each with its position in the preview."""
    if count <= 2 * _AT_EACH_EDGE:
        return [(at, float(at)) for at in range(count)]
    far = count - _AT_EACH_EDGE
    places = [_AT_EACH_EDGE + _GAP + n for n in range(_AT_EACH_EDGE)]
    return [*((at, float(at)) for at in range(_AT_EACH_EDGE)), *zip(range(far, count), places, strict=True)]


class NewMapPreview(QWidget):
    """Shows the corners of a grid, or an error message."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Corners of the map")
        self.setMinimumSize(QSize(300, 210))
        self._spec: GridSpec | None = None
        self._problem = ""

    def show_spec(self, spec: GridSpec) -> None:
        """Show the corners of this grid."""
        self._spec, self._problem = spec, ""
        self.setAccessibleDescription(", ".join(self.numbers()))
        self.update()

    def show_problem(self, text: str) -> None:
        """Show an error message instead of the corners."""
        self._spec, self._problem = None, text
        self.update()

    def numbers(self) -> list[str]:
        """The numbers in the four corners: top left, top right, bottom left, bottom right."""
        spec = self._spec
        if spec is None:
            return []
        found = []
        for y in (0, spec.rows - 1):
            for x in (0, spec.columns - 1):
                found.append(self._printed(spec, x, y) or "–")
        return found

    @staticmethod
    def _printed(spec: GridSpec, x: int, y: int) -> str | None:
        """The hex number at a position counted from the top left; None without a hex."""
        across, down = numbered_lines(spec)
        column, row = across[x], down[y]
        flat = spec.orientation == "flat"
        outermost = y == spec.rows - 1 if flat else x == spec.columns - 1
        if spec.short_staggered and outermost and spec.staggered(column if flat else row):
            return None
        return spec.printed(column, row)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Base))
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        if self._spec is None:
            painter.setPen(palette.color(QPalette.ColorRole.Text))
            room = self.rect().adjusted(16, 16, -16, -16)
            wrap = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(room, int(wrap), self._problem)
            return
        self._paint_hexes(painter, self._spec)

    def _paint_hexes(self, painter: QPainter, spec: GridSpec) -> None:
        flat = spec.orientation == "flat"
        across, down = numbered_lines(spec)
        places = []
        for x, px in ends(spec.columns):
            for y, py in ends(spec.rows):
                number = self._printed(spec, x, y)
                if number is None:
                    continue
                half = 0.5 if spec.staggered(across[x] if flat else down[y]) else 0.0
                if flat:
                    places.append((1.5 * px, sqrt(3) * (py + half), number))
                else:
                    places.append((sqrt(3) * (px + half), 1.5 * py, number))
        reach_x, reach_y = (1.0, sqrt(3) / 2) if flat else (sqrt(3) / 2, 1.0)
        wide = max(x for x, _, _ in places) - min(x for x, _, _ in places) + 2 * reach_x
        tall = max(y for _, y, _ in places) - min(y for _, y, _ in places) + 2 * reach_y
        size = min((self.width() - 24) / wide, (self.height() - 24) / tall, 44.0)
        left = (self.width() - wide * size) / 2 + (reach_x - min(x for x, _, _ in places)) * size
        top = (self.height() - tall * size) / 2 + (reach_y - min(y for _, y, _ in places)) * size
        font = QFont(self.font())
        font.setPixelSize(max(8, round(size * 0.42)))
        painter.setFont(font)
        turn = 0 if flat else 30
        ink = self.palette().color(QPalette.ColorRole.Text)
        for px, py, number in places:
            middle = QPointF(left + px * size, top + py * size)
            corners = [
                middle + QPointF(cos(radians(60 * n + turn)), sin(radians(60 * n + turn))) * size * 0.97
                for n in range(6)
            ]
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1.2))
            painter.setBrush(self.palette().color(QPalette.ColorRole.AlternateBase))
            painter.drawPolygon(QPolygonF(corners))
            painter.setPen(ink)
            painter.drawText(
                QRectF(middle.x() - 60, middle.y() - 30, 120, 60), Qt.AlignmentFlag.AlignCenter, number
            )
