"""The scenario marks on the printed map: areas with names, and start lines."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from app.map.counters.counter_style import CounterStyle
from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.overlays.area_art import Area, middles, tag_width, write_tag
from app.map.overlays.start_line_layer import DrawnLine, drawn_lines
from editor.map.region_art import areas_of
from engine.catalogue.document import ScenarioDocument

_TINT: Final = 30
_NAME: Final = 13.0
"""Text height of area names, in scene units."""
ON_PAPER: Final = 1.0
"""Line scale for paper."""


class MapMarks:
    """The chosen marks. On paper areas have a border and a tint, because patterns would hide the terrain."""

    def __init__(
        self, document: ScenarioDocument, geometry: MapGeometry, regions: bool, start_lines: bool
    ) -> None:
        self._areas: list[Area] = []
        self._names: list[tuple[QPointF, str]] = []
        self._lines: list[DrawnLine] = []
        if regions:
            found = areas_of((*document.map.regions, *document.regions), geometry.lattice)
            for name, hexes, colour, _ in found:
                self._areas.append(Area(geometry, dict.fromkeys(hexes, ""), QColor(colour), _TINT))
                self._names += [
                    (_inside(middle, name, geometry.bounds), name) for middle in middles(geometry, hexes)
                ]
        if start_lines:
            titles = {side.key: side.title for side in document.sides}
            self._lines = drawn_lines(geometry, CounterStyle.of(document), document.start_lines, titles)

    def paint_areas(self, painter: QPainter, area: QRectF) -> None:
        """Paint borders and tints, below roads and text."""
        for region in self._areas:
            region.paint(painter, area)

    def paint_lines(self, painter: QPainter, area: QRectF, scale: float = ON_PAPER) -> None:
        """Paint start lines, below numbers and text."""
        for line in self._lines:
            line.paint(painter, scale, area)

    def paint_names(self, painter: QPainter, area: QRectF) -> None:
        """Paint the area names, above everything else."""
        reach = _NAME * max((len(name) for _, name in self._names), default=0)
        near = area.adjusted(-reach, -HEX_SIZE, reach, HEX_SIZE)
        for middle, name in self._names:
            if near.contains(middle):
                write_tag(painter, middle, name, _NAME)


def _inside(middle: QPointF, name: str, bounds: QRectF) -> QPointF:
    """The position of a name, moved inside the map."""
    wide = tag_width(name, _NAME) / 2 + 1
    if bounds.width() < 2 * wide:
        return middle
    return QPointF(min(max(middle.x(), bounds.left() + wide), bounds.right() - wide), middle.y())
