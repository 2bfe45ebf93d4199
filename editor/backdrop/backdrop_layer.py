"""Graphics items for reference pictures: the picture and its pins."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import Chunk, MapGeometry
from app.map.overlays.area_art import write_tag
from app.map.terrain.board_art import draw_level
from editor.backdrop.alignment import Affine, Point
from editor.map.tool_preview import INK

ABOVE_MAP_Z: Final = 12
"""Z value above the printed map, below regions, units and previews."""


def transform_of(place: Affine) -> QTransform:
    """Convert to a QTransform."""
    return QTransform(place.a, place.b, place.c, place.d, place.e, place.f)


class PictureItem(QGraphicsItem):
    """A picture on the map, with mipmaps for small zoom levels."""

    def __init__(self, geometry: MapGeometry, terrain: dict[str, str]) -> None:
        super().__init__()
        self._geometry, self._terrain = geometry, terrain
        self._levels: list[QImage] = []
        self._place = Affine()
        self._below = False
        self._bare: dict[tuple[int, int], QPainterPath] = {}
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(ABOVE_MAP_Z)

    @property
    def place(self) -> Affine:
        """Transform from pixels to scene points."""
        return self._place

    def show_picture(self, levels: Sequence[QImage]) -> None:
        """Show this picture with its mipmaps; an empty list removes it."""
        self.prepareGeometryChange()
        self._levels = list(levels)

    def set_place(self, place: Affine, below: bool) -> None:
        """Set the placement; `below` shows it only where there is no terrain."""
        self.prepareGeometryChange()
        self._place, self._below = place, below

    def follow(self, hexes: Collection[str]) -> None:
        """Terrain has changed in these hexes."""
        if len(hexes) > len(self._bare):
            self._bare.clear()
        for here in hexes if self._bare else ():
            if self._geometry.is_hex(here):
                for chunk in self._geometry.chunks_of(here):
                    self._bare.pop(chunk.key, None)
        if self._below:
            self.update()

    def boundingRect(self) -> QRectF:
        if not self._levels:
            return QRectF()
        whole = QRectF(0, 0, self._levels[0].width(), self._levels[0].height())
        covered = transform_of(self._place).mapRect(whole)
        return covered & self._geometry.bounds if self._below else covered

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if not self._levels:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if not self._below:
            self._draw(painter)
            return
        chunks = list(self._geometry.chunks_in(option.exposedRect))
        if all(len(chunk.hexes) == self._bare_hexes(chunk) for chunk in chunks):
            painter.setClipRect(self._geometry.bounds)
            self._draw(painter)
            return
        for chunk in chunks:
            bare = self._bare_path(chunk)
            if not bare.isEmpty():
                painter.save()
                painter.setClipRect(chunk.rect)
                painter.setClipPath(bare, Qt.ClipOperation.IntersectClip)
                self._draw(painter)
                painter.restore()

    def _bare_hexes(self, chunk: Chunk) -> int:
        return sum(here not in self._terrain for here in chunk.hexes)

    def _bare_path(self, chunk: Chunk) -> QPainterPath:
        found = self._bare.get(chunk.key)
        if found is None:
            hexes = [here for here in chunk.hexes if here not in self._terrain]
            found = self._bare[chunk.key] = self._geometry.outline(hexes)
        return found

    def _draw(self, painter: QPainter) -> None:
        painter.save()
        painter.setTransform(transform_of(self._place), True)
        draw_level(painter, self._levels)
        painter.restore()


class PinsItem(QGraphicsItem):
    """The alignment pins with their hexes, and the pin that is being dragged."""

    def __init__(self) -> None:
        super().__init__()
        self._pins: list[tuple[QPointF, str]] = []
        self._pull: tuple[QPointF, QPointF] | None = None
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(96)

    def show_pins(
        self, pins: Sequence[tuple[Point, str]], pull: tuple[QPointF, QPointF] | None = None
    ) -> None:
        """Show these pins; `pull` is the start and end of the current drag."""
        self.prepareGeometryChange()
        self._pins = [(QPointF(*at), text) for at, text in pins]
        self._pull = pull

    def boundingRect(self) -> QRectF:
        points = [at for at, _ in self._pins] + list(self._pull or ())
        if not points:
            return QRectF()
        return QPolygonF(points).boundingRect().adjusted(-200, -200, 200, 200)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scale = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._pull is not None:
            for colour, width in (("#ffffff", 4.6), (INK, 2.2)):
                painter.setPen(QPen(QColor(colour), width / scale, Qt.PenStyle.SolidLine))
                painter.drawLine(*self._pull)
        for at, text in self._pins:
            painter.setPen(QPen(QColor("#ffffff"), 2.4 / scale))
            painter.setBrush(QColor("#c2185b"))
            painter.drawEllipse(at, 7 / scale, 7 / scale)
            painter.setBrush(QColor("#ffffff"))
            painter.drawEllipse(at, 2 / scale, 2 / scale)
            if text:
                write_tag(painter, at + QPointF(0, -20 / scale), text, 12 / scale)
