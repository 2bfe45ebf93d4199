"""The ground as chunk items: pixmaps painted once per zoom step, a few per frame, patched when edited."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from math import ceil, log
from time import perf_counter
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import HEX_SIZE, Chunk
from app.map.ground import Ground
from app.map.terrain_art import TerrainArt
from app.map.terrain_style import terrain_style

TILE: Final = 448
"""The longest edge of a pixmap: a frame never paints more ground than this at a stretch."""
MOST_BYTES: Final = 256 * 2**20
COARSE_BELOW: Final = 3.5
"""Pixels per hex size below which one colour per hex is all there is to see."""
FRAME_BUDGET: Final = 0.008
"""Seconds of a frame that may go into painting new ground."""

Key = tuple[tuple[int, int], float]


class ChunkItem(QGraphicsItem):
    """About 16 by 16 hexes of ground."""

    def __init__(self, layer: TerrainLayer, chunk: Chunk) -> None:
        super().__init__()
        self._layer = layer
        self._chunk = chunk
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._chunk.rect

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        self._layer.paint_chunk(painter, self._chunk, option.exposedRect)


class TerrainLayer:
    """All chunks of a map and the pixmaps they have been painted to."""

    def __init__(self, scene: QGraphicsScene, ground: Ground) -> None:
        self.ground = ground
        self.art = TerrainArt(ground)
        self.unfinished: list[QRectF] = []
        """Where the last frame had no time to paint the ground in full."""
        self._deadline = float("inf")
        self._tiles: OrderedDict[Key, dict[tuple[int, int], QPixmap]] = OrderedDict()
        self._bytes = 0
        self._overview: QPixmap | None = None
        self.items = {key: ChunkItem(self, chunk) for key, chunk in ground.geometry.chunks.items()}
        for item in self.items.values():
            scene.addItem(item)

    def begin_frame(self, budget: float = FRAME_BUDGET) -> None:
        """A frame is about to be painted; new ground may take this long."""
        self._deadline = perf_counter() + budget
        self.unfinished = []

    def set_look(self, desk: QColor, night: bool) -> None:
        """The colour of the table beside the map, and whether the map is dimmed."""
        if (desk, night) != (self.art.desk, self.art.night):
            self.art.desk, self.art.night = desk, night
            self._tiles.clear()
            self._bytes = 0
            self._overview = None
            for item in self.items.values():
                item.update()

    # painting

    def paint_chunk(self, painter: QPainter, chunk: Chunk, exposed: QRectF) -> None:
        """Lay a chunk down on whole pixels; a coarse picture stands in for pixmaps still missing."""
        ratio = painter.device().devicePixelRatioF()
        world = painter.worldTransform()
        scale = world.m11() * ratio
        left, top = round(world.dx() * ratio), round(world.dy() * ratio)
        if HEX_SIZE * scale < COARSE_BELOW:
            painter.drawPixmap(chunk.rect, self.overview(), self._overview_rect(chunk.rect))
            return
        wanted = QRectF(
            exposed.x() * scale, exposed.y() * scale, exposed.width() * scale, exposed.height() * scale
        )
        missing = []
        painter.save()
        painter.setWorldTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
        for place, rect in tile_rects(chunk, scale):
            if wanted.intersects(QRectF(rect).adjusted(-1, -1, 1, 1)):
                tile = self._tile(chunk, scale, place, rect)
                if tile is None:
                    missing.append(rect)
                else:
                    painter.drawPixmap(left + rect.x(), top + rect.y(), tile)
        painter.restore()
        for rect in missing:
            area = QRectF(rect.x() / scale, rect.y() / scale, rect.width() / scale, rect.height() / scale)
            self.unfinished.append(area)
            painter.save()
            painter.setClipRect(area)
            self._paint_stand_in(painter, chunk, scale)
            painter.restore()

    def _tile(self, chunk: Chunk, scale: float, place: tuple[int, int], rect: QRect) -> QPixmap | None:
        group = self._tiles.get((chunk.key, scale))
        if group is not None:
            self._tiles.move_to_end((chunk.key, scale))
            tile = group.get(place)
            if tile is not None:
                return tile
        if perf_counter() > self._deadline:
            return None
        for _ in self.art.prepare(chunk, scale):
            if perf_counter() > self._deadline:
                return None
        tile = QPixmap(rect.size())
        self._paint_area(tile, rect, chunk, scale, QRectF(tile.rect()))
        self._tiles.setdefault((chunk.key, scale), {})[place] = tile
        self._bytes += _bytes(tile)
        self._make_room()
        return tile

    def _paint_area(self, tile: QPixmap, rect: QRect, chunk: Chunk, scale: float, pixels: QRectF) -> None:
        painter = QPainter(tile)
        painter.setClipRect(pixels)
        painter.translate(-rect.x(), -rect.y())
        painter.scale(scale, scale)
        left, top = (pixels.x() + rect.x()) / scale, (pixels.y() + rect.y()) / scale
        self.art.paint(
            painter, chunk, QRectF(left, top, pixels.width() / scale, pixels.height() / scale), scale
        )
        painter.end()

    def _make_room(self) -> None:
        while self._bytes > MOST_BYTES and len(self._tiles) > 1:
            _, group = self._tiles.popitem(last=False)
            self._bytes -= sum(map(_bytes, group.values()))

    def _paint_stand_in(self, painter: QPainter, chunk: Chunk, scale: float) -> None:
        """The nearest zoom step at hand, or one colour per hex."""
        known = [key[1] for key in self._tiles if key[0] == chunk.key and key[1] != scale]
        if not known:
            painter.drawPixmap(chunk.rect, self.overview(), self._overview_rect(chunk.rect))
            return
        nearest = min(known, key=lambda other: abs(log(other / scale)))
        group = self._tiles[chunk.key, nearest]
        whole = dict(tile_rects(chunk, nearest))
        if len(group) < len(whole):
            painter.drawPixmap(chunk.rect, self.overview(), self._overview_rect(chunk.rect))
        for place, tile in group.items():
            rect = whole[place]
            area = QRectF(rect.x(), rect.y(), rect.width(), rect.height())
            painter.drawPixmap(
                QTransform.fromScale(1 / nearest, 1 / nearest).mapRect(area), tile, QRectF(tile.rect())
            )

    # the whole map in little

    def overview(self) -> QPixmap:
        """One pixel per hex: a stand-in while ground is painted, and the base of a small map."""
        if self._overview is None:
            self._overview = QPixmap.fromImage(self._small_image())
        return self._overview

    def _small_image(self) -> QImage:
        geometry = self.ground.geometry
        across, down = self._pitch()
        width = ceil(geometry.bounds.width() / across)
        height = ceil(geometry.bounds.height() / down)
        stride = (width + 3) // 4 * 4
        colours: dict[str, int] = {"": 0}
        kinds: dict[str, int] = {}
        signs = bytearray(stride * height)
        centre, kind_of = geometry.layout.centre, self.ground.kind
        for hex_id in geometry.lattice.hexes:
            kind = kind_of(hex_id)
            colour = kinds.get(kind)
            if colour is None:
                colour = kinds[kind] = colours.setdefault(terrain_style(kind).fill, min(len(colours), 255))
            x, y = centre(hex_id)
            signs[int(y / down) * stride + int(x / across)] = colour
        image = QImage(bytes(signs), width, height, stride, QImage.Format.Format_Indexed8)
        dim = 170 if self.art.night else 100
        table = [self.art.desk, *(QColor(name).darker(dim) for name in list(colours)[1:256])]
        image.setColorTable([colour.rgb() for colour in table])
        return image.convertToFormat(QImage.Format.Format_RGB32)

    def _pitch(self) -> tuple[float, float]:
        along, across = 1.5 * HEX_SIZE, 3**0.5 * HEX_SIZE
        return (along, across) if self.ground.geometry.flat else (across, along)

    def _overview_rect(self, rect: QRectF) -> QRectF:
        across, down = self._pitch()
        return QRectF(rect.x() / across, rect.y() / down, rect.width() / across, rect.height() / down)

    # editing

    def repaint(self, hexes: Iterable[str]) -> None:
        """These hexes or their sides have changed: mend the pixmaps in use and drop the others."""
        geometry = self.ground.geometry
        for hex_id in hexes:
            area = geometry.rect(hex_id).adjusted(-12, -12, 12, 12)
            near = Chunk((-1, -1), area, list(geometry.lattice.within(hex_id, 1)))
            for chunk in geometry.chunks_of(hex_id):
                self.art.forget(chunk)
                scales = [key[1] for key in self._tiles if key[0] == chunk.key]
                for scale in scales[:-1]:
                    self._bytes -= sum(map(_bytes, self._tiles.pop((chunk.key, scale)).values()))
                if scales:
                    self._patch(chunk, scales[-1], near, area)
                self.items[chunk.key].update(area)
        self._overview = None

    def _patch(self, chunk: Chunk, scale: float, near: Chunk, area: QRectF) -> None:
        pixels = QTransform.fromScale(scale, scale).mapRect(area)
        whole = dict(tile_rects(chunk, scale))
        for place, tile in self._tiles[chunk.key, scale].items():
            rect = whole[place]
            touched = pixels.translated(-rect.x(), -rect.y()) & QRectF(tile.rect())
            if not touched.isEmpty():
                self._paint_area(tile, rect, near, scale, QRectF(touched.toAlignedRect()))


def tile_rects(chunk: Chunk, scale: float) -> Iterator[tuple[tuple[int, int], QRect]]:
    """A chunk in pixels of the whole map at this scale, cut so that no piece is longer than a tile."""
    left, right = round(chunk.rect.left() * scale), round(chunk.rect.right() * scale)
    top, bottom = round(chunk.rect.top() * scale), round(chunk.rect.bottom() * scale)
    columns, rows = ceil((right - left) / TILE) or 1, ceil((bottom - top) / TILE) or 1
    for column in range(columns):
        x = left + (right - left) * column // columns
        width = left + (right - left) * (column + 1) // columns - x
        for row in range(rows):
            y = top + (bottom - top) * row // rows
            height = top + (bottom - top) * (row + 1) // rows - y
            if width and height:
                yield (column, row), QRect(x, y, width, height)


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4
