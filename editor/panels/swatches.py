"""Palette icons, drawn with the code that draws the map."""

from __future__ import annotations

from math import inf
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsScene

from app.map.geometry import MapGeometry
from app.map.terrain.map_art import MapArt
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_layer import TerrainLayer
from engine.catalogue.document import Feature
from engine.hexes.grid import Grid
from engine.hexes.spec import GridSpec

EDGE: Final = 38
DRAW_SLICE_SECONDS: Final = 0.004
"""Time for drawing before events are processed again."""
_MIDDLE: Final = "0202"


Key = tuple[str, str, bool, float, object]
"""Palette, kind, dark theme, device pixel ratio, the look of its own."""
_drawn: dict[Key, QIcon] = {}


def swatch(palette: str, kind: str, night: bool, ratio: float = 1.0) -> QIcon:
    """Draw one hex or hexside of this kind completely."""
    icon = Swatch((palette, kind, night, ratio, None)).draw_on(inf)
    assert icon is not None
    return icon


class Swatch:
    """Draws an icon in slices; finished icons are cached."""

    def __init__(self, key: Key, art: MapArt | None = None) -> None:
        """`art` are the looks of the scenario."""
        self.key, self._art = key, art or MapArt()
        self._layer: TerrainLayer | None = None
        self._hex = QRectF()
        """The drawn hex."""
        self._scene = QGraphicsScene()

    def draw_on(self, seconds: float = DRAW_SLICE_SECONDS) -> QIcon | None:
        """Draw for this time; return the icon when it is finished."""
        if self.key not in _drawn:
            picture = self._picture(seconds)
            if picture is None:
                return None
            icon = _drawn[self.key] = QIcon()
            for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
                icon.addPixmap(picture, mode)
        return _drawn[self.key]

    def _picture(self, seconds: float) -> QPixmap | None:
        palette, kind, night, ratio, _ = self.key
        if self._layer is None:
            printed_map = _printed_map(palette, kind, self._art)
            self._hex = printed_map.geometry.rect(_MIDDLE)
            self._layer = TerrainLayer(self._scene, printed_map)
            self._layer.set_look(self._layer.art.desk, night)
        self._layer.begin_frame(seconds)
        pixmap = QPixmap(QSize(round(EDGE * ratio), round(EDGE * ratio)))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge, center = max(self._hex.width(), self._hex.height()), self._hex.center()
        source = QRectF(center.x() - edge / 2, center.y() - edge / 2, edge, edge)
        self._scene.render(painter, QRectF(0, 0, EDGE, EDGE), source)
        painter.end()
        return None if self._layer.unfinished else pixmap


def _printed_map(palette: str, kind: str, art: MapArt) -> PrintedMap:
    grid = Grid(GridSpec("flat", "even", 3, 3))
    printed_map = PrintedMap(MapGeometry(grid), art=art)
    if palette == "terrain":
        printed_map.terrain.update(dict.fromkeys(grid.hexes, kind))
    elif palette in ("features", "places"):
        printed_map.features[_MIDDLE] = (Feature(kind),)
    elif palette == "roads":
        for here in (grid.neighbor(_MIDDLE, 1), grid.neighbor(_MIDDLE, 4)):
            assert here is not None
            printed_map.hexsides[grid.hexside(_MIDDLE, here)] = (Feature(kind),)
    else:
        for direction in (1, 2, 3):
            printed_map.hexsides[grid.hexside_at(_MIDDLE, direction)] = (Feature(kind),)
    return printed_map
