"""Small pictures of kinds for the palette, drawn by the same hand as the map."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsScene

from app.map.geometry import MapGeometry
from app.map.ground import Ground
from app.map.terrain_layer import TerrainLayer
from engine.catalogue.document import Feature
from engine.hexes.grid import Grid
from engine.hexes.spec import GridSpec

EDGE: Final = 38
_MIDDLE: Final = "0202"


@lru_cache(maxsize=512)
def swatch(palette: str, kind: str, night: bool, ratio: float = 1.0) -> QIcon:
    """One hex or hexside of this kind."""
    grid = Grid(GridSpec("flat", "even", 3, 3))
    ground = Ground(MapGeometry(grid))
    if palette == "terrain":
        ground.terrain.update(dict.fromkeys(grid.hexes, kind))
    elif palette in ("features", "places"):
        ground.features[_MIDDLE] = (Feature(kind),)
    elif palette == "roads":
        for here in (grid.neighbor(_MIDDLE, 1), grid.neighbor(_MIDDLE, 4)):
            assert here is not None
            ground.hexsides[grid.hexside(_MIDDLE, here)] = (Feature(kind),)
    else:
        for direction in (1, 2, 3):
            ground.hexsides[grid.hexside_at(_MIDDLE, direction)] = (Feature(kind),)
    picture, icon = _picture(ground, night, ratio), QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
        icon.addPixmap(picture, mode)
    return icon


def _picture(ground: Ground, night: bool, ratio: float) -> QPixmap:
    scene = QGraphicsScene()
    layer = TerrainLayer(scene, ground)
    layer.set_look(layer.art.desk, night)
    layer.begin_frame(float("inf"))
    pixmap = QPixmap(QSize(round(EDGE * ratio), round(EDGE * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    geometry = ground.geometry
    rect = geometry.rect(_MIDDLE)
    edge = max(rect.width(), rect.height())
    source = QRectF(rect.center().x() - edge / 2, rect.center().y() - edge / 2, edge, edge)
    scene.render(painter, QRectF(0, 0, EDGE, EDGE), source)
    painter.end()
    return pixmap
