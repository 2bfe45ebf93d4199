"""Draws traced geographic data: thin lines, and towns with names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from editor.backdrop.alignment import Affine
from editor.backdrop.backdrop_layer import transform_of
from editor.importers.geojson import GeoLayer

INKS: Final = {
    "land": "#1b7f3b",
    "lakes": "#6a3fb5",
    "rivers": "#1565c0",
    "roads": "#b3361e",
    "towns": "#202020",
    "look": "#7a5c2e",
}
MIN_NAME_SCALE: Final = 0.45
"""Minimum scale for town names."""
_MAX_LINE_WIDTH_PX: Final = 4.0
"""Maximum line width in pixels."""
Layers = Sequence[tuple[str, GeoLayer]]
"""Role and shapes of each file."""


class TracingArt:
    """Draws the files; it caches polygons and is used by one thread at a time."""

    def __init__(self) -> None:
        self._strokes: dict[int, tuple[GeoLayer, list[QPolygonF]]] = {}

    def draw(self, painter: QPainter, layers: Layers, place: Affine, seen: QRectF) -> None:
        """Draw everything in a part of the scene."""
        shown = {id(layer) for _, layer in layers}
        self._strokes = {key: made for key, made in self._strokes.items() if key in shown}
        scale, laid = painter.worldTransform().m11(), transform_of(place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        reach = _MAX_LINE_WIDTH_PX / scale
        around = seen.adjusted(-reach, -reach, reach, reach)
        for role, layer in layers:
            drawn = [line for stroke in self._lines(layer) if _crosses(line := laid.map(stroke), around)]
            for colour, width in ((QColor(255, 255, 255, 190), 3.4), (QColor(INKS[role]), 1.5)):
                painter.setPen(QPen(colour, width / scale))
                for line in drawn:
                    painter.drawPolyline(line)
        font = painter.font()
        font.setPixelSize(max(1, round(12 / scale)))
        painter.setFont(font)
        for role, layer in layers:
            painter.setBrush(QColor(INKS[role]))
            for shape in layer.shapes:
                if shape.kind == "point" and around.contains(spot := laid.map(QPointF(*shape.parts[0][0]))):
                    painter.setPen(QPen(QColor("#ffffff"), 1.4 / scale))
                    painter.drawEllipse(spot, 3.4 / scale, 3.4 / scale)
                    if scale >= MIN_NAME_SCALE:
                        write_name(painter, spot + QPointF(7 / scale, 4 / scale), shape.name, scale)

    def _lines(self, layer: GeoLayer) -> list[QPolygonF]:
        """The lines of a file in degrees."""
        if id(layer) not in self._strokes:
            made = [
                QPolygonF([QPointF(x, y) for x, y in part])
                for shape in layer.shapes
                if shape.kind != "point"
                for part in shape.parts
            ]
            self._strokes[id(layer)] = (layer, made)
        return self._strokes[id(layer)][1]


class TracingPicture(Struct, frozen=True):
    """A picture of a part of the scene, painted in the background."""

    layers: tuple[tuple[str, GeoLayer], ...]
    place: Affine
    seen: QRectF
    scale: float
    """Pixels per scene unit."""
    image: QImage | None = None

    def painted(self, art: TracingArt) -> TracingPicture:
        """Return a copy with the painted picture."""
        size = QSize(
            max(1, round(self.seen.width() * self.scale)), max(1, round(self.seen.height() * self.scale))
        )
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        try:
            painter.scale(self.scale, self.scale)
            painter.translate(-self.seen.topLeft())
            art.draw(painter, self.layers, self.place, self.seen)
        finally:
            painter.end()
        return TracingPicture(self.layers, self.place, self.seen, self.scale, image)

    def serves(self, other: TracingPicture) -> bool:
        """Whether it covers the requested part."""
        same = len(self.layers) == len(other.layers) and all(
            mine[0] == theirs[0] and mine[1] is theirs[1]
            for mine, theirs in zip(self.layers, other.layers, strict=False)
        )
        near = abs(self.scale - other.scale) < self.scale / 100
        return same and near and self.place == other.place and self.seen.contains(other.seen)


def _crosses(line: QPolygonF, seen: QRectF) -> bool:
    """Whether a line may be visible; Qt treats a straight line as an empty rectangle."""
    return line.boundingRect().adjusted(-1e-6, -1e-6, 1e-6, 1e-6).intersects(seen)


def write_name(painter: QPainter, at: QPointF, text: str, scale: float) -> None:
    """Draw dark text with a light outline, readable on any terrain."""
    if not text:
        return
    letters = QPainterPath()
    letters.addText(at, painter.font(), text)
    painter.strokePath(letters, QPen(QColor(255, 255, 255, 210), 3 / scale))
    painter.fillPath(letters, QColor("#202020"))
