"""The whole map as an image with one pixel per hex."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from app.map.geometry import HEX_SIZE
from app.map.terrain.board_art import BoardArt
from app.map.terrain.printed_map import CLEAR, PrintedMap
from app.map.terrain.terrain_style import VEIL


class Overview:
    """Painted on first use, then updated pixel by pixel."""

    def __init__(self, printed_map: PrintedMap) -> None:
        self._printed_map = printed_map
        self.desk, self._night = QColor("#d9d2c0"), False
        self._pixmap: QPixmap | None = None
        self._changed: set[str] = set()
        """Hexes to update before the image is used again."""

    def set_look(self, desk: QColor, night: bool) -> None:
        """Set the background colour, and whether the map is dimmed."""
        self.desk, self._night = desk, night
        self._pixmap = None

    def pixmap(self) -> QPixmap:
        """The up-to-date image."""
        if self._pixmap is None:
            self._pixmap = QPixmap.fromImage(self.image())
        elif self._changed:
            self._update_pixels(self._pixmap)
        self._changed.clear()
        return self._pixmap

    def draw(self, painter: QPainter, area: QRectF) -> None:
        """Draw the image into an area of the scene, clipped to the map."""
        wide, tall = self._steps
        picture = self.pixmap()
        whole = QRectF(0, 0, picture.width() * wide, picture.height() * tall)
        there = area.intersected(whole)
        part = QRectF(there.x() / wide, there.y() / tall, there.width() / wide, there.height() / tall)
        painter.drawPixmap(there, picture, part)

    def update_hex(self, hex_id: str) -> None:
        """Mark a hex as changed."""
        self._changed.add(hex_id)

    def _update_pixels(self, pixmap: QPixmap) -> None:
        lattice, flat = self._printed_map.geometry.lattice, self._printed_map.geometry.flat
        if self._printed_map.board is not None:
            return  # The board hides the terrain.
        painter = QPainter(pixmap)
        for hex_id in self._changed:
            line, spot = divmod(lattice.index(hex_id), lattice.places_on_a_line)
            x, y = (line, spot) if flat else (spot, line)
            painter.fillRect(x, y, 1, 1, self.colour(self._printed_map.style(hex_id).fill))
        painter.end()

    def colour(self, name: str) -> QColor:
        """A colour as shown, dimmed in the dark theme."""
        bare, (*shade, alpha) = QColor(name), VEIL
        if not self._night:
            return bare
        share = alpha / 255
        inks = zip((bare.red(), bare.green(), bare.blue()), shade, strict=True)
        return QColor(*(round(ink + (dark - ink) * share) for ink, dark in inks))

    def image(self) -> QImage:
        """Paint the image; can be called in any thread."""
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
        shown = image.convertToFormat(QImage.Format.Format_RGB32)
        if self._printed_map.board is not None:
            self._paint_board(shown, self._printed_map.board)
        return shown

    def _paint_board(self, image: QImage, board: BoardArt) -> None:
        """Lay the board over the pixels of the hexes."""
        wide, tall = self._steps
        painter = QPainter(image)
        painter.scale(1 / wide, 1 / tall)
        board.paint(painter)
        if self._night:
            painter.fillRect(board.rect, QColor(*VEIL))
        painter.end()

    @property
    def _steps(self) -> tuple[float, float]:
        """The part of the scene that is one pixel."""
        along, across = 1.5 * HEX_SIZE, 3**0.5 * HEX_SIZE
        return (along, across) if self._printed_map.geometry.flat else (across, along)

    def _signs(self) -> tuple[list[str], dict[str | None, int]]:
        """Palette indices of the terrain kinds; 0 means no hex."""
        fills: dict[str, int] = {"": 0}
        signs_of: dict[str | None, int] = {}
        for kind in {CLEAR, *self._printed_map.terrain.values()}:
            signs_of[kind] = fills.setdefault(self._printed_map.art.style(kind).fill, min(len(fills), 255))
        signs_of[None] = signs_of[CLEAR]
        return list(fills)[:256], signs_of
