"""Paints a set of hexes as an area: tint, pattern, outline and text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from time import perf_counter
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from app.map.geometry import HEX_SIZE, MapGeometry, take_connected
from app.map.overlays.area_mask import AreaMask
from app.map.overlays.overlay_style import pattern_brush

_LINES, _SPOTS = 8, 7
"""Size of the tiles of an area in hexes; only visible tiles are painted."""
_WHOLE: Final = _LINES * _SPOTS
SOME: Final = 250
"""Larger areas are computed tile by tile within the time budget of a frame."""
MANY: Final = 2500
"""In larger areas the hexes of a tile are collected when it is first visible."""
FAR_BELOW: Final = 6.0
"""Hex size in pixels below which such an area is painted as a mask of rectangles."""
_LEAST: Final = 4
"""Tiles computed in every frame regardless of the time budget."""
TEXT_FROM: Final = 18
"""Hex size in pixels from which texts are drawn."""


class _Tile(Struct):
    """A block of hexes of an area; its shape is computed when it is first visible."""

    key: tuple[int, int]
    places: list[str]
    rect: QRectF
    area: QPainterPath | None = None
    rim: list[QLineF] | None = None


class Area:
    """A set of hexes divided into tiles."""

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
        self._whole: _Tile | None = None
        """A tile without gaps; all such tiles have the same shape."""
        self._tiles: dict[tuple[int, int], _Tile] = {}
        self._mask: AreaMask | None = None
        self._is_large = len(hexes) > MANY and not geometry.lattice.aliased and not any(hexes.values())
        self.words: list[tuple[QPointF, str]] = []
        """Each text and its position; adjacent hexes with the same text share one."""
        if self._is_large:
            self.rect = QRectF(geometry.bounds)
        else:
            self.rect = QRectF()
            for key, places in self._by_tile().items():
                tile = self._tiles[key] = self._tile(key, places)
                self.rect |= tile.rect
                self.words += self._words(places)

    def _by_tile(self) -> dict[tuple[int, int], list[str]]:
        by_tile: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
        cube, flat = self._geometry.lattice.cube, self._geometry.flat
        for place in self._hexes:
            q, r = cube(place)
            key = (q // _LINES, (r + q // 2) // _SPOTS) if flat else (r // _LINES, (q + r // 2) // _SPOTS)
            by_tile[key].append(place)
        return by_tile

    def _tile_at(self, key: tuple[int, int]) -> _Tile:
        """The tile with this key; in a large area its hexes are collected now."""
        if key not in self._tiles:
            line, spot = key[0] * _LINES, key[1] * _SPOTS
            there = self._geometry.hexes_on(range(line, line + _LINES), range(spot, spot + _SPOTS))
            places = [place for place in there if place in self._hexes] if self._is_large else []
            self._tiles[key] = self._tile(key, places)
        return self._tiles[key]

    def _tile(self, key: tuple[int, int], places: list[str]) -> _Tile:
        if not places:
            return _Tile(key, places, QRectF(), QPainterPath(), [])
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
        """Whether a tile is full; False if hexes may have several names."""
        return len(places) == _WHOLE and not self._geometry.lattice.aliased

    def _from_whole(self, key: tuple[int, int]) -> QPointF:
        """The offset of a tile from the sample tile without gaps."""
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
        """The hexsides of a tile on the outline of the area."""
        if tile.rim is None:
            surrounded = not self._each and all(self._is_whole(key) for key in _around(tile.key))
            tile.rim = [] if surrounded else list(self._sides_of(tile.places))
        return tile.rim

    def _is_whole(self, key: tuple[int, int]) -> bool:
        return self._has_no_gap(self._tile_at(key).places)

    def _outline(self, places: Iterable[str]) -> QPainterPath:
        """Hexes as one path without seams."""
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

    def paint(self, painter: QPainter, exposed: QRectF, until: float = inf) -> bool:
        """Paint tint, pattern and outline in the exposed part.

        Returns False if the time was up before all tiles were computed; a large area shows a mask instead.
        """
        tint = QColor(self._colour)
        tint.setAlpha(self._alpha)
        if self._is_large and HEX_SIZE * painter.worldTransform().m11() < FAR_BELOW:
            self._paint_mask(painter, tint, self._colour if self._rim else None)
            return True
        shown, late = self._shown(exposed, until)
        if late and self._is_large:
            painter.save()
            painter.setClipPath(self._place_of(late), Qt.ClipOperation.IntersectClip)
            self._paint_mask(painter, tint, None)
            painter.restore()
        if shown:
            self._fill(painter, shown, tint)
            self._draw_rim(painter, shown)
        return not late

    def _shown(self, exposed: QRectF, until: float) -> tuple[list[_Tile], list[tuple[int, int]]]:
        """The computed tiles in the exposed part, and the keys of those not computed in time."""
        shown: list[_Tile] = []
        late: list[tuple[int, int]] = []
        fresh = 0
        for key in self._keys_in(exposed):
            tile = self._tiles.get(key)
            if tile is not None and tile.rim is not None:
                shown.append(tile)
            elif fresh >= _LEAST and len(self._hexes) > SOME and perf_counter() > until:
                late.append(key)
            else:
                fresh += 1
                shown.append(self._computed_tile(key))
        return shown, late

    def _keys_in(self, exposed: QRectF) -> Iterator[tuple[int, int]]:
        if self._is_large:
            lines, spots = self._geometry.lines_in(exposed)
            for line in range(lines[0] // _LINES, lines[-1] // _LINES + 1):
                for spot in range(spots[0] // _SPOTS, spots[-1] // _SPOTS + 1):
                    yield line, spot
        else:
            yield from [key for key, tile in self._tiles.items() if tile.rect.intersects(exposed)]

    def _computed_tile(self, key: tuple[int, int]) -> _Tile:
        tile = self._tile_at(key)
        self._area_of(tile)
        self._rim_of(tile)
        return tile

    def _place_of(self, keys: Iterable[tuple[int, int]]) -> QPainterPath:
        """The approximate area of tiles."""
        path = QPainterPath()
        along, across = 1.5 * HEX_SIZE, 3**0.5 * HEX_SIZE
        for line, spot in keys:
            x, y, wide, tall = line * _LINES * along, spot * _SPOTS * across, _LINES * along, _SPOTS * across
            corner = self._geometry.corner
            if self._geometry.flat:
                path.addRect(corner.x() + x, corner.y() + y, wide, tall)
            else:
                path.addRect(corner.x() + y, corner.y() + x, tall, wide)
        return path

    def _brush(self, painter: QPainter) -> QBrush | None:
        if not self._pattern:
            return None
        strokes = QColor(self._colour)
        strokes.setAlpha(175)
        return pattern_brush(self._pattern, strokes, painter)

    def _paint_mask(self, painter: QPainter, tint: QColor, rim: QColor | None) -> None:
        if self._mask is None:
            self._mask = AreaMask(self._geometry, self._hexes)
        self._mask.paint(painter, tint, rim, self._brush(painter))

    def _fill(self, painter: QPainter, shown: Iterable[_Tile], tint: QColor) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        brush = self._brush(painter)
        for tile in shown:
            painter.fillPath(self._area_of(tile), tint)
            if brush is not None:
                painter.fillPath(self._area_of(tile), brush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _draw_rim(self, painter: QPainter, shown: Iterable[_Tile]) -> None:
        if not self._rim:
            return
        width = max(self._rim, 1.2 / painter.worldTransform().m11())
        pens = [QPen(self._colour, width, c=Qt.PenCapStyle.RoundCap)]
        if self._pattern:
            pens.insert(0, QPen(QColor(255, 250, 235, 190), width * 2.1, c=Qt.PenCapStyle.RoundCap))
        for pen in pens:
            painter.setPen(pen)
            for tile in shown:
                painter.drawLines(self._rim_of(tile))

    def write(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the texts."""
        if HEX_SIZE * painter.worldTransform().m11() < TEXT_FROM:
            return
        for spot, text in self.words:
            if exposed.contains(spot):
                write_tag(painter, spot, text, 10.5)


