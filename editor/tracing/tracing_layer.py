"""Graphics items for traced lines and the preview of the computed terrain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.overlays.area_art import Area
from app.map.terrain.line_style import line_style
from app.map.terrain.terrain_style import terrain_style
from editor.backdrop.alignment import Affine
from editor.backdrop.backdrop_layer import ABOVE_MAP_Z, transform_of
from editor.importers.geojson import GeoLayer
from editor.tracing.hexes_from_lines import Outcome
from editor.tracing.tracing_art import INKS, MIN_NAME_SCALE, TracingArt, TracingPicture, write_name

MAX_DIRECT_POINTS: Final = 3000
"""Files with more points are painted in the background."""
_AROUND: Final = 0.25
"""Extra margin around the view, as a fraction, for scrolling."""


class TracingItem(QGraphicsItem):
    """The lines of all files. `ask` requests a picture, which is delivered to `show_picture`."""

    def __init__(self, geometry: MapGeometry, ask: Callable[[TracingPicture], None]) -> None:
        super().__init__()
        self._geometry, self._ask = geometry, ask
        self._layers: tuple[tuple[str, GeoLayer], ...] = ()
        self._place = Affine()
        self._art, self._few = TracingArt(), True
        self._asked: TracingPicture | None = None
        self._picture: TracingPicture | None = None
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setZValue(ABOVE_MAP_Z + 1)

    def show_layers(self, layers: Sequence[tuple[str, GeoLayer]]) -> None:
        """Show these shapes in the colours of their roles."""
        self.prepareGeometryChange()
        self._layers = tuple(layers)
        self._few = sum(layer.points for _, layer in layers) <= MAX_DIRECT_POINTS
        self.update()

    def set_place(self, place: Affine) -> None:
        """Set the transform from degrees to scene points."""
        self._place = place
        self.update()

    def show_picture(self, picture: TracingPicture) -> None:
        """Show the requested picture."""
        self._picture = picture
        self.update()

    def boundingRect(self) -> QRectF:
        if not self._layers:
            return QRectF()
        reach = HEX_SIZE / 2
        return self._geometry.bounds.adjusted(-reach, -reach, reach, reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setClipRect(self.boundingRect())
        if self._few or widget is None:
            self._art.draw(painter, self._layers, self._place, option.exposedRect)
            return
        self._want(painter, widget)
        picture = self._picture
        if picture is not None and picture.image is not None:
            moved, is_valid = transform_of(picture.place).inverted()
            if is_valid:
                painter.setTransform(moved * transform_of(self._place), True)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(picture.seen, picture.image)

    def _want(self, painter: QPainter, widget: QWidget) -> None:
        """Request a picture of the visible part, unless it exists or is being painted."""
        inwards, _ = painter.worldTransform().inverted()
        view = inwards.mapRect(QRectF(widget.rect())) & self.boundingRect()
        ratio = painter.worldTransform().m11() * widget.devicePixelRatioF()
        wanted = TracingPicture(self._layers, self._place, view, ratio)
        if view.isEmpty() or (self._asked is not None and self._asked.serves(wanted)):
            return
        wide, tall = _AROUND * view.width(), _AROUND * view.height()
        more = view.adjusted(-wide, -tall, wide, tall) & self.boundingRect()
        self._asked = TracingPicture(self._layers, self._place, more, ratio)
        self._ask(self._asked)


class TracingResultArt:
    """The computed terrain prepared for painting; created in the background."""

    def __init__(self, geometry: MapGeometry, outcome: Outcome) -> None:
        self.outcome, self._geometry = outcome, geometry
        kinds: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for here, kind in outcome.terrain.items():
            kinds[kind][here] = ""
        self._areas = [
            Area(geometry, hexes, QColor(terrain_style(kind).fill), 205, rim=0.0)
            for kind, hexes in kinds.items()
        ]
        self._rivers: defaultdict[str, list[QLineF]] = defaultdict(list)
        for side, river in outcome.rivers.items():
            self._rivers[river.kind].append(geometry.side(side))
        self._roads = []
        for side in outcome.roads:
            a, b = geometry.lattice.split(side)
            self._roads.append(QLineF(geometry.centre(a), geometry.centre(b)))

    def paint(self, painter: QPainter, exposed: QRectF) -> None:
        """Paint terrain, rivers, roads and towns."""
        scale, round_ends = painter.worldTransform().m11(), Qt.PenCapStyle.RoundCap
        for area in self._areas:
            area.paint(painter, exposed)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for kind, lines in self._rivers.items():
            painter.setPen(QPen(QColor(line_style(kind).core).darker(130), 8, c=round_ends))
            painter.drawLines(lines)
        painter.setPen(QPen(QColor(INKS["roads"]), 5, c=round_ends))
        painter.drawLines(self._roads)
        font = painter.font()
        font.setPixelSize(max(1, round(12 / scale)))
        painter.setFont(font)
        for here, town in self.outcome.towns.items():
            centre = self._geometry.centre(here)
            painter.setPen(QPen(QColor("#ffffff"), 2))
            painter.setBrush(QColor("#202020"))
            painter.drawEllipse(centre, 9, 9)
            if scale >= MIN_NAME_SCALE and exposed.contains(centre):
                write_name(painter, centre + QPointF(12, 4 / scale), town.name, scale)


class TracingResultItem(QGraphicsItem):
    """The preview of the computed terrain over the map."""

    def __init__(self, geometry: MapGeometry) -> None:
        super().__init__()
        self._geometry = geometry
        self._art: TracingResultArt | None = None
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setZValue(89)

    def show_outcome(self, art: TracingResultArt | None) -> None:
        """Show this preview; None removes it."""
        self._art = art
        self.setVisible(art is not None)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._geometry.bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self._art is not None:
            self._art.paint(painter, option.exposedRect)
