"""What the stamp would put down, drawn lightly where the pointer is: one sees which way round it lies."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import sqrt
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.line_style import line_style
from app.map.terrain_style import terrain_style
from editor.clip import Clip
from engine.hexes.cubes import STEPS, Cube

_STRENGTH: Final = 0.82
_MARK: Final = 0.16
"""The size of the mark for a feature, in hex sizes."""


class ClipGhost(QGraphicsItem):
    """A clip around its own origin; it is moved to the hex under the pointer."""

    def __init__(self, geometry: MapGeometry) -> None:
        super().__init__()
        self._geometry = geometry
        self._ground: dict[str, QPainterPath] = {}
        """The hexes of each colour."""
        self._lines: list[tuple[int, QLineF, QPen]] = []
        self._marks: list[QPointF] = []
        self._rect = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setOpacity(_STRENGTH)
        self.hide()

    def show_clip(self, clip: Clip, parts: Collection[str]) -> None:
        """Draw this one from now on, with these of its parts."""
        self.prepareGeometryChange()
        self._ground, self._lines, self._marks, self._rect = {}, [], [], QRectF()
        for cube, found in clip.hexes.items():
            middle = self._middle(cube)
            outline = QPolygonF([middle + QPointF(*offset) for offset in self._geometry.corner_offsets])
            self._rect |= outline.boundingRect()
            if "terrain" in parts and found.terrain:
                self._ground.setdefault(terrain_style(found.terrain).fill, QPainterPath()).addPolygon(outline)
            if any(part in parts and getattr(found, part) for part in ("features", "places")):
                self._marks.append(middle)
        if "hexsides" in parts:
            self._lines = sorted(self._drawn(clip), key=lambda drawn: drawn[0])

    def _middle(self, cube: Cube) -> QPointF:
        along, across = 1.5 * HEX_SIZE, sqrt(3) * HEX_SIZE
        if self._geometry.flat:
            return QPointF(along * cube.q, across * (cube.r + cube.q / 2))
        return QPointF(across * (cube.q + cube.r / 2), along * cube.r)

    def _drawn(self, clip: Clip) -> Iterator[tuple[int, QLineF, QPen]]:
        steps = STEPS["flat" if clip.flat else "pointy"]
        corners = self._geometry.corner_offsets
        for cube, way, found in clip.sides:
            here, step = self._middle(cube), steps[way]
            there = self._middle(Cube(cube.q + step.q, cube.r + step.r))
            edge = QLineF(here + QPointF(*corners[way - 1]), here + QPointF(*corners[way]))
            for feature, _ in found:
                style = line_style(feature.kind)
                line = QLineF(here, there) if style.course == "path" else edge
                if style.course == "across":
                    line = QLineF(edge.center() - (there - here) / 6, edge.center() + (there - here) / 6)
                pen = QPen(QColor(style.casing or style.core), max(style.width, 3.0))
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                yield style.rank, line, pen

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-HEX_SIZE, -HEX_SIZE, HEX_SIZE, HEX_SIZE)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, area in self._ground.items():
            painter.fillPath(area, QColor(colour))
        for _, line, pen in self._lines:
            painter.setPen(pen)
            painter.drawLine(line)
        painter.setPen(QPen(QColor("#ffffff"), 2.0))
        painter.setBrush(QColor("#3b3733"))
        for middle in self._marks:
            painter.drawEllipse(middle, _MARK * HEX_SIZE, _MARK * HEX_SIZE)
