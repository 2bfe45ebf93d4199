"""A small preview of the imported map, in the colours of the chosen terrain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, sqrt
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.background.latest_only import Latest
from app.map.overlays.area_art import tag_width, write_tag
from app.map.terrain.terrain_style import PAPER, terrain_style
from editor.backdrop.alignment import Affine, fitted
from editor.importers.convert import LEAVE, NO_HEX
from editor.importers.foreign_map import ForeignMap
from editor.map.numbered_lines import numbered_lines
from editor.printing.pages import painting
from engine.hexes.grid import Grid
from engine.hexes.layout import Layout

MAX_PREVIEW_HEXES: Final = 6000
"""On a larger map only a sample of the hexes is drawn."""
_MARGIN: Final = 10
_DENSE, _WIDE = (("#800b57d0", 1.0),), (("#90ffffff", 2.4), ("#c00b57d0", 1.0))
"""How hexes are drawn on a picture: colours and widths of their lines."""
_MIN_WIDE_HEX_PX: Final = 20.0
"""Narrower hexes get thin lines."""
_NUMBER_HEIGHT_PX: Final = 11.0
"""Text height of the hex numbers on a picture."""


class ImportPreview(QWidget):
    """Shows a foreign map with the current decisions."""

    def __init__(self, foreign: ForeignMap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Preview of the map")
        self.setMinimumSize(QSize(280, 240))
        self._step = 1
        while foreign.grid.columns * foreign.grid.rows > MAX_PREVIEW_HEXES * self._step**2:
            self._step += 1
        self._foreign = foreign
        self._artist = Latest("preview of a map", self)
        self._kinds: Mapping[str, str] = {}
        self._image: QImage | None = None
        self._backdrop = QImage.fromData(foreign.picture.small) if foreign.picture else QImage()
        self._hexes, self._known = _on_picture(foreign)

    def show_kinds(self, kinds: Mapping[str, str]) -> None:
        """Set the terrain for each kind of the file."""
        self._kinds = dict(kinds)
        self._repaint()

    def colour(self, word: str) -> QColor | None:
        """The colour of a kind; None if it becomes no hex."""
        kind = self._kinds.get(word, LEAVE)
        if kind == NO_HEX:
            return None
        return QColor(PAPER if kind == LEAVE else terrain_style(kind).fill)

    def resizeEvent(self, event: object) -> None:
        """Repaint in the new size."""
        self._repaint()

    def _repaint(self) -> None:
        """Paint in the background; the last picture stays until the new one is ready."""
        room = self.width() - 2 * _MARGIN, self.height() - 2 * _MARGIN
        words = self._foreign.terrain_words()
        colours = {word: self.colour(word) for word in ("", *words)}
        sketch = _Sketch(self._foreign, self._step, room, self.devicePixelRatioF(), colours)
        if self._backdrop.isNull():
            self._artist.ask(lambda _: sketch.image(), self._painted, lambda _: None)

    def _painted(self, image: QImage) -> None:
        self._image = image
        self.update()

    def close_down(self) -> None:
        """Stop painting."""
        self._artist.close()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette = self.palette()
        painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Base))
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        if not self._backdrop.isNull():
            self._paint_backdrop(painter)
            return
        if self._image is None:
            return
        ratio = self._image.devicePixelRatio()
        width, height = self._image.width() / ratio, self._image.height() / ratio
        painter.drawImage(QPointF((self.width() - width) / 2, (self.height() - height) / 2), self._image)

    def _paint_backdrop(self, painter: QPainter) -> None:
        room = self.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        size = self._backdrop.size().scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        target = QRectF(0, 0, size.width(), size.height())
        target.moveCenter(QRectF(room).center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, self._backdrop)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.setClipRect(target)
        painter.translate(target.topLeft())
        painter.scale(target.width(), target.height())
        across = target.width() * self._hexes[0].boundingRect().width() if self._hexes else 0.0
        for colour, width in _DENSE if across < _MIN_WIDE_HEX_PX else _WIDE:
            pen = QPen(QColor(colour), width)
            pen.setCosmetic(True)
            painter.setPen(pen)
            for outline in self._hexes:
                painter.drawPolygon(outline)
        painter.restore()
        for here, x, y in self._known:
            spot = QPointF(target.left() + x * target.width(), target.top() + y * target.height())
            wide = tag_width(here, _NUMBER_HEIGHT_PX) / 2
            spot.setX(min(max(spot.x(), target.left() + wide), target.right() - wide))
            write_tag(painter, spot, here, _NUMBER_HEIGHT_PX)


class _Sketch(Struct, frozen=True):
    """The data for one preview: every `step`-th line, within this size in pixels."""

    foreign: ForeignMap
    step: int
    room: tuple[int, int]
    ratio: float
    colours: Mapping[str, QColor | None]

    def image(self) -> QImage:
        """Draw the hexes as large as they fit."""
        flat, places = self.foreign.grid.orientation == "flat", list(_places(self.foreign, self.step))
        reach = (1.0, sqrt(3) / 2) if flat else (sqrt(3) / 2, 1.0)
        wide = max(x for x, _, _ in places) + 2 * reach[0]
        tall = max(y for _, y, _ in places) + 2 * reach[1]
        size = max(0.2, min(self.room[0] / wide, self.room[1] / tall, 28.0)) * self.ratio
        image = QImage(ceil(wide * size), ceil(tall * size), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with painting(image) as painter:
            single = self.step == 1
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, single)
            painter.setPen(QColor(0, 0, 0, min(50, round(4 * size))) if single else Qt.PenStyle.NoPen)
            shape = _hexagon(size * self.step, flat)
            for x, y, word in places:
                colour = self.colours[word]
                if colour is not None:
                    painter.setBrush(colour)
                    painter.drawPolygon(shape.translated((x + reach[0]) * size, (y + reach[1]) * size))
        image.setDevicePixelRatio(self.ratio)
        return image


def _hexagon(size: float, flat: bool) -> QPolygonF:
    half = sqrt(3) / 2
    points = [(1.0, 0.0), (0.5, half), (-0.5, half), (-1.0, 0.0), (-0.5, -half), (0.5, -half)]
    return QPolygonF(
        [QPointF(x * size, y * size) if flat else QPointF(y * size, x * size) for x, y in points]
    )


def _on_picture(foreign: ForeignMap) -> tuple[list[QPolygonF], list[tuple[str, float, float]]]:
    """Hex outlines and some hex numbers on the picture, in relative coordinates."""
    picture = foreign.picture
    if picture is None or len(foreign.terrain) > MAX_PREVIEW_HEXES:
        return [], []
    layout = Layout(Grid(foreign.grid))
    known = [
        (here, x / picture.width, y / picture.height)
        for here, x, y in picture.anchors
        if here in layout.lattice
    ]
    if len(known) < 3:
        return [], known
    place = fitted(Affine(), [(layout.centre(here), (x, y)) for here, x, y in known])
    outlines = [
        QPolygonF([QPointF(*place.at(corner)) for corner in layout.corners(here)])
        for here in layout.lattice.hexes
    ]
    return outlines, known


def _places(foreign: ForeignMap, step: int) -> Iterator[tuple[float, float, str]]:
    """Hex centres in hex sizes with their kinds, for every `step`-th line."""
    grid, flat = foreign.grid, foreign.grid.orientation == "flat"
    across, down = numbered_lines(grid)
    for x in range(0, grid.columns, step):
        for y in range(0, grid.rows, step):
            here = grid.printed(across[x], down[y])
            if here in grid.missing:
                continue
            word = foreign.terrain.get(here, "")
            shift = 0.5 if grid.staggered(across[x] if flat else down[y]) else 0.0
            if flat:
                yield 1.5 * x, sqrt(3) * (y + shift), word
            else:
                yield sqrt(3) * (x + shift), 1.5 * y, word
