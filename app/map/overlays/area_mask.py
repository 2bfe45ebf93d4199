"""A large area seen from afar: a brick of one colour for each hex, all of them in one small picture."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPixmap, QTransform

from app.map.geometry import HEX_SIZE, MapGeometry

_RIM_ALPHA: Final = 150
_NOTHING, _INSIDE, _RIM = 0, 1, 2


class AreaMask:
    """A pixel for each half of a hex, so that lines of hexes can lie half a hex farther along than others."""

    def __init__(self, geometry: MapGeometry, hexes: Container[str]) -> None:
        rows = _rows(geometry, hexes)
        lines, halves = len(rows), max(row.bit_length() for row in rows) // 8 + 1
        signs = b"".join(
            (row + (row & ~_amidst(rows, number))).to_bytes(halves, "little")
            for number, row in enumerate(rows)
        )
        if geometry.flat:
            self._image = _image([signs[spot::halves] for spot in range(halves)])
        else:
            self._image = _image([signs[start : start + halves] for start in range(0, len(signs), halves)])
        self._pictures: dict[tuple[int, int], QPixmap] = {}
        wide, tall = lines * 1.5 * HEX_SIZE, halves * 3**0.5 / 2 * HEX_SIZE
        before = 0.25 * HEX_SIZE  # A hex reaches farther than the lines of hexes lie apart.
        self._place = QRectF(before, 0, wide, tall) if geometry.flat else QRectF(0, before, tall, wide)

    def paint(self, painter: QPainter, tint: QColor, rim: QColor | None, brush: QBrush | None = None) -> None:
        """The tint, its rim and a pattern."""
        painter.drawPixmap(self._place, self._picture(tint, rim), QRectF(self._image.rect()))
        if brush is not None:
            self._paint_pattern(painter, brush)

    def _picture(self, tint: QColor, rim: QColor | None) -> QPixmap:
        """One pixel for each half of a hex, in these colours."""
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
        """The pattern on a sheet of its own, of which nothing is left but the area."""
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
    """Line by line a number with a byte for each half of a hex: 1 where the hex is one of these."""
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


def _amidst(rows: list[int], number: int) -> int:
    """The halves of a line whose neighbours are all inside, too."""
    row = rows[number]
    before = rows[number - 1] if number else 0
    after = rows[number + 1] if number + 1 < len(rows) else 0
    return (row << 8) & (row >> 8) & before & after
