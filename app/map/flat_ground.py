"""The ground in plain colours, hex by hex: what a map that was just opened shows until it is painted."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QPolygonF

from app.map.ground import Ground
from app.map.overview import Overview
from app.map.terrain_style import terrain_style

MOST: Final = 1500
"""Hexes that can be drawn one by one within a frame."""


class FlatGround:
    """One picture of what is in the window; made once, as long as the window looks there."""

    def __init__(self, ground: Ground, overview: Overview) -> None:
        self._ground, self._overview = ground, overview
        self._rect, self._scale = QRect(), 0.0
        self._picture = QPixmap()

    def paint(self, painter: QPainter, rect: QRect, scale: float) -> None:
        """Lay it down; `rect` is in pixels of the map at this scale."""
        area = QRectF(rect.x() / scale, rect.y() / scale, rect.width() / scale, rect.height() / scale)
        if scale != self._scale or not self._rect.contains(rect):
            self._rect, self._scale = QRect(rect), scale
            self._picture = self._drawn(area)
        corner = QRectF(self._rect.topLeft(), rect.size()).topLeft()
        part = QRectF(rect.x() - corner.x(), rect.y() - corner.y(), rect.width(), rect.height())
        painter.drawPixmap(area, self._picture, part)

    def _drawn(self, area: QRectF) -> QPixmap:
        picture = QPixmap(self._rect.size())
        picture.fill(self._overview.desk)
        painter = QPainter(picture)
        painter.translate(-self._rect.x(), -self._rect.y())
        painter.scale(self._scale, self._scale)
        self._overview.draw(painter, area)
        geometry = self._ground.geometry
        if area.width() * area.height() < MOST * 2 * geometry.half_width * geometry.half_height:
            painter.setPen(Qt.PenStyle.NoPen)
            outline = QPolygonF([QPointF(dx, dy) for dx, dy in geometry.corner_offsets])
            colours: dict[str, QColor] = {}
            for here in geometry.hexes_in(area):
                fill = terrain_style(self._ground.kind(here)).fill
                painter.setBrush(colours.setdefault(fill, self._overview.colour(fill)))
                painter.drawConvexPolygon(outline.translated(geometry.centre(here)))
        painter.end()
        return picture
