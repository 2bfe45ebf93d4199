"""Overlay items of the map; they differ by pattern and outline as well as by colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import atan2, degrees, inf
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.counters.counter_style import CounterStyle
from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.overlays.area_art import Area, middles_by_size, tag_rect, write_tag
from app.map.overlays.overlay_lines import LinesOverlay
from app.map.overlays.overlay_style import style_of, style_of_zone
from engine.bad_input import BadInput
from engine.referee.view import Overlay

UNDER: Final = 20.0
"""Z value of areas: above the terrain, below the counters."""
LINES: Final = 36.0
"""Z value of lines: above the highlights, below the counters."""

EACH_PART_FROM: Final = 18
"""Hex size in pixels from which each part of an area has its name, not only the largest."""
ZONE_ALPHA: Final = 34
"""The tint of an area with a pattern."""
MANY_HEXES: Final = 130
"""With more hexes, a gentle overlay has a fainter tint and one common outline."""
MANY_SIDES: Final = 400
"""With more hexsides, a gentle overlay shows none."""


class HexOverlay(QGraphicsItem):
    """A set of hexes with tint, pattern and outline."""

    def __init__(
        self,
        geometry: MapGeometry,
        colour: str,
        alpha: int,
        pattern: str = "",
        rim: float = 2.4,
        each: bool = False,
        gentle: bool = False,
    ) -> None:
        super().__init__()
        self._geometry = geometry
        self._gentle = gentle
        self._colour = QColor(colour)
        self._alpha = alpha
        self._pattern = pattern
        self._rim_width = rim
        self._each = each
        self._texts: dict[str, str] = {}
        self._area = Area(geometry, {}, self._colour)
        self._lines: list[QLineF] = []
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def hexes(self) -> frozenset[str]:
        """The hexes shown."""
        return frozenset(self._texts)

    def set_hexes(self, hexes: Mapping[str, str] | Iterable[str], hexsides: Iterable[str] = ()) -> None:
        """Show these hexes, each with its text, and these hexsides."""
        texts = dict(hexes) if isinstance(hexes, Mapping) else dict.fromkeys(hexes, "")
        if not all(map(self._geometry.lattice.__contains__, texts)):
            texts = {place: text for place, text in texts.items() if self._geometry.is_hex(place)}
        lines = [line for side in hexsides if (line := _side(self._geometry, side)) is not None]
        if self._gentle and len(lines) > MANY_SIDES:
            lines = []
        if texts == self._texts and lines == self._lines:
            return
        self.prepareGeometryChange()
        self._texts, self._lines = texts, lines
        many = self._gentle and len(texts) > MANY_HEXES
        alpha, each = (self._alpha // 2, False) if many else (self._alpha, self._each)
        self._area = Area(self._geometry, texts, self._colour, alpha, self._pattern, self._rim_width, each)

    def boundingRect(self) -> QRectF:
        rect = QRectF(self._area.rect)
        for line in self._lines:
            rect |= QRectF(line.p1(), line.p2()).normalized()
        return rect.adjusted(-8, -8, 8, 8)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        exposed = option.exposedRect
        if not self._area.paint(painter, exposed, _deadline(self)):
            self.update(exposed)
        if self._lines:
            width = max(6.0, 2 / painter.worldTransform().m11())
            painter.setPen(QPen(self._colour, width, c=Qt.PenCapStyle.RoundCap))
            painter.drawLines(self._lines)
        self._area.write(painter, exposed.adjusted(-HEX_SIZE, -HEX_SIZE, HEX_SIZE, HEX_SIZE))


class PathOverlay(QGraphicsItem):
    """Paths on the map with an arrow at the end and a text."""

    def __init__(self, geometry: MapGeometry, colour: str = "#1b1b1b", core: str = "#ffd54d") -> None:
        super().__init__()
        self._geometry = geometry
        self._colour, self._core = QColor(colour), QColor(core)
        self._ways: list[QPolygonF] = []
        self._text = ""
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_paths(self, paths: Iterable[Sequence[str]], text: str = "") -> None:
        """Show these paths, each given by its hexes."""
        ways = []
        for path in paths:
            places = [self._geometry.centre(place) for place in path if self._geometry.is_hex(place)]
            if places:
                ways.append(QPolygonF(places))
        if ways or self._ways:
            self.prepareGeometryChange()
        self._ways, self._text = ways, text

    def boundingRect(self) -> QRectF:
        rect = QRectF()
        for way in self._ways:
            rect |= way.boundingRect().adjusted(-1, -1, 1, 1)
        return rect.adjusted(-3 * HEX_SIZE, -HEX_SIZE, 3 * HEX_SIZE, HEX_SIZE) if self._ways else rect

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for way in self._ways:
            if way.size() > 1:
                for colour, width in ((self._colour, 7.5), (self._core, 4.2)):
                    pen = QPen(colour, width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
                    painter.setPen(pen)
                    painter.drawPolyline(way)
                self._paint_arrow(painter, way)
            if self._text:
                write_tag(painter, way.at(way.size() - 1) + QPointF(0, -0.58 * HEX_SIZE), self._text, 12)

    def _paint_arrow(self, painter: QPainter, way: QPolygonF) -> None:
        tip, before = way.at(way.size() - 1), way.at(way.size() - 2)
        painter.save()
        painter.translate(tip)
        painter.rotate(degrees(atan2(tip.y() - before.y(), tip.x() - before.x())))
        painter.setPen(QPen(self._colour, 1.8, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(self._core)
        painter.drawPolygon(QPolygonF([QPointF(12, 0), QPointF(-7, -9), QPointF(-3, 0), QPointF(-7, 9)]))
        painter.restore()


class ZonesOverlay(QGraphicsItem):
    """Several areas, each with its own pattern and its name in the middle."""

    def __init__(self, geometry: MapGeometry) -> None:
        super().__init__()
        self._geometry = geometry
        self.areas: list[Area] = []
        self._names: list[tuple[QPointF, str]] = []
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_areas(self, areas: Iterable[tuple[str, Sequence[str], str, str]]) -> None:
        """Show these areas: name, hexes, colour and pattern; one without a pattern as an outline."""
        self.prepareGeometryChange()
        self.areas = []
        found: list[tuple[int, QPointF, str]] = []
        for name, hexes, colour, pattern in areas:
            there = [place for place in hexes if self._geometry.is_hex(place)]
            alpha = ZONE_ALPHA if pattern else 0
            self.areas.append(Area(self._geometry, dict.fromkeys(there, ""), QColor(colour), alpha, pattern))
            if name:
                found += [(size, middle, name) for size, middle in middles_by_size(self._geometry, there)]
        self._names = [(middle, name) for _, middle, name in sorted(found, key=lambda one: -one[0])]

    def boundingRect(self) -> QRectF:
        rect = QRectF()
        for area in self.areas:
            rect |= area.rect
        return rect.adjusted(-2 * HEX_SIZE, -8, 2 * HEX_SIZE, 8)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        until = _deadline(self)
        done = [area.paint(painter, option.exposedRect, until) for area in self.areas]
        if not all(done):
            self.update(option.exposedRect)
        scale = painter.worldTransform().m11()
        size = max(13.0, 11 / scale) if HEX_SIZE * scale >= 5 else 13.0
        written: list[QRectF] = []
        once, named = HEX_SIZE * scale < EACH_PART_FROM, set[str]()
        for middle, name in self._names:  # Of two names that would cover each other the larger part has one.
            card = tag_rect(middle, name, size)
            is_free = not any(card.intersects(other) for other in written)
            if is_free and not (once and name in named):
                written.append(card)
                named.add(name)
                write_tag(painter, middle, name, size)


class GameOverlay:
    """The items of one overlay of a game: areas and lines."""

    def __init__(
        self, geometry: MapGeometry, counter_style: CounterStyle, number: int, overlay: Overlay
    ) -> None:
        self._counter_style = counter_style
        self._style = style_of(overlay.kind, overlay.side, number, counter_style)
        self.area = HexOverlay(geometry, self._style.colour, 30, self._style.pattern)
        self.zones = ZonesOverlay(geometry)
        self.lines = LinesOverlay(geometry, self._style)
        self.area.setZValue(UNDER)
        self.zones.setZValue(UNDER)
        self.lines.setZValue(LINES)

    @property
    def items(self) -> tuple[QGraphicsItem, ...]:
        """The graphics items."""
        return self.area, self.zones, self.lines

    def show(self, overlay: Overlay) -> None:
        """Show this overlay."""
        self.area.set_hexes(overlay.hexes)
        areas = []
        for number, zone in enumerate(overlay.zones):
            style = (
                style_of(overlay.kind, zone.side, number, self._counter_style) if zone.side else self._style
            )
            areas.append((zone.label, zone.hexes, style.colour, style_of_zone(number, style).pattern))
        self.zones.set_areas(areas)
        colours = [
            style_of(overlay.kind, boundary.side, 0, self._counter_style).colour if boundary.side else None
            for boundary in overlay.boundaries
        ]
        self.lines.set_lines(list(zip(overlay.boundaries, colours, strict=True)), overlay.traces)


def _deadline(item: QGraphicsItem) -> float:
    """The end of the time budget of the current frame."""
    until: float = getattr(item.scene(), "deadline", inf)
    return until


def _side(geometry: MapGeometry, side: str) -> QLineF | None:
    try:
        return geometry.side(side)
    except BadInput:
        return None
