"""A set of hexes as an area that can be painted: tint, pattern, a rim around the whole, words in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.overlay_style import pattern_brush
from engine.lean_dataclass import dataclass

_TILE: Final = 12 * HEX_SIZE
"""Areas are painted in squares of this size, and only those that can be seen."""
TEXT_FROM: Final = 18
"""Pixels per hex size from which the words in hexes are written."""


@dataclass(slots=True)
class _Tile:
    area: QPainterPath
    rim: list[QLineF] = field(default_factory=list)
    rect: QRectF = field(default_factory=QRectF)


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
        self._geometry = geometry
        self._colour, self._alpha, self._pattern = colour, alpha, pattern
        self._rim, self._each = rim, each
        by_tile: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
        for place in hexes:
            x, y = geometry.layout.centre(place)
            by_tile[int(x // _TILE), int(y // _TILE)].append(place)
        self._tiles = [self._tile(places, hexes) for places in by_tile.values()]
        self.words = [spot for places in by_tile.values() for spot in self._words(places, hexes)]
        """Each text and where it stands: once for hexes side by side that say the same."""
        self.rect = QRectF()
        for tile in self._tiles:
            self.rect |= tile.rect

    def _tile(self, places: list[str], hexes: Mapping[str, str]) -> _Tile:
        tile = _Tile(self._geometry.outline(places))
        tile.rim = list(self._rim_of(places, hexes))
        tile.rect = tile.area.boundingRect().adjusted(-6, -6, 6, 6)
        return tile

    def _words(self, places: list[str], hexes: Mapping[str, str]) -> Iterator[tuple[QPointF, str]]:
        alike: defaultdict[str, list[str]] = defaultdict(list)
        for place in places:
            if hexes[place]:
                alike[hexes[place]].append(place)
        for text, there in alike.items():
            for middle in middles(self._geometry, there):
                yield middle + QPointF(0, 0.56 * HEX_SIZE), text

    def _rim_of(self, places: Iterable[str], hexes: Mapping[str, str]) -> Iterator[QLineF]:
        geometry = self._geometry
        inset = 0.93 if self._each else 0.97
        for place in places:
            x, y = geometry.layout.centre(place)
            for direction, other in enumerate(geometry.lattice.around(place)):
                if self._each or other not in hexes:
                    ax, ay = geometry.corner_offsets[direction - 1]
                    bx, by = geometry.corner_offsets[direction]
                    yield QLineF(x + ax * inset, y + ay * inset, x + bx * inset, y + by * inset)

    def paint(self, painter: QPainter, exposed: QRectF) -> None:
        """The tint and the pattern first, then the rim, all that lies in the exposed part."""
        shown = [tile for tile in self._tiles if tile.rect.intersects(exposed)]
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
            painter.fillPath(tile.area, tint)
            if brush is not None:
                painter.fillPath(tile.area, brush)
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
                painter.drawLines(tile.rim)

    def write(self, painter: QPainter, exposed: QRectF) -> None:
        """The words, in their hexes."""
        if HEX_SIZE * painter.worldTransform().m11() < TEXT_FROM:
            return
        for spot, text in self.words:
            if exposed.contains(spot):
                write_tag(painter, spot, text, 10.5)


def middles(geometry: MapGeometry, hexes: Iterable[str]) -> Iterator[QPointF]:
    """A place for the name of an area: the hex nearest to the middle of each part that hangs together."""
    left = dict.fromkeys(hexes)
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for here in part:
            for other in geometry.lattice.neighbors(here):
                if other in left:
                    del left[other]
                    part.append(other)
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
