"""Paints an area of the printed map: terrain, grid, lines, symbols, names and numbers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, partial
from math import ceil, cos, floor, radians, sin
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from app.map.geometry import HEX_SIZE, Chunk
from app.map.own_pictures import paint_covering, picture
from app.map.terrain.board_art import BoardArt
from app.map.terrain.chunk_art import Area, ChunkArt
from app.map.terrain.feature_art import paint_features
from app.map.terrain.hex_art import HexArt
from app.map.terrain.hex_numbers import number_font, paint_numbers
from app.map.terrain.labels import Lettering
from app.map.terrain.line_art import Strength, paint_lines, pen
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.stamps import stamp
from app.map.terrain.terrain_style import PAPER, VEIL
from app.map.terrain.textures import make_texture, texture
from engine.catalogue.document import Feature

PLAIN_BELOW: Final = 9.0
"""Hex size in pixels below which terrain is flat colour."""
MOST_CHUNKS: Final = 1500
"""Chunks whose paths are cached."""
LIGHT_FROM: Final = 14.0
"""Hex size in pixels from which the grid has a light line under the dark one."""
NUMBERS_FROM: Final = 26.0
"""Hex size in pixels from which hex numbers are drawn."""
ALIASES_FROM: Final = 56.0
"""Hex size in pixels from which a hex with several numbers shows all of them; they are as wide as the hex."""

HAIRLINE_PX: Final = 0.99
"""Lines of at most one pixel are drawn ten times as fast as wider ones."""
HAIRLINES_TO: Final = 1.2
"""The scale up to which the edges of areas are hairlines."""

_SMOOTH: Final = QPainter.RenderHint.Antialiasing

Step = Callable[[QPainter], None]
"""Takes an antialiasing painter and restores its hints and transform, but not pen and brush."""


class Piece(Struct, frozen=True):
    """A chunk that is being painted."""

    art: ChunkArt
    rect: QRectF
    scale: float
    whole: bool = False
    """Whether it is the whole picture, so that no clipping is needed."""

    def clipped(self, step: Step) -> Step:
        """The step, clipped to the whole pixels of this chunk."""

        def run(painter: QPainter) -> None:
            rect, scale, to_pixels = self.rect, self.scale, painter.transform()
            left, right = round(rect.left() * scale), round(rect.right() * scale)
            top, bottom = round(rect.top() * scale), round(rect.bottom() * scale)
            painter.save()
            painter.setTransform(QTransform.fromTranslate(to_pixels.dx(), to_pixels.dy()))
            painter.setClipRect(QRect(left, top, right - left, bottom - top))
            painter.setTransform(to_pixels)
            painter.setRenderHint(_SMOOTH)
            step(painter)
            painter.restore()

        return step if self.whole else run


class TerrainArt:
    """Paints one map. Paths are cached by chunk until the chunk changes."""

    def __init__(self, printed_map: PrintedMap) -> None:
        self.printed_map = printed_map
        self.desk = QColor("#d9d2c0")
        self.night = False
        self.numbers = True
        """Whether hex numbers are drawn."""
        self.strength: Strength = {}
        """The opacity of map layers that the editor has faded, by their keys."""
        self._chunks: OrderedDict[tuple[int, int], ChunkArt] = OrderedDict()
        self._lettering = Lettering(printed_map)

    def forget(self, chunk: tuple[int, int]) -> None:
        """Invalidate the shapes of a changed chunk."""
        if chunk in self._chunks:
            self._chunks[chunk].invalidate()

    def steps(self, area: QRectF, scale: float) -> Iterator[Step]:
        """Paint an area in short steps; the painter uses scene units."""
        geometry = self.printed_map.geometry
        far = HEX_SIZE * scale < PLAIN_BELOW
        reach = geometry.half_width if far else 0.0
        pieces = [
            Piece(self._art(chunk), chunk.rect, scale)
            for chunk in geometry.chunks_in(area.adjusted(-reach, -reach, reach, reach))
        ]
        return self._steps(pieces, area, scale)

    def steps_around(self, hexes: Collection[str], area: QRectF, scale: float) -> Iterator[Step]:
        """Paint a small area around a few hexes without cached shapes."""
        near = HexArt(self.printed_map, hexes)
        return self._steps([Piece(near, area, scale, whole=True)], area, scale)

    @property
    def _board_strength(self) -> float:
        """The opacity of the board; 0 if there is none."""
        board = self.printed_map.board
        return 0.0 if board is None or not board.is_readable else self.strength.get("board", 1.0)

    def _is_drawn(self, over_board: bool) -> bool:
        """Is something drawn that boards usually show themselves? A faded board lets all of it be seen."""
        return over_board or self._board_strength < 1.0

    def _steps(self, pieces: list[Piece], area: QRectF, scale: float) -> Iterator[Step]:
        far = HEX_SIZE * scale < PLAIN_BELOW
        board = self.printed_map.board
        covered = not far and all(piece.art.sheet is None for piece in pieces)
        yield partial(_begin, area=area, colour=None if covered and board is None else self.desk)
        if board is None or self._board_strength < 1.0:
            yield from self._terrain_steps(pieces, area, scale)
        if board is not None:
            yield self._faded("board", partial(_paint_board, board=board))
            for piece in pieces:
                for step in self._steps_over_board(board, piece.art, area & piece.rect, scale):
                    yield piece.clipped(step)
        for piece in pieces:
            if not piece.art.closed.isEmpty():
                yield piece.clipped(partial(_fill, path=piece.art.closed, colour=QColor(90, 86, 80, 110)))
        with_numbers = self.numbers and self._is_drawn(board is None or board.board.numbers)
        if with_numbers and HEX_SIZE * scale >= NUMBERS_FROM:
            for piece in pieces:
                numbers = partial(
                    paint_numbers,
                    printed_map=self.printed_map,
                    hexes=piece.art.hexes,
                    area=area & piece.rect,
                    with_aliases=HEX_SIZE * scale >= ALIASES_FROM,
                )
                yield piece.clipped(self._faded("grid", numbers))
        if self._lettering.can_be_read(scale):
            for _ in self._lettering.place():
                yield _nothing
            names = partial(self._lettering.paint, area=area, scale=scale, halo=QColor(247, 241, 222, 215))
            yield self._faded("names", names)
        if self.night and board is not None:
            yield partial(_darken, area=area & board.rect)
        elif self.night:
            over = 1 / scale  # A pixel more than the chunk: half-covered pixels would stay light as seams.
            for piece in pieces:
                paper = _sheet(piece.art, (area & piece.rect).adjusted(-over, -over, over, over))
                yield piece.clipped(partial(_fill, path=paper, colour=QColor(*VEIL)))

    def _terrain_steps(self, pieces: list[Piece], area: QRectF, scale: float) -> Iterator[Step]:
        """Paint what is printed below the names and numbers."""
        if HEX_SIZE * scale < PLAIN_BELOW:
            yield from self._far_steps(pieces, area, scale)
            return
        for piece in pieces:
            for step in self._near_steps(piece.art, area & piece.rect, scale):
                yield piece.clipped(step)

    def _steps_over_board(self, board: BoardArt, art: ChunkArt, area: QRectF, scale: float) -> Iterator[Step]:
        """Paint the grid, if the board shows none, and the features of the scenario."""
        if HEX_SIZE * scale >= 5 and self._is_drawn(board.board.grid):
            yield self._faded("grid", partial(self._paint_grid, art=art, area=area, scale=scale))
        if HEX_SIZE * scale >= PLAIN_BELOW:
            yield partial(self._paint_features, art=art, area=area, only_laid=True)

    def _far_steps(self, pieces: list[Piece], area: QRectF, scale: float) -> Iterator[Step]:
        """Paint all terrain first, then grid and lines."""
        for piece in pieces:
            if self.strength.get("terrain", 1.0) < 1.0:
                yield partial(self._paint_plain, art=piece.art, scale=scale, colour=PAPER)
            yield self._faded("terrain", partial(self._paint_plain, art=piece.art, scale=scale))
        for piece in pieces:
            if HEX_SIZE * scale >= 5:
                grid = partial(self._paint_grid, art=piece.art, area=area, scale=scale)
                yield piece.clipped(self._faded("grid", grid))
            for _ in piece.art.prepare_lines():
                yield _nothing
            lines = piece.art.lines
            if lines.paths:
                yield piece.clipped(partial(paint_lines, art=lines, scale=scale, strength=self.strength))

    def _near_steps(self, art: ChunkArt, area: QRectF, scale: float) -> Iterator[Step]:
        for _ in make_texture("plain", PAPER, scale):
            yield _nothing
        for _ in art.prepare_areas():
            yield _nothing
        for _ in art.prepare_lines():
            yield _nothing
        for piece in art.areas:
            for _ in make_texture(piece.style.texture or "plain", piece.colour, scale):
                yield _nothing
        faded, stamps = self._faded, art.stamps
        yield partial(self._paint_paper, art=art, area=area, scale=scale)
        yield faded("terrain", partial(self._paint_areas, art=art, scale=scale))
        if art.pictures:
            yield faded("terrain", partial(self._paint_pictures, art=art, scale=scale))
        yield faded("terrain", partial(self._paint_edges, art=art, scale=scale))
        for start in range(0, len(stamps), 16):
            some = partial(self._paint_stamps, stamps=stamps[start : start + 16], scale=scale)
            yield faded("terrain", some)
        yield faded("terrain", partial(self._paint_letters, art=art))
        yield faded("grid", partial(self._paint_grid, art=art, area=area, scale=scale))
        yield partial(paint_lines, art=art.lines, scale=scale, strength=self.strength)
        yield partial(self._paint_features, art=art, area=area)

    def _faded(self, layer: str, step: Step) -> Step:
        """The step with the opacity of its layer."""
        strength = self.strength.get(layer, 1.0)
        if strength == 1.0:
            return step

        def run(painter: QPainter) -> None:
            painter.save()
            painter.setOpacity(strength)
            step(painter)
            painter.restore()

        return run

    def _art(self, chunk: Chunk) -> ChunkArt:
        art = self._chunks.get(chunk.key)
        if art is None:
            art = self._chunks[chunk.key] = ChunkArt(self.printed_map, lambda: chunk.hexes)
            if len(self._chunks) > MOST_CHUNKS:
                self._chunks.popitem(last=False)
        else:
            self._chunks.move_to_end(chunk.key)
        return art

    def _paint_plain(self, painter: QPainter, art: ChunkArt, scale: float, colour: str = "") -> None:
        """Paint hexes in flat colours for small scales; all in `colour` if it is given."""
        geometry = self.printed_map.geometry
        to_pixels = painter.transform()
        dx, dy = to_pixels.dx() - geometry.half_width * scale, to_pixels.dy() - geometry.half_height * scale
        painter.save()
        painter.resetTransform()
        for hex_id in art.hexes:
            x, y = geometry.layout.centre(hex_id)
            fill = colour or self.printed_map.style(hex_id).fill
            pixmap = _flat_hex(fill, scale, geometry.flat)
            painter.drawPixmap(_pixel(x * scale + dx), _pixel(y * scale + dy), pixmap)
        painter.restore()

    def _paint_paper(self, painter: QPainter, art: ChunkArt, area: QRectF, scale: float) -> None:
        if art.sheet is None:
            _lay_pattern(painter, area, "plain", PAPER, scale)
        else:
            painter.setRenderHint(_SMOOTH, False)
            _fill_pattern(painter, art.sheet, "plain", PAPER, scale)
            painter.setRenderHint(_SMOOTH)

    def _paint_areas(self, painter: QPainter, art: ChunkArt, scale: float) -> None:
        """Fill without antialiasing, which is many times faster; the drawn edges hide that."""
        painter.setRenderHint(_SMOOTH, False)
        for piece in art.areas:
            _fill_pattern(painter, piece.fill, piece.style.texture or "plain", piece.colour, scale)
        painter.setRenderHint(_SMOOTH)

    def _paint_pictures(self, painter: QPainter, art: ChunkArt, scale: float) -> None:
        """Cover hexes with the pictures of their kinds."""
        geometry, to_pixels = self.printed_map.geometry, painter.transform()
        painter.resetTransform()
        for hex_id, key in art.pictures:
            pixmap = _hex_picture(key, scale, geometry.flat)
            at = to_pixels.map(geometry.centre(hex_id))
            x, y = at.x() - pixmap.width() / 2, at.y() - pixmap.height() / 2
            painter.drawPixmap(_pixel(x), _pixel(y), pixmap)
        painter.setTransform(to_pixels)

    def _paint_edges(self, painter: QPainter, art: ChunkArt, scale: float) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for piece in art.areas:
            if piece.style.family == "water":
                self._paint_shore(painter, piece)
            elif piece.style.edge:
                width = HAIRLINE_PX / scale if scale < HAIRLINES_TO else 1.3
                painter.strokePath(piece.edge, pen(piece.style.edge, width, "square"))

    def _paint_shore(self, painter: QPainter, piece: Area) -> None:
        """Draw shallows along the coast, then the coastline."""
        painter.save()
        painter.setClipPath(piece.fill, Qt.ClipOperation.IntersectClip)
        for width, alpha in ((17.0, 70), (9.0, 110)):
            painter.strokePath(piece.edge, QPen(QColor(222, 239, 247, alpha), width))
        painter.restore()
        painter.strokePath(piece.edge, QPen(QColor(piece.style.edge), 1.8))

    def _paint_stamps(
        self, painter: QPainter, stamps: Iterable[tuple[QPointF, str, int]], scale: float
    ) -> None:
        """Draw peaks, slopes and houses as pixmaps at whole pixels."""
        to_pixels = painter.transform()
        painter.resetTransform()
        for centre, name, variant in stamps:
            pixmap = stamp(name, variant, scale)
            at = to_pixels.map(centre)
            x, y = at.x() - pixmap.width() / 2, at.y() - pixmap.height() / 2
            painter.drawPixmap(_pixel(x), _pixel(y), pixmap)
        painter.setTransform(to_pixels)

    def _paint_letters(self, painter: QPainter, art: ChunkArt) -> None:
        """Draw letters for unknown terrain."""
        for hex_id in art.hexes:
            sign = self.printed_map.style(hex_id).letter
            if sign:
                painter.setFont(number_font(0.5 * HEX_SIZE))
                painter.setPen(QColor(80, 70, 50, 90))
                painter.drawText(self.printed_map.geometry.rect(hex_id), Qt.AlignmentFlag.AlignCenter, sign)

    def _paint_features(
        self, painter: QPainter, art: ChunkArt, area: QRectF, only_laid: bool = False
    ) -> None:
        printed_map = self.printed_map
        for hex_id in art.hexes:
            features = (printed_map.laid if only_laid else printed_map.features).get(hex_id)
            if features and self.printed_map.geometry.rect(hex_id).intersects(area):
                strength = partial(self._feature_strength, hex_id) if self.strength else None
                art_of_map = self.printed_map.art.features
                paint_features(painter, self.printed_map.geometry, hex_id, features, strength, art_of_map)

    def _feature_strength(self, hex_id: str, feature: Feature) -> float:
        laid = feature in self.printed_map.laid.get(hex_id, ())
        return self.strength.get("places" if laid else "features", 1.0)

    def _paint_grid(self, painter: QPainter, art: ChunkArt, area: QRectF, scale: float) -> None:
        """Draw the grid: a light line under a thin dark one; at small scales only one line."""
        dark = pen("#824a3e2a" if HEX_SIZE * scale >= LIGHT_FROM else "#464a3e2a", 0.9 / scale, "flat")
        if HEX_SIZE * scale < LIGHT_FROM:
            painter.strokePath(art.whole_grid, dark)
            return
        grid = art.grid(area)
        painter.setPen(pen("#70fffcf0", 2.2 / scale, "flat"))
        painter.drawLines(grid)
        painter.setPen(dark)
        painter.drawLines(grid)


def _pixel(at: float) -> int:
    """The nearest pixel; halves are always rounded up, unlike `round`."""
    return floor(at + 0.5)


def _begin(painter: QPainter, area: QRectF, colour: QColor | None) -> None:
    """Fill the background; None if the map covers the whole area."""
    if colour is not None:
        painter.fillRect(area, colour)
    painter.setRenderHint(_SMOOTH)


def _paint_board(painter: QPainter, board: BoardArt) -> None:
    board.paint(painter)


def _darken(painter: QPainter, area: QRectF) -> None:
    painter.fillRect(area, QColor(*VEIL))


def _nothing(painter: QPainter) -> None:
    """A step that only prepares."""


def _fill(painter: QPainter, path: QPainterPath, colour: QColor) -> None:
    painter.fillPath(path, colour)


def _sheet(art: ChunkArt, area: QRectF) -> QPainterPath:
    """The map sheet in this area."""
    if art.sheet is not None:
        return art.sheet
    path = QPainterPath()
    path.addRect(area)
    return path


def _fill_pattern(painter: QPainter, path: QPainterPath, name: str, colour: str, scale: float) -> None:
    """Fill a path in pixel coordinates: an unscaled pattern is ten times as fast."""
    to_pixels = painter.transform()
    painter.setTransform(QTransform.fromTranslate(to_pixels.dx(), to_pixels.dy()))
    painter.fillPath(QTransform.fromScale(scale, scale).map(path), QBrush(texture(name, colour, scale)))
    painter.setTransform(to_pixels)


def _lay_pattern(painter: QPainter, area: QRectF, name: str, colour: str, scale: float) -> None:
    """Fill a rectangle by copying the pixmap of the pattern, which is faster still."""
    to_pixels, pattern = painter.transform(), texture(name, colour, scale)
    edge = pattern.width()
    left, right = floor(area.left() * scale), ceil(area.right() * scale)
    top, bottom = floor(area.top() * scale), ceil(area.bottom() * scale)
    painter.setTransform(QTransform.fromTranslate(to_pixels.dx(), to_pixels.dy()))
    for x in range(left // edge * edge, right, edge):
        for y in range(top // edge * edge, bottom, edge):
            part = QRect(x, y, edge, edge) & QRect(left, top, right - left, bottom - top)
            painter.drawPixmap(part.topLeft(), pattern, part.translated(-x, -y))
    painter.setTransform(to_pixels)


@cache
def _hex_picture(key: str, scale: float, flat: bool) -> QPixmap:
    """A picture that covers a hex, cut to its shape."""
    shape = _flat_hex("#000000", scale, flat)
    pixmap = QPixmap(shape.size())
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.drawPixmap(0, 0, shape)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    paint_covering(painter, QRectF(pixmap.rect()), picture(key))
    painter.end()
    return pixmap


@cache
def _flat_hex(colour: str, scale: float, flat: bool) -> QPixmap:
    """A hex drawn slightly too large, so that neighbours leave no gap."""
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
