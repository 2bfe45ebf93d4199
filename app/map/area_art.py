"""A set of hexes as an area that can be painted: tint, pattern, a rim around the whole, words in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from app.map.geometry import HEX_SIZE, MapGeometry, take_bunch
from app.map.overlay_style import pattern_brush
from engine.lean_dataclass import dataclass

_LINES, _SPOTS = 8, 7
"""Areas are painted in tiles of so many lines of so many hexes, and only those that can be seen."""
_WHOLE: Final = _LINES * _SPOTS
TEXT_FROM: Final = 18
"""Pixels per hex size from which the words in hexes are written."""


@dataclass(slots=True)
class _Tile:
    """Some hexes of an area side by side; how they are drawn is worked out when they are first seen."""

    key: tuple[int, int]
    places: list[str]
    rect: QRectF
    area: QPainterPath | None = None
    rim: list[QLineF] | None = None


class Area:
    """The hexes, cut into tiles."""

    def __init__(
        self,
        geometry: MapGeometry,
        hexes: Mapping[str, str],
        colour: QColor,
        alpha: int = 30,
        pattern: str = "",
        rim: float = 2.4,
        each: bool = False,
    ) -> None:
        self._geometry, self._hexes = geometry, hexes
        self._colour, self._alpha, self._pattern = colour, alpha, pattern
        self._rim, self._each = rim, each
        by_tile: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
        cube, flat = geometry.lattice.cube, geometry.flat
        for place in hexes:
            q, r = cube(place)
            key = (q // _LINES, (r + q // 2) // _SPOTS) if flat else (r // _LINES, (q + r // 2) // _SPOTS)
            by_tile[key].append(place)
        self._whole: _Tile | None = None
        """One without a gap: all such tiles look alike."""
        self._tiles = {key: self._tile(key, places) for key, places in by_tile.items()}
        self.words = [spot for places in by_tile.values() for spot in self._words(places)]
        """Each text and where it stands: once for hexes side by side that say the same."""
        self.rect = QRectF()
        for tile in self._tiles.values():
            self.rect |= tile.rect

    def _tile(self, key: tuple[int, int], places: list[str]) -> _Tile:
        whole = self._has_no_gap(places)
        if whole and self._whole is not None:
            return _Tile(key, places, self._whole.rect.translated(self._from_whole(key)))
        wide, tall = self._geometry.half_width + 6, self._geometry.half_height + 6
        spots = [self._geometry.layout.centre(place) for place in places]
        left, top = min(x for x, _ in spots), min(y for _, y in spots)
        right, bottom = max(x for x, _ in spots), max(y for _, y in spots)
        rect = QRectF(left - wide, top - tall, right - left + 2 * wide, bottom - top + 2 * tall)
        tile = _Tile(key, places, rect)
        if whole:
            self._whole = tile
        return tile

    def _has_no_gap(self, places: list[str]) -> bool:
        """Whether a tile is full; where hexes have several names, that is not told by their number."""
        return len(places) == _WHOLE and not self._geometry.lattice.aliased

    def _from_whole(self, key: tuple[int, int]) -> QPointF:
        """How far a tile lies from the one that stands for all without a gap."""
        assert self._whole is not None
        along = (key[0] - self._whole.key[0]) * _LINES * 1.5 * HEX_SIZE
        across = (key[1] - self._whole.key[1]) * _SPOTS * 3**0.5 * HEX_SIZE
        return QPointF(along, across) if self._geometry.flat else QPointF(across, along)

    def _area_of(self, tile: _Tile) -> QPainterPath:
        """The hexes of a tile as one path."""
        if tile.area is None:
            if self._whole is None or tile is self._whole or not self._has_no_gap(tile.places):
                tile.area = self._outline(tile.places)
            else:
                tile.area = self._area_of(self._whole).translated(self._from_whole(tile.key))
        return tile.area

    def _rim_of(self, tile: _Tile) -> list[QLineF]:
        """The hexsides of a tile that lead out of the area; none if there is no gap all around."""
        if tile.rim is None:
            amidst = not self._each and all(self._is_whole(key) for key in _around(tile.key))
            tile.rim = [] if amidst else list(self._sides_of(tile.places))
        return tile.rim

    def _is_whole(self, key: tuple[int, int]) -> bool:
        return key in self._tiles and self._has_no_gap(self._tiles[key].places)

    def _outline(self, places: Iterable[str]) -> QPainterPath:
        """Hexes as one path, so that no seam shows between them."""
        hexagon = QPolygonF([QPointF(x, y) for x, y in self._geometry.corner_offsets])
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for place in places:
            path.addPolygon(hexagon.translated(*self._geometry.layout.centre(place)))
            path.closeSubpath()
        return path

    def _words(self, places: list[str]) -> Iterator[tuple[QPointF, str]]:
        alike: defaultdict[str, list[str]] = defaultdict(list)
        for place in places:
            if self._hexes[place]:
                alike[self._hexes[place]].append(place)
        for text, there in alike.items():
            for middle in middles(self._geometry, there):
                yield middle + QPointF(0, 0.56 * HEX_SIZE), text

    def _sides_of(self, places: Iterable[str]) -> Iterator[QLineF]:
        geometry, inside = self._geometry, self._hexes.keys()
        inset = 0.93 if self._each else 0.97
        for place in places:
            around = geometry.lattice.around(place)
            if not self._each and inside >= {*around}:
                continue
            x, y = geometry.layout.centre(place)
            for direction, other in enumerate(around):
                if self._each or other not in inside:
                    ax, ay = geometry.corner_offsets[direction - 1]
                    bx, by = geometry.corner_offsets[direction]
                    yield QLineF(x + ax * inset, y + ay * inset, x + bx * inset, y + by * inset)

    def paint(self, painter: QPainter, exposed: QRectF) -> None:
        """The tint and the pattern first, then the rim, all that lies in the exposed part."""
        shown = [tile for tile in self._tiles.values() if tile.rect.intersects(exposed)]
        if not shown:
            return
        scale = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        tint = QColor(self._colour)
        tint.setAlpha(self._alpha)
        strokes = QColor(self._colour)
        strokes.setAlpha(175)
        brush = pattern_brush(self._pattern, strokes, painter) if self._pattern else None
        for tile in shown:
            painter.fillPath(self._area_of(tile), tint)
            if brush is not None:
                painter.fillPath(self._area_of(tile), brush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._rim:
            return
        width = max(self._rim, 1.2 / scale)
        pens = [QPen(self._colour, width, c=Qt.PenCapStyle.RoundCap)]
        if self._pattern:
            pens.insert(0, QPen(QColor(255, 250, 235, 190), width * 2.1, c=Qt.PenCapStyle.RoundCap))
        for pen in pens:
            painter.setPen(pen)
            for tile in shown:
                painter.drawLines(self._rim_of(tile))

    def write(self, painter: QPainter, exposed: QRectF) -> None:
        """The words, in their hexes."""
        if HEX_SIZE * painter.worldTransform().m11() < TEXT_FROM:
            return
        for spot, text in self.words:
            if exposed.contains(spot):
                write_tag(painter, spot, text, 10.5)


def _around(key: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """A tile and the eight around it."""
    for line in (-1, 0, 1):
        for spot in (-1, 0, 1):
            yield key[0] + line, key[1] + spot


def middles(geometry: MapGeometry, hexes: Iterable[str]) -> Iterator[QPointF]:
    """A place for the name of an area: the hex nearest to the middle of each part that hangs together."""
    left = dict.fromkeys(hexes)
    while left:
        part = take_bunch(geometry.lattice, next(iter(left)), left)
        centres = [geometry.centre(here) for here in part]
        middle = sum(centres, QPointF()) / len(centres)
        yield min(centres, key=lambda centre: QLineF(centre, middle).length())


def tag_width(text: str, size: float) -> float:
    """How wide the card of a word is."""
    return QFontMetricsF(_tag_font(size)).horizontalAdvance(text) + size


def _tag_font(size: float) -> QFont:
    font = QFont()
    font.setFamilies(["Noto Sans", "DejaVu Sans"])
    font.setBold(True)
    font.setPixelSize(max(1, round(size)))
    return font


def write_tag(
    painter: QPainter, middle: QPointF, text: str, size: float, paper: QColor | None = None
) -> None:
    """A word on a small card."""
    font, width = _tag_font(size), tag_width(text, size)
    card = QRectF(middle.x() - width / 2, middle.y() - size * 0.8, width, size * 1.6)
    painter.setPen(QPen(QColor(27, 27, 27, 200), 1))
    painter.setBrush(paper or QColor(255, 250, 235, 235))
    painter.drawRoundedRect(card, size * 0.4, size * 0.4)
    painter.setFont(font)
    dark = paper is not None and paper.lightness() < 140
    painter.setPen(QColor("#fdfaf2" if dark else "#1b1b1b"))
    painter.drawText(card, Qt.AlignmentFlag.AlignCenter, text)
