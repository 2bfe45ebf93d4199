"""Draws the printed map as vector graphics, sharp at any size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from app.map.counters.counter_art import Face, paint_face
from app.map.geometry import HEX_SIZE
from app.map.own_pictures import paint_covering, picture
from app.map.terrain.board_art import BoardArt
from app.map.terrain.chunk_art import Area, ChunkArt
from app.map.terrain.feature_art import paint_features
from app.map.terrain.labels import Lettering
from app.map.terrain.line_art import paint_lines
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.stamps import paint_stamp
from app.map.terrain.terrain_style import PAPER
from app.map.terrain.textures import texture
from editor.printing.map_marks import MapMarks
from engine.catalogue.document import Feature

FACE: Final = 160
"""Edge of a counter while its face is drawn, before scaling."""
_SMOOTH: Final = 88 / 48
"""The scale at which patterns are drawn in full detail."""
_LEGIBLE: Final = 100.0
"""A scale at which every name is drawn."""
GRID_WIDTH_MM: Final = 0.16
"""Width of grid lines on paper, in millimetres."""
_PLATE: Final = QColor(247, 241, 222, 120)
"""Background of a number on busy terrain."""
_HALO: Final = QColor(246, 240, 222)
"""Opaque: a translucent stroke makes a PDF much larger."""


class MapPrint:
    """Draws parts of a map in scene units. `detail` is the scale of its patterns."""

    def __init__(
        self,
        printed_map: PrintedMap,
        numbers: bool = True,
        line: float = 0.8,
        detail: float = _SMOOTH,
        marks: MapMarks | None = None,
    ) -> None:
        self.printed_map = printed_map
        self.marks = marks
        """The scenario marks on the map."""
        self.numbers = numbers
        self._line = line
        """Width of grid lines in scene units."""
        self._detail = detail
        self._lettering = Lettering(printed_map)
        for _ in self._lettering.place():
            pass

    @property
    def corner(self) -> QPointF:
        """The upper left corner of the map, in scene units: a board may begin before its hexes."""
        return self.printed_map.bounds.topLeft()

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint an area of the map, clipped to it."""
        geometry = self.printed_map.geometry
        near = area.adjusted(-HEX_SIZE, -HEX_SIZE, HEX_SIZE, HEX_SIZE)
        art = ChunkArt(self.printed_map, lambda: list(geometry.hexes_in(near)))
        painter.save()
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        board = self.printed_map.board
        if board is not None and board.is_readable:
            self._paint_board(painter, board, art, near)
        else:
            self._paint_terrain(painter, art, near)
        if not art.closed.isEmpty():
            painter.fillPath(art.closed, QColor(90, 86, 80, 110))
        if self.marks is not None:
            self.marks.paint_lines(painter, near)
        if self.numbers and (board is None or board.board.numbers):
            self._write_numbers(painter, art.hexes)
        self._lettering.paint(painter, near, _LEGIBLE, _HALO)
        if self.marks is not None:
            self.marks.paint_names(painter, near)
        painter.restore()

    def _paint_terrain(self, painter: QPainter, art: ChunkArt, near: QRectF) -> None:
        geometry = self.printed_map.geometry
        self._fill(painter, geometry.outline(art.hexes), "plain", PAPER)
        for piece in art.areas:
            self._fill(painter, piece.fill, piece.style.texture or "plain", piece.colour)
        for hex_id, key in art.pictures:
            self._picture(painter, hex_id, key)
        self._edges(painter, art.areas)
        self._signs(painter, art)
        if self.marks is not None:
            self.marks.paint_areas(painter, near)
        self._grid(painter, art)
        paint_lines(painter, art.lines, _LEGIBLE)
        self._features(painter, art.hexes, self.printed_map.features)

    def _paint_board(self, painter: QPainter, board: BoardArt, art: ChunkArt, near: QRectF) -> None:
        """The picture of the board in place of the terrain, with what the scenario adds."""
        board.paint(painter)
        if self.marks is not None:
            self.marks.paint_areas(painter, near)
        if board.board.grid:
            self._grid(painter, art)
        self._features(painter, art.hexes, self.printed_map.laid)

    def _features(
        self, painter: QPainter, hexes: Iterable[str], table: Mapping[str, tuple[Feature, ...]]
    ) -> None:
        for hex_id in hexes:
            if features := table.get(hex_id):
                paint_features(
                    painter, self.printed_map.geometry, hex_id, features, own=self.printed_map.art.features
                )

    def _fill(self, painter: QPainter, path: QPainterPath, name: str, colour: str) -> None:
        brush = QBrush(texture(name, colour, self._detail))
        if self._detail == 1.0:
            painter.fillPath(path, QColor(colour))  # Some viewers show hairlines between patterns.
        else:
            brush.setTransform(QTransform.fromScale(1 / self._detail, 1 / self._detail))
        painter.fillPath(path, brush)

    def _picture(self, painter: QPainter, hex_id: str, key: str) -> None:
        """Cover a hex with a picture."""
        geometry, path = self.printed_map.geometry, QPainterPath()
        path.addPolygon(geometry.polygon(hex_id))
        path.closeSubpath()
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        paint_covering(painter, geometry.rect(hex_id), picture(key))
        painter.restore()

    def _edges(self, painter: QPainter, areas: Iterable[Area]) -> None:
        for piece in areas:
            if piece.style.family == "water":
                painter.save()
                painter.setClipPath(piece.fill, Qt.ClipOperation.IntersectClip)
                for width, alpha in ((17.0, 70), (9.0, 110)):
                    painter.strokePath(piece.edge, QPen(QColor(222, 239, 247, alpha), width))
                painter.restore()
            if piece.style.edge:
                painter.strokePath(piece.edge, QPen(QColor(piece.style.edge), 1.6))

    def _signs(self, painter: QPainter, art: ChunkArt) -> None:
        """Draw peaks, slopes and houses, and the letters of terrain without a pattern."""
        for centre, name, variant in art.stamps:
            painter.save()
            painter.translate(centre)
            paint_stamp(painter, name, variant)
            painter.restore()
        for hex_id in art.hexes:
            letter = self.printed_map.style(hex_id).letter
            if letter:
                painter.setFont(print_font(0.5 * HEX_SIZE))
                painter.setPen(QColor(80, 70, 50, 90))
                painter.drawText(self.printed_map.geometry.rect(hex_id), Qt.AlignmentFlag.AlignCenter, letter)

    def _grid(self, painter: QPainter, art: ChunkArt) -> None:
        lines = art.grid(self.printed_map.geometry.bounds)
        for colour, width in ((QColor(255, 252, 240, 90), 2.4), (QColor(74, 62, 42, 170), 1.0)):
            painter.setPen(QPen(colour, width * self._line, c=Qt.PenCapStyle.RoundCap))
            painter.drawLines(lines)

    def _write_numbers(self, painter: QPainter, hexes: Iterable[str]) -> None:
        geometry = self.printed_map.geometry
        font = print_font(0.165 * HEX_SIZE)
        measure = QFontMetricsF(font)
        up = 0.80 * geometry.half_height if geometry.flat else 0.72 * HEX_SIZE
        down = (measure.ascent() - measure.descent()) / 2
        painter.setFont(font)
        for hex_id in hexes:
            x, y = geometry.layout.centre(hex_id)
            text, style = (
                " · ".join(geometry.lattice.names(hex_id)),
                self.printed_map.style(hex_id),
            )
            wide = measure.horizontalAdvance(text)
            if style.texture:
                plate = QRectF(x - wide / 2 - 1.2, y - up - down - 0.9, wide + 2.4, 2 * down + 1.8)
                painter.fillRect(plate, _PLATE)
            painter.setPen(QColor(style.ink))
            painter.drawText(QPointF(x - wide / 2, y - up + down), text)


def print_font(size: float, bold: bool = False, italic: bool = False) -> QFont:
    """The font of all printed text, in whole painter units."""
    font = QFont()
    font.setFamilies(["DejaVu Sans Condensed", "Noto Sans", "DejaVu Sans"])
    font.setPixelSize(max(1, round(size)))
    font.setBold(bold)
    font.setItalic(italic)
    return font


def paint_counter(painter: QPainter, face: Face, spot: QRectF, bleed: float = 0.0, flat: bool = True) -> None:
    """Paint a counter with square corners; `bleed` is how far its colour extends over the cut."""
    painter.fillRect(spot.adjusted(-bleed, -bleed, bleed, bleed), QColor(face.colour))
    painter.save()
    painter.setClipRect(spot, Qt.ClipOperation.IntersectClip)
    painter.translate(spot.topLeft())
    painter.scale(spot.width() / FACE, spot.height() / FACE)
    paint_face(painter, face, FACE, flat)
    painter.restore()
