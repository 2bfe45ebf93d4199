"""A translucent preview of the copied hexes at the pointer."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import sqrt
from time import perf_counter
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.terrain.line_style import line_style
from app.map.terrain.terrain_style import terrain_style
from editor.map.clip import Clip, Facing
from engine.hexes.cubes import STEPS, Cube

_STRENGTH: Final = 0.82
_MARK: Final = 0.16
"""Size of a feature mark, in hex sizes."""
_TILE: Final = 12 * HEX_SIZE
"""The preview is painted in visible tiles of this size."""
_MIN_LINE_ZOOM: Final = 5.0
"""Minimum zoom, in pixels per hex size, for lines and marks."""
_UPDATE_SECONDS: Final = 0.15
"""Time between two screen updates while the preview is being built."""
_BATCH: Final = 64
"""Hexes or hexsides between two checks of the clock."""


class _Tile:
    """One tile of the preview: hexes by colour, lines by kind, marks for features."""

    def __init__(self) -> None:
        self.areas: dict[str, QPainterPath] = {}
        self.lines: dict[str, list[QLineF]] = {}
        self.marks: list[QPointF] = []


class ClipPreview(QGraphicsItem):
    """Draws a clip around its origin; the item moves to the hex under the pointer."""

    def __init__(self, geometry: MapGeometry) -> None:
        super().__init__()
        self._geometry = geometry
        self._hexagon = QPolygonF([QPointF(*offset) for offset in geometry.corner_offsets])
        self._tiles: dict[tuple[int, int], _Tile] = {}
        self._around = self._reach = QRectF()
        """The bounding rectangles of what is shown and of what has been built."""
        self._shown_at = 0.0
        self._left: Iterator[None] = iter(())
        """The remaining build steps."""
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setOpacity(_STRENGTH)
        self.hide()

    def show_clip(self, clip: Clip, parts: Collection[str]) -> None:
        """Set clip and parts; `draw_on` builds the preview."""
        self.prepareGeometryChange()
        self._tiles, self._around, self._reach = {}, QRectF(), QRectF()
        self._left = self._steps(clip, parts)

    def draw_on(self, seconds: float | None) -> bool:
        """Build for this time, or completely; return whether something is left."""
        until = None if seconds is None else perf_counter() + seconds
        more = any(until is not None and perf_counter() >= until for _ in self._left)
        if not more or perf_counter() - self._shown_at > _UPDATE_SECONDS:
            self.prepareGeometryChange()
            self._around, self._shown_at = QRectF(self._reach), perf_counter()
        return more

    def _steps(self, clip: Clip, parts: Collection[str]) -> Iterator[None]:
        """Build hexes and hexsides; yields after each batch."""
        for number, (cube, found) in enumerate(clip.hexes.items()):
            middle = self._middle(cube)
            tile = self._tile_at(middle)
            if "terrain" in parts and found.terrain:
                path = tile.areas.setdefault(terrain_style(found.terrain).fill, QPainterPath())
                path.addPolygon(self._hexagon.translated(middle))
            if any(part in parts and getattr(found, part) for part in ("features", "places")):
                tile.marks.append(middle)
            if number % _BATCH == 0:
                yield
        for number, side in enumerate(clip.sides if "hexsides" in parts else ()):
            self._draw_side(clip, *side)
            if number % _BATCH == 0:
                yield

    def _middle(self, cube: Cube) -> QPointF:
        along, across = 1.5 * HEX_SIZE, sqrt(3) * HEX_SIZE
        if self._geometry.flat:
            return QPointF(along * cube.q, across * (cube.r + cube.q / 2))
        return QPointF(across * (cube.q + cube.r / 2), along * cube.r)

    def _draw_side(self, clip: Clip, cube: Cube, way: int, found: Collection[Facing]) -> None:
        step, corners = STEPS["flat" if clip.flat else "pointy"][way], self._geometry.corner_offsets
        here, there = self._middle(cube), self._middle(Cube(cube.q + step.q, cube.r + step.r))
        edge = QLineF(here + QPointF(*corners[way - 1]), here + QPointF(*corners[way]))
        lines = self._tile_at(here).lines
        for feature, _ in found:
            course = line_style(feature.kind).course
            line = QLineF(here, there) if course == "path" else edge
            if course == "across":
                line = QLineF(edge.center() - (there - here) / 6, edge.center() + (there - here) / 6)
            lines.setdefault(feature.kind, []).append(line)

    def _tile_at(self, middle: QPointF) -> _Tile:
        key = _key(middle)
        if key not in self._tiles:
            self._tiles[key] = _Tile()
            self._reach |= _rect(key)
        return self._tiles[key]

    def boundingRect(self) -> QRectF:
        return self._around

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        shown = [tile for key, tile in self._tiles.items() if _rect(key).intersects(option.exposedRect)]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # Many times faster.
        for tile in shown:
            for colour, area in tile.areas.items():
                painter.fillPath(area, QColor(colour))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if HEX_SIZE * painter.worldTransform().m11() < _MIN_LINE_ZOOM:
            return
        kinds = {kind for tile in shown for kind in tile.lines}
        for kind in sorted(kinds, key=lambda kind: line_style(kind).rank):
            style = line_style(kind)
            ink = QColor(style.casing or style.core)
            painter.setPen(QPen(ink, max(style.width, 3.0), c=Qt.PenCapStyle.RoundCap))
            for tile in shown:
                painter.drawLines(tile.lines.get(kind, []))
        painter.setPen(QPen(QColor("#ffffff"), 2.0))
        painter.setBrush(QColor("#3b3733"))
        for tile in shown:
            for middle in tile.marks:
                painter.drawEllipse(middle, _MARK * HEX_SIZE, _MARK * HEX_SIZE)


def _key(middle: QPointF) -> tuple[int, int]:
    return int(middle.x() // _TILE), int(middle.y() // _TILE)


def _rect(key: tuple[int, int]) -> QRectF:
    """The bounding rectangle of a tile including overlapping hexes and lines."""
    reach = 2 * HEX_SIZE
    return QRectF(key[0] * _TILE - reach, key[1] * _TILE - reach, _TILE + 2 * reach, _TILE + 2 * reach)
