"""The minimap: shows the visible area; a click scrolls there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.terrain.board_art import BoardArt
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_style import PAPER
from engine.bad_input import BadInput
from engine.referee.view import Counter

SLICE_SECONDS: Final = 0.006
"""Time of painting before events are handled again."""
MOST_LINES: Final = 4000
"""With more river hexsides than this, rivers are left out."""
WATER: Final = "#4f87ad"
NIGHT: Final = "#b4b0ac"
"""Colour that dims the map in the dark theme."""
_RIVERS: Final = ("river", "stream", "canal")


class MiniMap(QWidget):
    """Paints the terrain pixel by pixel in small portions; the cost is independent of the map size."""

    def __init__(self, view: MapView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Minimap")
        self.setToolTip("The whole map. Click or drag to scroll.")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(80)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self._view = view
        self._printed_map: PrintedMap | None = None
        self._counters: list[tuple[QPointF, QColor]] = []
        self._shown: tuple[list[Counter], dict[str, str]] = ([], {})
        self._image = QImage()
        self._work: Iterator[None] = iter(())
        self._covered = False
        self._unpainted = False
        """The map has not been shown yet."""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._paint_on)
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(self.update)
            bar.rangeChanged.connect(self.update)
        view.zoomed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(260, 170)

    # what is shown

    def show_map(self, printed_map: PrintedMap | None) -> None:
        """Show another map, or none."""
        if printed_map is not self._printed_map:
            self._printed_map = printed_map
            self._counters, self._shown = [], ([], {})
            self._begin()

    def show_counters(self, counters: Iterable[Counter], colours: dict[str, str]) -> None:
        """Show the counters of the current view as dots in the colours of their sides."""
        shown = (list(counters), colours)
        if shown == self._shown:
            return
        self._shown = shown
        geometry = self._printed_map.geometry if self._printed_map is not None else None
        self._counters = [
            (geometry.centre(counter.place), QColor(colours.get(counter.side, "#8c8577")))
            for counter in shown[0]
            if geometry is not None and geometry.is_hex(counter.place)
        ]
        self.update()

    def set_covered(self, covered: bool) -> None:
        """While covered, nothing is shown and clicks are ignored."""
        self._covered = covered
        self.update()

    @property
    def is_finished(self) -> bool:
        """Whether the terrain is painted completely."""
        return not self._unpainted and not self._timer.isActive()

    def seen(self) -> QRectF:
        """The part of the map visible in the view, in scene units."""
        view = self._view
        seen = view.mapToScene(view.viewport().rect()).boundingRect()
        return seen & view.sceneRect()

    # places

    @property
    def _scale(self) -> float:
        """Pixels per scene unit."""
        if self._printed_map is None:
            return 1.0
        bounds = self._printed_map.bounds
        return max(1e-6, min((self.width() - 8) / bounds.width(), (self.height() - 8) / bounds.height()))

    def _sheet(self) -> QRectF:
        """The rectangle of the map in this widget."""
        assert self._printed_map is not None
        bounds = self._printed_map.bounds
        width, height = bounds.width() * self._scale, bounds.height() * self._scale
        return QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)

    def point_of(self, scene_point: QPointF) -> QPointF:
        """The position of a scene point in this widget."""
        return self._sheet().topLeft() + (scene_point - self._corner) * self._scale

    @property
    def _corner(self) -> QPointF:
        """The upper left corner of the map in the scene."""
        return QPointF() if self._printed_map is None else self._printed_map.bounds.topLeft()

    # painting the terrain

    def _begin(self) -> None:
        """Restart painting if visible; else the next paint event does."""
        self._timer.stop()
        self._image = QImage()
        self._unpainted = self._printed_map is not None and self.visibleRegion().isEmpty()
        if not self._unpainted:
            self._start()

    def _start(self) -> None:
        self._unpainted = False
        if self._printed_map is not None and self.width() > 20 and self.height() > 20:
            sheet = self._sheet()
            size = QSize(max(1, round(sheet.width())), max(1, round(sheet.height())))
            self._image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
            self._image.fill(QColor(0, 0, 0, 0))
            self._work = self._painting(self._printed_map, self._image)
            self._timer.start()
        self.update()

    def _paint_on(self) -> None:
        until = perf_counter() + SLICE_SECONDS
        while perf_counter() < until:
            if next(self._work, self) is self:
                self._timer.stop()
                break
        self.update()

    def _painting(self, printed_map: PrintedMap, image: QImage) -> Iterator[None]:
        """Paint in steps: a row of pixels, or some of the rivers."""
        if printed_map.board is not None:
            self._paint_board(printed_map.board, image)
            return
        at, scale = printed_map.geometry.layout.hex_at, self._scale
        colours: dict[str, int] = {}
        for y in range(image.height()):
            for x in range(image.width()):
                place = at((x + 0.5) / scale, (y + 0.5) / scale)
                if place is not None:
                    kind = printed_map.kind(place)
                    if kind not in colours:
                        colours[kind] = QColor(printed_map.art.style(kind).fill or PAPER).rgba()
                    image.setPixel(x, y, colours[kind])
            yield
        rivers = [
            side
            for side, features in printed_map.hexsides.items()
            if any(word in feature.kind.lower() for feature in features for word in _RIVERS)
        ]
        if len(rivers) <= MOST_LINES:
            for start in range(0, len(rivers), 100):
                self._draw_sides(printed_map, image, rivers[start : start + 100])
                yield

    def _draw_sides(self, printed_map: PrintedMap, image: QImage, sides: list[str]) -> None:
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._scale, self._scale)
        painter.setPen(QPen(QColor(WATER), 1.6 / self._scale, c=Qt.PenCapStyle.RoundCap))
        for side in sides:
            try:
                painter.drawLine(printed_map.geometry.side(side))
            except BadInput:
                continue  # The river may belong to hexes that the map no longer has.
        painter.end()

    def _paint_board(self, board: BoardArt, image: QImage) -> None:
        painter = QPainter(image)
        painter.scale(self._scale, self._scale)
        painter.translate(-self._corner)
        board.paint(painter)
        painter.end()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._unpainted:
            self._start()
        painter = QPainter(self)
        if self._printed_map is None or self._covered:
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            words = "Hidden" if self._covered else "No map is open"
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, words)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        sheet = self._sheet()
        painter.drawImage(sheet, self._image)
        if self.palette().color(QPalette.ColorRole.Window).lightness() < 128:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
            painter.fillRect(sheet, QColor(NIGHT))
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        dot = max(2.0, min(5.0, 30 * self._scale))
        painter.setPen(QPen(QColor(20, 20, 20, 170), 0.8))
        for centre, colour in self._counters:
            painter.setBrush(colour)
            painter.drawEllipse(self.point_of(centre), dot, dot)
        seen = self.seen()
        frame = QRectF(self.point_of(seen.topLeft()), seen.size() * self._scale) & QRectF(self.rect())
        painter.setBrush(QColor(255, 255, 255, 40))
        for colour, width in ((QColor("#ffffff"), 4.0), (QColor("#c2410c"), 2.0)):
            painter.setPen(QPen(colour, width))
            painter.drawRect(frame.adjusted(2, 2, -2, -2))
            painter.setBrush(Qt.BrushStyle.NoBrush)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._begin()

    # scrolling

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._look_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._look_at(event.position())

    def _look_at(self, point: QPointF) -> None:
        if self._printed_map is None or self._covered or not isinstance(self._view.scene(), MapScene):
            return
        self._view.look_at((point - self._sheet().topLeft()) / self._scale + self._corner)
        self.update()
