"""Lines on the map: boundaries along hexsides, and supply or command traces from hex to hex."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import log2
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.overlays.area_art import write_tag
from app.map.overlays.overlay_style import OverlayStyle
from engine.bad_input import BadInput
from engine.hexes.lattice import Vertex
from engine.referee.view import Boundary, Trace

_PAPER: Final = QColor(255, 250, 235, 225)
_CUT: Final = QColor("#b3261e")
BOUNDARY: Final = (3.2, 1.0, 0.9, 1.0)
"""Dash pattern of a boundary."""
BROKEN: Final = (4.0, 1.7)
"""Dash pattern of the traces of every side but the first."""
THINNEST: Final = 4.4
"""Width of a trace that is used once, in units of the map; others are wider."""
LEAST_PIXELS: Final = 2.8
"""Width of a trace on the screen, however small the map is drawn."""
_NAME_EVERY: Final = 10
"""Hexsides of a boundary per repetition of its name."""


class LinesOverlay(QGraphicsItem):
    """The boundaries and traces of one overlay."""

    def __init__(self, geometry: MapGeometry, style: OverlayStyle) -> None:
        super().__init__()
        self._geometry = geometry
        self._colour = QColor(style.colour)
        self._dash = BROKEN if style.broken else ()
        self._boundaries: list[tuple[QColor, QPainterPath]] = []
        self._names: list[tuple[QPointF, str]] = []
        self._segments: dict[tuple[str, str], int] = {}
        self._starts: list[QPointF] = []
        self._sources: list[QPointF] = []
        self._breaks: list[QPointF] = []
        self._cut_ways: list[QPolygonF] = []
        self._rect = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_lines(self, boundaries: Iterable[tuple[Boundary, str | None]], traces: Iterable[Trace]) -> None:
        """Show boundaries and traces; a boundary without a colour gets that of the overlay."""
        self.prepareGeometryChange()
        self._boundaries, self._names = [], []
        for boundary, colour in boundaries:
            self._add_boundary(boundary, QColor(colour) if colour else self._colour)
        self._set_traces(list(traces))
        rect = QRectF()
        for _, path in self._boundaries:
            rect |= path.boundingRect().adjusted(-1, -1, 1, 1)
        for spot in (*self._starts, *self._sources, *self._breaks):
            rect |= QRectF(spot.x() - 1, spot.y() - 1, 2, 2)
        for a, b in self._segments:
            rect |= (
                QRectF(self._geometry.centre(a), self._geometry.centre(b)).normalized().adjusted(-1, -1, 1, 1)
            )
        wide = max((len(name) for _, name in self._names), default=0) * 8 + HEX_SIZE
        self._rect = rect.adjusted(-wide, -HEX_SIZE, wide, HEX_SIZE) if not rect.isEmpty() else rect

    def _add_boundary(self, boundary: Boundary, colour: QColor) -> None:
        path = QPainterPath()
        for chain in chains(self._geometry, boundary.hexsides):
            path.addPolygon(QPolygonF(chain))
            if boundary.label:
                times = max(1, round(len(chain) / _NAME_EVERY))
                for time in range(times):
                    at = min(len(chain) - 2, int((time + 0.5) * len(chain) / times))
                    self._names.append(((chain[at] + chain[at + 1]) / 2, boundary.label))
        self._boundaries.append((colour, path))

    def _set_traces(self, traces: Sequence[Trace]) -> None:
        used: Counter[tuple[str, str]] = Counter()
        self._starts, self._sources, self._breaks, self._cut_ways = [], [], [], []
        labels: dict[tuple[float, float], tuple[QPointF, str]] = {}
        for trace in traces:
            path = [place for place in trace.path if self._geometry.is_hex(place)]
            if not path:
                continue
            start, end = self._geometry.centre(path[0]), self._geometry.centre(path[-1])
            self._starts.append(start)
            if trace.cut:
                self._breaks.append(end)
                self._cut_ways.append(QPolygonF([self._geometry.centre(place) for place in path]))
            else:
                self._sources.append(end)
                used.update((min(pair), max(pair)) for pair in pairwise(path))
            if trace.label:
                labels[end.x(), end.y()] = (end + QPointF(0, 0.77 * HEX_SIZE), trace.label)
        self._segments = dict(used)
        self._names += labels.values()

    @property
    def segments(self) -> frozenset[tuple[str, str]]:
        """The distinct steps of all traces that reach their source."""
        return frozenset(self._segments)

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, path in self._boundaries:
            width = max(4.4, 2.2 / scale)
            painter.setPen(_pen(_PAPER, width * 1.8))
            painter.drawPath(path)
            pen = _pen(colour, width, Qt.PenCapStyle.FlatCap)
            pen.setDashPattern(list(BOUNDARY))
            painter.setPen(pen)
            painter.drawPath(path)
        self._paint_traces(painter, scale)
        if HEX_SIZE * scale >= 9:
            size = min(26.0, max(11.0, 10 / scale))
            for spot, name in self._names:
                write_tag(painter, spot, name, size)

    def _paint_traces(self, painter: QPainter, scale: float) -> None:
        by_width: defaultdict[float, list[QLineF]] = defaultdict(list)
        for (a, b), times in self._segments.items():
            by_width[THINNEST + min(3.2, 0.8 * log2(times))].append(
                QLineF(self._geometry.centre(a), self._geometry.centre(b))
            )
        least = LEAST_PIXELS / scale
        for width, lines in by_width.items():
            painter.setPen(_pen(_PAPER, max(width, least) * 1.9))
            painter.drawLines(lines)
        for width, lines in by_width.items():
            pen = _pen(self._colour, max(width, least), Qt.PenCapStyle.FlatCap if self._dash else None)
            if self._dash:
                pen.setDashPattern(list(self._dash))
            painter.setPen(pen)
            painter.drawLines(lines)
        for colour, width in ((_PAPER, 7.6), (_CUT, 4.4)):
            pen = _pen(colour, max(width, least))
            if colour is _CUT:
                pen.setDashPattern([0.2, 2.0])
            painter.setPen(pen)
            for way in self._cut_ways:
                painter.drawPolyline(way)
        self._paint_ends(painter, max(1.0, 0.45 / scale))

    def _paint_ends(self, painter: QPainter, grown: float) -> None:
        """Draw the start of each trace, a ring around its source, and the place where it is cut."""
        painter.setPen(QPen(_PAPER, 1.6))
        painter.setBrush(self._colour)
        for spot in self._starts:
            painter.drawEllipse(spot, 4.6 * grown, 4.6 * grown)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        around = 0.77 * HEX_SIZE
        for colour, width in ((_PAPER, 4.4), (self._colour, 2.4)):
            painter.setPen(QPen(colour, width * grown))
            for spot in {(spot.x(), spot.y()): spot for spot in self._sources}.values():
                painter.drawEllipse(spot, around, around)
        for spot in self._breaks:
            self._paint_break(painter, spot, around, grown)

    def _paint_break(self, painter: QPainter, spot: QPointF, around: float, grown: float) -> None:
        reach = 6.0 * grown
        corner = spot + QPointF(0.62 * HEX_SIZE, -0.42 * HEX_SIZE)
        for colour, width in ((_PAPER, 6.0), (_CUT, 3.2)):
            ring = _pen(colour, width * 0.8 * grown, Qt.PenCapStyle.FlatCap)
            if colour is _CUT:
                ring.setDashPattern([2.0, 1.4])
            painter.setPen(ring)
            painter.drawEllipse(spot, around, around)
            painter.setPen(_pen(colour, width * grown))
            painter.drawLine(corner + QPointF(-reach, -reach), corner + QPointF(reach, reach))
            painter.drawLine(corner + QPointF(-reach, reach), corner + QPointF(reach, -reach))


def chains(geometry: MapGeometry, hexsides: Iterable[str]) -> Iterator[list[QPointF]]:
    """Hexsides in any order joined to lines; a line ends where three hexsides meet."""
    arms: defaultdict[Vertex, list[Vertex]] = defaultdict(list)
    for side in dict.fromkeys(hexsides):
        try:
            a, b = geometry.lattice.vertices(side)
        except BadInput:
            continue  # A boundary may extend beyond the part of the map in play.
        arms[a].append(b)
        arms[b].append(a)
    ends = {node for node, others in arms.items() if len(others) != 2}
    for start in (*sorted(ends), *sorted(arms)):
        while arms[start]:
            chain = [start]
            while arms[chain[-1]]:
                here = chain[-1]
                chain.append(arms[here].pop())
                arms[chain[-1]].remove(here)
                if chain[-1] in ends:
                    break
            yield [geometry.vertex(node) for node in chain]


def _pen(colour: QColor, width: float, cap: Qt.PenCapStyle | None = None) -> QPen:
    return QPen(
        colour, width, Qt.PenStyle.SolidLine, cap or Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    )