def _around(key: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The keys of a tile and the eight around it."""
    for line in (-1, 0, 1):
        for spot in (-1, 0, 1):
            yield key[0] + line, key[1] + spot


def middles(geometry: MapGeometry, hexes: Iterable[str]) -> Iterator[QPointF]:
    """Positions for the name of an area: in each connected part, the hex nearest to its middle."""
    return (middle for _, middle in middles_by_size(geometry, hexes))


def middles_by_size(geometry: MapGeometry, hexes: Iterable[str]) -> Iterator[tuple[int, QPointF]]:
    """The number of hexes of each connected part, and the position for its name."""
    left = dict.fromkeys(hexes)
    while left:
        part = take_connected(geometry.lattice, next(iter(left)), left)
        centres = [geometry.centre(here) for here in part]
        middle = sum(centres, QPointF()) / len(centres)
        yield len(part), min(centres, key=lambda centre: QLineF(centre, middle).length())


def tag_width(text: str, size: float) -> float:
    """The width of a text tag."""
    return QFontMetricsF(_tag_font(size)).horizontalAdvance(text) + size


def tag_rect(middle: QPointF, text: str, size: float) -> QRectF:
    """The card of a text tag."""
    width = tag_width(text, size)
    return QRectF(middle.x() - width / 2, middle.y() - size * 0.8, width, size * 1.6)


def _tag_font(size: float) -> QFont:
    font = QFont()
    font.setFamilies(["Noto Sans", "DejaVu Sans"])
    font.setBold(True)
    font.setPixelSize(max(1, round(size)))
    return font


def write_tag(
    painter: QPainter, middle: QPointF, text: str, size: float, paper: QColor | None = None
) -> None:
    """Draw a text on a small tag."""
    font, card = _tag_font(size), tag_rect(middle, text, size)
    painter.setPen(QPen(QColor(27, 27, 27, 200), 1))
    painter.setBrush(paper or QColor(255, 250, 235, 235))
    painter.drawRoundedRect(card, size * 0.4, size * 0.4)
    painter.setFont(font)
    dark = paper is not None and paper.lightness() < 140
    painter.setPen(QColor("#fdfaf2" if dark else "#1b1b1b"))
    painter.drawText(card, Qt.AlignmentFlag.AlignCenter, text)
