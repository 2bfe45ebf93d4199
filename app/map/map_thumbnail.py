"""The whole map with one pixel for each hex."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from app.map.geometry import HEX_SIZE
from app.map.terrain.printed_map import CLEAR, PrintedMap
from app.map.terrain.terrain_style import VEIL, terrain_style


class Overview:
    """Painted when it is first needed, then mended pixel by pixel."""

    def __init__(self, printed_map: PrintedMap) -> None:
        self._printed_map = printed_map
        self.desk, self._night = QColor("#d9d2c0"), False
        self._pixmap: QPixmap | None = None
        self._changed: set[str] = set()
        """Hexes to be mended before the picture is shown again."""

    def set_look(self, desk: QColor, night: bool) -> None:
        """The colour where no hex is, and whether the map is dimmed."""
        self.desk, self._night = desk, night
        self._pixmap = None

    def pixmap(self) -> QPixmap:
        """The picture."""
        if self._pixmap is None:
            self._pixmap = QPixmap.fromImage(self.image())
        elif self._changed:
            self._mend(self._pixmap)
        self._changed.clear()
        return self._pixmap

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Fill an area of the scene, as far as there are hexes: beyond its own pixels a picture has none."""
        along, across = 1.5 * HEX_SIZE, 3**0.5 * HEX_SIZE
        wide, tall = (along, across) if self._printed_map.geometry.flat else (across, along)
        picture = self.pixmap()
        whole = QRectF(0, 0, picture.width() * wide, picture.height() * tall)
        there = area.intersected(whole)
        part = QRectF(there.x() / wide, there.y() / tall, there.width() / wide, there.height() / tall)
        painter.drawPixmap(there, picture, part)

    def mend(self, hex_id: str) -> None:
        """This hex has changed."""
        self._changed.add(hex_id)

    def _mend(self, pixmap: QPixmap) -> None:
        lattice, flat = self._printed_map.geometry.lattice, self._printed_map.geometry.flat
        painter = QPainter(pixmap)
        for hex_id in self._changed:
            line, spot = divmod(lattice.index(hex_id), lattice.places_on_a_line)
            x, y = (line, spot) if flat else (spot, line)
            painter.fillRect(x, y, 1, 1, self.colour(terrain_style(self._printed_map.kind(hex_id)).fill))
        painter.end()

    def colour(self, name: str) -> QColor:
        """As it is shown, by day or by night."""
        bare, (*shade, alpha) = QColor(name), VEIL
        if not self._night:
            return bare
        share = alpha / 255
        inks = zip((bare.red(), bare.green(), bare.blue()), shade, strict=True)
        return QColor(*(round(ink + (dark - ink) * share) for ink, dark in inks))

    def image(self) -> QImage:
        """The picture as any thread may paint it."""
        lattice, flat = self._printed_map.geometry.lattice, self._printed_map.geometry.flat
        lines, places = lattice.runs[-1].line + 1, lattice.places_on_a_line
        width, height = (lines, places) if flat else (places, lines)
        stride = (width + 3) // 4 * 4
        fills, signs_of = self._signs()
        signs = bytearray(stride * height)
        for line, spot, hexes in lattice.runs:
            drawn = bytes(map(signs_of.__getitem__, map(self._printed_map.terrain.get, hexes)))
            start, step = (spot * stride + line, stride) if flat else (line * stride + spot, 1)
            signs[start : start + step * len(hexes) : step] = drawn
        image = QImage(bytes(signs), width, height, stride, QImage.Format.Format_Indexed8)
        table = [self.desk, *map(self.colour, fills[1:])]
        image.setColorTable([colour.rgb() for colour in table])
        return image.convertToFormat(QImage.Format.Format_RGB32)

    def _signs(self) -> tuple[list[str], dict[str | None, int]]:
        """A small number for each colour, each kind of ground and bare paper; 0 is no ground at all."""
        fills: dict[str, int] = {"": 0}
        signs_of: dict[str | None, int] = {}
        for kind in {CLEAR, *self._printed_map.terrain.values()}:
            signs_of[kind] = fills.setdefault(terrain_style(kind).fill, min(len(fills), 255))
        signs_of[None] = signs_of[CLEAR]
        return list(fills)[:256], signs_of
