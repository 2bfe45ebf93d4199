"""A large area at small scale: a rectangle for each hex, all in one small image."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPixmap, QTransform

from app.map.geometry import HEX_SIZE, MapGeometry

_RIM_ALPHA: Final = 150
_NOTHING, _INSIDE, _RIM = 0, 1, 2


class AreaMask:
    """Two pixels per hex, so that every second line of hexes can be offset by half a hex."""

    def __init__(self, geometry: MapGeometry, hexes: Container[str]) -> None:
        rows = _rows(geometry, hexes)
        lines, halves = len(rows), max(row.bit_length() for row in rows) // 8 + 1
        signs = b"".join(
            (row + (row & ~_surrounded(rows, number))).to_bytes(halves, "little")
            for number, row in enumerate(rows)
        )
        if geometry.flat:
            self._image = _image([signs[spot::halves] for spot in range(halves)])
        else:
            self._image = _image([signs[start : start + halves] for start in range(0, len(signs), halves)])
        self._pictures: dict[tuple[int, int], QPixmap] = {}
        wide, tall = lines * 1.5 * HEX_SIZE, halves * 3**0.5 / 2 * HEX_SIZE
        before = 0.25 * HEX_SIZE  # A hex is wider than the distance between two lines.
        self._place = QRectF(before, 0, wide, tall) if geometry.flat else QRectF(0, before, tall, wide)

    def paint(self, painter: QPainter, tint: QColor, rim: QColor | None, brush: QBrush | None = None) -> None:
        """Paint the tint, its outline and a pattern."""
        painter.drawPixmap(self._place, self._picture(tint, rim), QRectF(self._image.rect()))
        if brush is not None:
            self._paint_pattern(painter, brush)

    def _picture(self, tint: QColor, rim: QColor | None) -> QPixmap:
        """The mask in these colours."""
        edge = QColor(rim or tint)
        if rim is not None:
            edge.setAlpha(_RIM_ALPHA)
        key = (tint.rgba(), edge.rgba())
        if key not in self._pictures:
            self._image.setColorTable([_NOTHING, *key])
            image = self._image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
            self._pictures[key] = QPixmap.fromImage(image)
        return self._pictures[key]

    def _paint_pattern(self, painter: QPainter, brush: QBrush) -> None:
        """Paint the pattern on a separate pixmap, clip it to the area, and draw it."""
        world, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
        seen = QRect(0, 0, painter.device().width(), painter.device().height())
        whole = world.mapRect(self._place).toAlignedRect() & seen
        if whole.isEmpty():
            return
        sheet = QPixmap(whole.size() * ratio)
        sheet.setDevicePixelRatio(ratio)
        sheet.fill(Qt.GlobalColor.transparent)
        cutter = QPainter(sheet)
        cutter.setWorldTransform(world * QTransform.fromTranslate(-whole.x(), -whole.y()))
        cutter.fillRect(self._place, brush)
        cutter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
        opaque = QColor("black")
        cutter.drawPixmap(self._place, self._picture(opaque, None), QRectF(self._image.rect()))
        cutter.end()
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(QPointF(whole.topLeft()), sheet)
        painter.restore()


def _image(rows: list[bytes]) -> QImage:
    width = len(rows[0])
    stride = (width + 3) // 4 * 4
    pixels = b"".join(row.ljust(stride, b"\0") for row in rows)
    image = QImage(pixels, width, len(rows), stride, QImage.Format.Format_Indexed8)
    image.setColorTable([_NOTHING, _INSIDE, _RIM])
    return image.copy()


def _rows(geometry: MapGeometry, hexes: Container[str]) -> list[int]:
    """For each line a number with one byte per half hex: 1 if the hex is in the area."""
    rows: list[int] = []
    along, half = 1.5 * HEX_SIZE, 3**0.5 / 2 * HEX_SIZE
    for _, _, run in geometry.lattice.runs:
        across, down = geometry.layout.centre(run[0])
        if not geometry.flat:
            across, down = down, across
        line, start = round((across - HEX_SIZE) / along), round((down - half) / half)
        rows += [0] * (line + 1 - len(rows))
        ones = bytes(map(hexes.__contains__, run))
        doubled = bytearray(2 * len(ones))
        doubled[::2] = doubled[1::2] = ones
        rows[line] |= int.from_bytes(doubled, "little") << (8 * start)
    return rows


def _surrounded(rows: list[int], number: int) -> int:
    """The half hexes of a line whose neighbours are all inside the area."""
    row = rows[number]
    before = rows[number - 1] if number else 0
    after = rows[number + 1] if number + 1 < len(rows) else 0
    return (row << 8) & (row >> 8) & before & after
