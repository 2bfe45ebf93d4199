"""Paints a piece of the printed map: ground, grid, lines, symbols, names and numbers, in this order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from math import ceil, cos, radians, sin
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QTransform

from app.map.feature_art import houses_of, paint_features, variant_of
from app.map.geometry import HEX_SIZE, Chunk
from app.map.ground import CLEAR, Ground
from app.map.lettering import Word, letter, paint_words
from app.map.line_art import LineArt, line_art, paint_lines
from app.map.outlines import drawn_area
from app.map.stamps import stamp
from app.map.terrain_style import PAPER, TerrainStyle, order, relief_colour, terrain_style
from app.map.textures import texture

PLAIN_BELOW: Final = 9.0
"""Pixels per hex size below which ground is flat colour."""
NUMBERS_FROM: Final = 26.0
"""Pixels per hex size from which hex numbers can be read."""


@dataclass(frozen=True, slots=True)
class Area:
    """The ground of one family in a chunk."""

    style: TerrainStyle
    fill: QPainterPath
    edge: QPainterPath
    colour: str


class ChunkArt:
    """What is drawn in a chunk, independent of the scale; each part is made when it is first needed."""

    def __init__(self, ground: Ground, chunk: Chunk) -> None:
        self._ground = ground
        self._chunk = chunk

    @cached_property
    def sheet(self) -> QPainterPath | None:
        """The hexes of a chunk at the edge of the map; None where the chunk is covered."""
        around = self._ground.geometry.lattice.around
        if any(None in around(hex_id) for hex_id in self._chunk.hexes):
            return self._ground.geometry.outline(self._chunk.hexes)
        return None

    @cached_property
    def closed(self) -> QPainterPath:
        """What is out of play."""
        out = self._ground.out_of_play
        return self._ground.geometry.outline(hex_id for hex_id in self._chunk.hexes if hex_id in out)

    @cached_property
    def lines(self) -> LineArt:
        """Rivers, roads and the like."""
        return line_art(self._ground, self._chunk.hexes)

    @cached_property
    def areas(self) -> list[Area]:
        """The ground of each family, in the order of printing."""
        ground, chunk = self._ground, self._chunk
        kinds = ground.terrain
        families: dict[str, TerrainStyle] = {}
        hexes: defaultdict[str, list[str]] = defaultdict(list)
        highest = 0
        for hex_id in chunk.hexes:
            style = terrain_style(kinds.get(hex_id, CLEAR))
            if style.family == "relief":
                highest = max(highest, style.level)
            elif style.family != "clear":
                families[style.family] = style
                hexes[style.family].append(hex_id)
        areas = []
        for level in range(1, highest + 1):

            def as_high(hex_id: str, level: int = level) -> bool:
                style = terrain_style(kinds.get(hex_id, CLEAR))
                return style.level >= level

            fill, edge = drawn_area(ground.geometry, chunk.hexes, as_high)
            areas.append(
                Area(TerrainStyle("relief", "", "#a58a5c", level=level), fill, edge, relief_colour(level))
            )
        for family, style in sorted(families.items(), key=lambda item: order(item[1])):

            def alike(hex_id: str, family: str = family) -> bool:
                return terrain_style(kinds.get(hex_id, CLEAR)).family == family

            fill, edge = drawn_area(ground.geometry, hexes[family], alike)
            areas.append(Area(style, fill, edge, style.fill))
        return areas

    @cached_property
    def grid(self) -> list[QLineF]:
        """Each hexside once: three of every hex, and all where the map ends."""
        lines = []
        around, centre = self._ground.geometry.lattice.around, self._ground.geometry.layout.centre
        offsets = self._ground.geometry.corner_offsets
        for hex_id in self._chunk.hexes:
            x, y = centre(hex_id)
            for direction, other in enumerate(around(hex_id)):
                if direction < 3 or other is None:
                    (ax, ay), (bx, by) = offsets[direction - 1], offsets[direction]
                    lines.append(QLineF(x + ax, y + ay, x + bx, y + by))
        return lines


class TerrainArt:
    """The painter of one ground. Paths are kept by chunk until something in the chunk changes."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.desk = QColor("#d9d2c0")
        self.night = False
        self._chunks: dict[tuple[int, int], ChunkArt] = {}
        self._words: tuple[Word, ...] | None = None

    @property
    def words(self) -> tuple[Word, ...]:
        """The lettering, placed when it is first needed."""
        if self._words is None:
            self._words = letter(self.ground)
        return self._words

    def forget(self, chunk: Chunk) -> None:
        """Something in this chunk has changed."""
        self._chunks.pop(chunk.key, None)

    def prepare(self, chunk: Chunk, scale: float) -> Iterator[None]:
        """Make what painting this chunk needs, in steps short enough to stop after any of them."""
        art = self._art(chunk)
        _ = art.lines
        yield
        if HEX_SIZE * scale >= PLAIN_BELOW:
            areas = art.areas
            yield
            _ = art.grid, art.sheet
            yield
            texture("plain", PAPER, scale)
            for piece in areas:
                texture(piece.style.texture or "plain", piece.colour, scale)
                yield

    def paint(self, painter: QPainter, chunk: Chunk, area: QRectF, scale: float) -> None:
        """Paint one chunk as far as it lies in the area; the painter works in scene units."""
        art = self._art(chunk)
        detail = HEX_SIZE * scale
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(area, self.desk)
        if detail < PLAIN_BELOW:
            self._paint_plain(painter, chunk, scale)
        else:
            self._paint_ground(painter, chunk, art, scale, area)
        if detail >= 5:
            self._paint_grid(painter, art.grid, scale)
        paint_lines(painter, art.lines, scale)
        if detail >= PLAIN_BELOW:
            for hex_id in chunk.hexes:
                features = self.ground.features.get(hex_id)
                if features:
                    paint_features(painter, self.ground.geometry, hex_id, features)
        if not art.closed.isEmpty():
            painter.fillPath(art.closed, QColor(90, 86, 80, 110))
        if detail >= NUMBERS_FROM:
            self._paint_numbers(painter, chunk, area)
        paint_words(painter, self.words, area, scale, QColor(247, 241, 222, 215))
        if self.night:
            painter.fillPath(_sheet(art, area), QColor(22, 16, 8, 76))

    def _art(self, chunk: Chunk) -> ChunkArt:
        art = self._chunks.get(chunk.key)
        if art is None:
            art = ChunkArt(self.ground, chunk)
            if chunk.key in self.ground.geometry.chunks:
                self._chunks[chunk.key] = art
        return art

    def _paint_plain(self, painter: QPainter, chunk: Chunk, scale: float) -> None:
        """Flat hexes of one colour each, as seen from afar."""
        geometry = self.ground.geometry
        to_pixels = painter.transform()
        dx, dy = to_pixels.dx() - geometry.half_width * scale, to_pixels.dy() - geometry.half_height * scale
        painter.save()
        painter.resetTransform()
        for hex_id in chunk.hexes:
            x, y = geometry.layout.centre(hex_id)
            pixmap = _flat_hex(terrain_style(self.ground.kind(hex_id)).fill, scale, geometry.flat)
            painter.drawPixmap(round(x * scale + dx), round(y * scale + dy), pixmap)
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, chunk: Chunk, art: ChunkArt, scale: float, area: QRectF
    ) -> None:
        """Fills without smoothing, which is many times faster; the drawn edges smooth them."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        _fill_pattern(painter, _sheet(art, area), "plain", PAPER, scale)
        for piece in art.areas:
            _fill_pattern(painter, piece.fill, piece.style.texture or "plain", piece.colour, scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for piece in art.areas:
            if piece.style.family == "water":
                self._paint_shore(painter, piece)
            elif piece.style.edge:
                painter.strokePath(piece.edge, QPen(QColor(piece.style.edge), max(1.3, 1.2 / scale)))
        self._paint_stamps(painter, chunk, scale)

    def _paint_shore(self, painter: QPainter, piece: Area) -> None:
        """Shallows along the coast, then the coastline."""
        painter.save()
        painter.setClipPath(piece.fill, Qt.ClipOperation.IntersectClip)
        for width, alpha in ((17.0, 70), (9.0, 110)):
            painter.strokePath(piece.edge, QPen(QColor(222, 239, 247, alpha), width))
        painter.restore()
        painter.strokePath(piece.edge, QPen(QColor(piece.style.edge), 1.8))

    def _paint_stamps(self, painter: QPainter, chunk: Chunk, scale: float) -> None:
        """Peaks, slopes and houses, as pixmaps on whole pixels; letters for unknown ground."""
        stamps: list[tuple[str, str]] = []
        for hex_id in chunk.hexes:
            style = terrain_style(self.ground.kind(hex_id))
            if style.stamp:
                stamps.append((hex_id, style.stamp))
            elif style.letter:
                self._paint_letter(painter, hex_id, style.letter)
            if style.family not in ("town", "city", "industrial"):
                for feature in self.ground.features.get(hex_id, ()):
                    houses = houses_of(feature.kind)
                    if houses:
                        stamps.append((hex_id, houses))
        if not stamps:
            return
        to_pixels = painter.transform()
        painter.save()
        painter.resetTransform()
        for hex_id, name in stamps:
            pixmap = stamp(name, variant_of(hex_id), scale)
            at = to_pixels.map(self.ground.geometry.centre(hex_id))
            painter.drawPixmap(
                round(at.x() - pixmap.width() / 2), round(at.y() - pixmap.height() / 2), pixmap
            )
        painter.restore()

    def _paint_letter(self, painter: QPainter, hex_id: str, sign: str) -> None:
        painter.setFont(_number_font(0.5 * HEX_SIZE))
        painter.setPen(QColor(80, 70, 50, 90))
        painter.drawText(self.ground.geometry.rect(hex_id), Qt.AlignmentFlag.AlignCenter, sign)

    def _paint_grid(self, painter: QPainter, grid: list[QLineF], scale: float) -> None:
        """A light line under a thin dark one, so that it shows on woods as well as on paper."""
        near = HEX_SIZE * scale >= 14
        flat = Qt.PenCapStyle.FlatCap
        if near:
            painter.setPen(QPen(QColor(255, 252, 240, 80), 2.2 / scale, c=flat))
            painter.drawLines(grid)
        painter.setPen(QPen(QColor(74, 62, 42, 130 if near else 70), 0.9 / scale, c=flat))
        painter.drawLines(grid)

    def _paint_numbers(self, painter: QPainter, chunk: Chunk, area: QRectF) -> None:
        painter.setFont(_number_font(0.165 * HEX_SIZE))
        geometry = self.ground.geometry
        up = 0.80 * geometry.half_height if geometry.flat else 0.72 * HEX_SIZE
        names = geometry.lattice.names
        wide = HEX_SIZE
        for hex_id in chunk.hexes:
            x, y = geometry.layout.centre(hex_id)
            spot = QRectF(x - wide, y - up - 6, 2 * wide, 12)
            if spot.intersects(area):
                painter.setPen(QColor(terrain_style(self.ground.kind(hex_id)).ink))
                painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, " · ".join(names(hex_id)))


def _sheet(art: ChunkArt, area: QRectF) -> QPainterPath:
    """The paper in this area."""
    if art.sheet is not None:
        return art.sheet
    path = QPainterPath()
    path.addRect(area)
    return path


def _fill_pattern(painter: QPainter, path: QPainterPath, name: str, colour: str, scale: float) -> None:
    """Fill in whole pixels: a pattern that is not scaled while painting is an order of magnitude faster."""
    to_pixels = painter.transform()
    painter.save()
    painter.setTransform(QTransform.fromTranslate(to_pixels.dx(), to_pixels.dy()))
    painter.fillPath(QTransform.fromScale(scale, scale).map(path), QBrush(texture(name, colour, scale)))
    painter.restore()


@cache
def _flat_hex(colour: str, scale: float, flat: bool) -> QPixmap:
    """A hex a little larger than it should be, so that neighbours leave no gap."""
    wide, tall = (HEX_SIZE, 3**0.5 / 2 * HEX_SIZE) if flat else (3**0.5 / 2 * HEX_SIZE, HEX_SIZE)
    pixmap = QPixmap(ceil(2 * wide * scale) + 1, ceil(2 * tall * scale) + 1)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setPen(QPen(QColor(colour), 1))
    painter.setBrush(QColor(colour))
    turn = 0 if flat else 30
    middle, reach = QRectF(pixmap.rect()).center(), HEX_SIZE * scale
    corners = [
        middle + QPointF(cos(radians(60 * n + turn)), sin(radians(60 * n + turn))) * reach for n in range(6)
    ]
    painter.drawPolygon(QPolygonF(corners))
    painter.end()
    return pixmap


def _number_font(size: float) -> QFont:
    font = QFont()
    font.setFamilies(["DejaVu Sans Condensed", "Noto Sans", "DejaVu Sans"])
    font.setPixelSize(max(1, round(size)))
    return font
