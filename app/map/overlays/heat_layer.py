"""A heat map: how much of something there was in each hex."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import HEX_SIZE, MapGeometry

COLD: Final = (255, 214, 77, 120)
HOT: Final = (176, 0, 32, 225)
"""The colours of the least and of the greatest value (red, green, blue, opacity); the stronger is darker."""
NUMBERS_FROM_PX: Final = 20
"""Size of a hex from which its number is written into it."""
_DARK_FROM: Final = 0.45


def heat_colour(share: float) -> QColor:
    """The colour of a share of the greatest value, from 0 to 1."""
    share = max(0.0, min(1.0, share))
    return QColor(*(round(low + (high - low) * share) for low, high in zip(COLD, HOT, strict=True)))


class HeatLayer(QGraphicsItem):
    """Tints each hex with a value; from near, the value stands in it."""

    def __init__(self, geometry: MapGeometry) -> None:
        super().__init__()
        self._geometry = geometry
        self.values: dict[str, float] = {}
        """By hex; places that are no hexes of the map are left out."""
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_values(self, values: Mapping[str, float]) -> None:
        """Show these values."""
        name = self._geometry.lattice.first_name
        self.values = {name(place): value for place, value in values.items() if self._geometry.is_hex(place)}
        self.update()

    @property
    def greatest(self) -> float:
        """The greatest value; 0 without any."""
        return max(self.values.values(), default=0.0)

    def boundingRect(self) -> QRectF:
        return self._geometry.bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        greatest, near = self.greatest, option.exposedRect.adjusted(-HEX_SIZE, -HEX_SIZE, HEX_SIZE, HEX_SIZE)
        written = painter.worldTransform().m11() * HEX_SIZE >= NUMBERS_FROM_PX
        font = QFont(painter.font())
        font.setBold(True)
        font.setPixelSize(round(0.5 * HEX_SIZE))
        painter.setFont(font)
        for place, value in self.values.items():
            middle = self._geometry.centre(place)
            if greatest <= 0 or not near.contains(middle):
                continue
            share = sqrt(value / greatest)  # Small values stay visible beside a great one.
            painter.setPen(QPen(QColor(90, 0, 16, 160), 1.5))
            painter.setBrush(heat_colour(share))
            painter.drawPolygon(self._geometry.polygon(place, 0.96))
            if written:
                painter.setPen(QColor("#ffffff" if share > _DARK_FROM else "#2b1200"))
                room = QRectF(middle - QPointF(HEX_SIZE, HEX_SIZE), middle + QPointF(HEX_SIZE, HEX_SIZE))
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter, rate_text(value))


def rate_text(value: float) -> str:
    """A number of a game, with as many decimals as say something."""
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 0.095 else f"{value:.2f}"
