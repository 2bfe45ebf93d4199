"""Traced geography as thin lines on the map, and the preview of the hexes it would become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.line_style import line_style
from app.map.terrain_style import terrain_style
from editor.backdrop_fit import Affine
from editor.backdrop_layer import OVER_SHEET, transform_of
from editor.importers.geojson import GeoLayer
from editor.tracing_hexes import Outcome

INKS: Final = {
    "land": "#1b7f3b",
    "lakes": "#6a3fb5",
    "rivers": "#1565c0",
    "roads": "#b3361e",
    "towns": "#202020",
    "look": "#7a5c2e",
}
_NAMES_FROM: Final = 0.45
"""The scale from which names are written beside towns."""


class TracingItem(QGraphicsItem):
    """The lines of all files; each is a path in degrees, drawn through where they lie."""

    def __init__(self, geometry: MapGeometry) -> None:
        super().__init__()
        self._geometry = geometry
        self._paths: list[tuple[str, QPainterPath]] = []
        self._towns: list[tuple[QPointF, str, str]] = []
        self._place = Affine()
        self._drawn: list[tuple[str, QPainterPath]] = []
        """The paths where they lie."""
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(OVER_SHEET + 1)

    def show_layers(self, layers: Sequence[tuple[str, GeoLayer]]) -> None:
        """Show these shapes, each in the colour of what it is."""
        self.prepareGeometryChange()
        self._paths, self._towns = [], []
        for role, layer in layers:
            path = QPainterPath()
            for shape in layer.shapes:
                if shape.kind == "point":
                    self._towns.append((QPointF(*shape.parts[0][0]), shape.name, role))
                    continue
                for part in shape.parts:
                    path.moveTo(*part[0])
                    for point in part[1:]:
                        path.lineTo(*point)
            self._paths.append((role, path))
        self.lay(self._place)

    def lay(self, place: Affine) -> None:
        """Put it elsewhere: degrees to points of the scene."""
        self.prepareGeometryChange()
        self._place = place
        laid = transform_of(place)
        self._drawn = [(role, laid.map(path)) for role, path in self._paths]

    def boundingRect(self) -> QRectF:
        if not self._paths:
            return QRectF()
        reach = HEX_SIZE / 2
        return self._geometry.bounds.adjusted(-reach, -reach, reach, reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.boundingRect())
        laid = transform_of(self._place)
        for role, drawn in self._drawn:
            for colour, width in ((QColor(255, 255, 255, 190), 3.4), (QColor(INKS[role]), 1.5)):
                painter.setPen(QPen(colour, width / scale))
                painter.drawPath(drawn)
        font = painter.font()
        font.setPixelSize(max(1, round(12 / scale)))
        painter.setFont(font)
        for at, name, role in self._towns:
            spot = laid.map(at)
            painter.setPen(QPen(QColor("#ffffff"), 1.4 / scale))
            painter.setBrush(QColor(INKS[role]))
            painter.drawEllipse(spot, 3.4 / scale, 3.4 / scale)
            if scale >= _NAMES_FROM:
                _write(painter, spot + QPointF(7 / scale, 4 / scale), name, scale)


class OutcomeItem(QGraphicsItem):
    """What the map would become, laid over what it is."""

    def __init__(self, geometry: MapGeometry) -> None:
        super().__init__()
        self._geometry = geometry
        self._outcome = Outcome()
        self._areas: list[tuple[QColor, QPainterPath]] = []
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(89)

    def show_outcome(self, outcome: Outcome) -> None:
        """Show this one; an empty one takes the preview off."""
        self.prepareGeometryChange()
        self._outcome = outcome
        kinds: dict[str, list[str]] = {}
        for here, kind in outcome.terrain.items():
            kinds.setdefault(kind, []).append(here)
        self._areas = []
        for kind, hexes in kinds.items():
            colour = QColor(terrain_style(kind).fill)
            colour.setAlpha(205)
            self._areas.append((colour, self._geometry.outline(hexes)))

    def boundingRect(self) -> QRectF:
        return self._geometry.bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, area in self._areas:
            painter.setPen(QPen(QColor(70, 60, 40, 90), 1 / scale))
            painter.setBrush(colour)
            painter.drawPath(area)
        round_ends = Qt.PenCapStyle.RoundCap
        for side, river in self._outcome.rivers.items():
            painter.setPen(QPen(QColor(line_style(river.kind).core).darker(130), 8, c=round_ends))
            painter.drawLine(self._geometry.side(side))
        painter.setPen(QPen(QColor(INKS["roads"]), 5, c=round_ends))
        for side in self._outcome.roads:
            a, b = self._geometry.lattice.split(side)
            painter.drawLine(self._geometry.centre(a), self._geometry.centre(b))
        font = painter.font()
        font.setPixelSize(max(1, round(12 / scale)))
        painter.setFont(font)
        for here, town in self._outcome.towns.items():
            centre = self._geometry.centre(here)
            painter.setPen(QPen(QColor("#ffffff"), 2))
            painter.setBrush(QColor("#202020"))
            painter.drawEllipse(centre, 9, 9)
            if scale >= _NAMES_FROM:
                _write(painter, centre + QPointF(12, 4 / scale), town.name, scale)


def _write(painter: QPainter, at: QPointF, text: str, scale: float) -> None:
    """Dark letters with a light rim, to be read on any ground."""
    if not text:
        return
    letters = QPainterPath()
    letters.addText(at, painter.font(), text)
    painter.strokePath(letters, QPen(QColor(255, 255, 255, 210), 3 / scale))
    painter.fillPath(letters, QColor("#202020"))
