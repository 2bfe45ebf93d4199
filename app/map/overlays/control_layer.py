"""Shows which side controls which hex, and the victory hexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.counters.counter_art import ink_on
from app.map.counters.counter_style import CounterStyle
from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.overlays.area_art import Area
from app.map.overlays.overlay_style import style_of
from app.map.terrain.feature_art import is_objective
from app.map.terrain.printed_map import PrintedMap

_OPEN: Final = "#6f6a60"
"""Colour of the flag of an uncontrolled victory hex."""


class ControlLayer(QGraphicsItem):
    """Draws tint and pattern of each side on its hexes, and a flag with the value on victory hexes."""

    def __init__(self, printed_map: PrintedMap, counter_style: CounterStyle) -> None:
        super().__init__()
        self._geometry: MapGeometry = printed_map.geometry
        self._counter_style = counter_style
        self._areas: list[Area] = []
        self._held: dict[str, str] = {}
        self.values = {
            place: next(feature.value for feature in there if is_objective(feature.kind))
            for place, there in printed_map.features.items()
            if any(is_objective(feature.kind) for feature in there)
        }
        """The victory hexes and their values; 0 if none is printed."""
        self._owned = {
            place: feature.side
            for place, there in printed_map.features.items()
            for feature in there
            if is_objective(feature.kind) and feature.side
        }
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_control(self, control: Mapping[str, str]) -> None:
        """Show who controls which hex; a victory hex not entered yet belongs to its printed owner."""
        name = self._geometry.lattice.first_name
        held = dict(self._owned)
        held.update((name(place), side) for place, side in control.items() if self._geometry.is_hex(place))
        if held == self._held:
            return
        self._held = held
        self._areas = []
        for side in dict.fromkeys(held.values()):
            style = style_of("control", side, 0, self._counter_style)
            hexes = {place: "" for place, holder in held.items() if holder == side}
            self._areas.append(Area(self._geometry, hexes, QColor(style.colour), 46, style.pattern, rim=1.8))
        self.update()

    def holder(self, place: str) -> str:
        """The side that controls a hex."""
        return self._held.get(place, "")

    def boundingRect(self) -> QRectF:
        return self._geometry.bounds.adjusted(-8, -8, 8, 8)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        for area in self._areas:
            area.paint(painter, option.exposedRect)
        scale = painter.worldTransform().m11()
        near = option.exposedRect.adjusted(-HEX_SIZE, -HEX_SIZE, HEX_SIZE, HEX_SIZE)
        for place, value in self.values.items():
            middle = self._geometry.centre(place)
            if near.contains(middle):
                self._paint_victory_hex(painter, place, value, scale)

    def _paint_victory_hex(self, painter: QPainter, place: str, value: int, scale: float) -> None:
        """A double outline in the colour of the owner, and a flag that no counter covers."""
        colour = QColor(self._counter_style.colour(self._held[place]) if place in self._held else _OPEN)
        grown = max(1.0, 0.42 / scale)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for rim, width in ((QColor("#fdfaf2"), 7.0), (colour.darker(120), 4.0)):
            painter.setPen(QPen(rim, width * grown, j=Qt.PenJoinStyle.RoundJoin))
            painter.drawPolygon(self._geometry.polygon(place, 0.9))
        foot = self._geometry.centre(place) + QPointF(-0.3 * HEX_SIZE, -0.42 * HEX_SIZE)
        tall, wide = 0.5 * HEX_SIZE * grown, 0.44 * HEX_SIZE * grown
        painter.setPen(QPen(QColor("#17140f"), 2.0 * grown, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(foot, foot - QPointF(0, tall))
        top = foot - QPointF(0, tall)
        cloth = [
            QPointF(0, 0),
            QPointF(wide, 0.08 * tall),
            QPointF(wide * 0.84, 0.32 * tall),
            QPointF(wide, 0.58 * tall),
            QPointF(0, 0.6 * tall),
        ]
        painter.setPen(QPen(QColor("#17140f"), 1.0 * grown, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([top + corner for corner in cloth]))
        if value:
            font = QFont("DejaVu Sans")
            font.setBold(True)
            font.setPixelSize(max(1, round(0.26 * HEX_SIZE * grown)))
            painter.setFont(font)
            painter.setPen(ink_on(colour))
            painter.drawText(
                QRectF(top, top + QPointF(wide * 0.9, 0.6 * tall)), Qt.AlignmentFlag.AlignCenter, str(value)
            )
