"""The overview of the map with its page outlines; painted in the background."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from editor.printing.map_print import print_font
from editor.printing.pages import INK, painting
from editor.printing.paper import PageGrid

_SHARED: Final = QColor(42, 95, 150, 80)
_PLATE: Final = QColor(255, 253, 248, 225)
_LARGEST, _SMALLEST = 22.0, 7.0
"""Text height of page names in pixels; smaller ones are omitted."""


def extent(grid: PageGrid) -> QSizeF:
    """The total size of all pages in millimetres."""
    window, overlap = grid.window, grid.overlap
    return QSizeF(
        grid.columns * (window.width() - overlap) + overlap,
        grid.rows * (window.height() - overlap) + overlap,
    )


def grid_picture(overview: QImage | None, grid: PageGrid, width: float, ratio: float) -> QImage:
    """Paint the overview in this width; shared strips are tinted, each page shows its name."""
    whole = extent(grid)
    scale = width / whole.width()
    image = QImage(
        max(1, round(width * ratio)),
        max(1, round(whole.height() * scale * ratio)),
        QImage.Format.Format_RGB32,
    )
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.white)
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if overview is not None:
            painter.drawImage(QRectF(0, 0, grid.map.width() * scale, grid.map.height() * scale), overview)
        parts = {place: _scaled(grid.part(*place), scale) for place in grid.places()}
        _paint_shared(painter, parts, grid.overlap * scale)
        painter.setPen(QPen(INK, 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRects(list(parts.values()))
        for place, part in parts.items():
            _name(painter, part, grid.label(*place))
    return image


def _scaled(rect: QRectF, scale: float) -> QRectF:
    return QRectF(rect.x() * scale, rect.y() * scale, rect.width() * scale, rect.height() * scale)


def _paint_shared(painter: QPainter, parts: dict[tuple[int, int], QRectF], strip: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_SHARED)
    for (column, row), part in parts.items():
        if column:
            painter.drawRect(QRectF(part.left(), part.top(), strip, part.height()))
        if row:
            painter.drawRect(QRectF(part.left(), part.top(), part.width(), strip))


def _name(painter: QPainter, part: QRectF, name: str) -> None:
    size = min(_LARGEST, part.width() / 3, part.height() / 2.2)
    if size < _SMALLEST:
        return
    plate = QRectF(0, 0, size * (0.9 + 0.62 * len(name)), size * 1.5)
    plate.moveCenter(part.center())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_PLATE)
    painter.drawRoundedRect(plate, size * 0.3, size * 0.3)
    painter.setPen(INK)
    painter.setFont(print_font(size, bold=True))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, name)
