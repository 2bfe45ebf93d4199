"""Pictures of a map, and how they are compared."""

from __future__ import annotations

from math import inf

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene

from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_layer import TerrainLayer


def picture(layer: TerrainLayer, scene: QGraphicsScene, scale: float) -> QImage:
    """The whole map at a scale."""
    bounds = layer.printed_map.geometry.bounds
    image = QImage(int(bounds.width() * scale), int(bounds.height() * scale), QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    layer.begin_frame(inf)
    painter = QPainter(image)
    painter.scale(scale, scale)
    scene.render(painter, QRectF(0, 0, bounds.width(), bounds.height()), bounds)
    painter.end()
    return image


def differing(first: QImage, second: QImage) -> list[tuple[int, int]]:
    """The pixels that are clearly not alike."""
    return [
        (x, y)
        for x in range(first.width())
        for y in range(first.height())
        if first.pixel(x, y) != second.pixel(x, y)
        and distance(first.pixelColor(x, y), second.pixelColor(x, y)) > 24
    ]


def drawn_anew(land: PrintedMap, scale: float) -> QImage:
    """The picture of a map that nobody has edited."""
    scene = QGraphicsScene()
    anew = PrintedMap(land.geometry, land.terrain, land.features, land.hexsides, land.labels)
    return picture(TerrainLayer(scene, anew), scene, scale)


def distance(first: QColor, second: QColor) -> int:
    return max(
        abs(first.red() - second.red()),
        abs(first.green() - second.green()),
        abs(first.blue() - second.blue()),
    )
