"""The view of the map: zoom at the pointer, drag, and hexes under the pointer or the hex cursor."""

from __future__ import annotations

from math import floor, inf, log2
from time import perf_counter
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsScene, QGraphicsView, QWidget

from app.map.geometry import HEX_SIZE
from app.map.map_scene import MapScene, with_margin

STEPS_PER_DOUBLING: Final = 3
"""Zoom steps per doubling of the scale; pixmaps are cached per step."""
LARGEST: Final = 4.0
SMALLEST: Final = 0.02
FITTING: Final = 2.0
"""Largest scale used to fit a small map to the window."""
FRAME_SECONDS: Final = 0.0045
"""Time for a frame including the painting between it and the next."""
LEAST_WORK_SECONDS: Final = 0.0015
IDLE_AFTER_MS: Final = 300
"""Time without a frame after which edited tiles are painted again in full."""
READABLE: Final = 26.0
"""Smallest hex size in pixels at which a map is readable."""


def snapped(scale: float) -> float:
    """The largest zoom step that is not above this scale."""
    step = floor(log2(scale) * STEPS_PER_DOUBLING + 1e-6)
    return min(LARGEST, max(SMALLEST, 2.0 ** (step / STEPS_PER_DOUBLING)))


class MapView(QGraphicsView):
    """Shows a map scene and emits the hexes that are clicked or hovered."""

    hex_clicked = Signal(str, QPointF)
    hex_hovered = Signal(str, QPointF)
    """The hex under the pointer, empty off the map."""
    hexside_hovered = Signal(str)
    """The hexside next to the pointer; emitted only if `watch_sides` is set."""
    menu_wanted = Signal(str, QPoint)
    """A hex was right-clicked, or the menu key pressed at the hex cursor: the hex and the point on screen."""
    zoomed = Signal(float)
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Created in Python: PySide would otherwise search all widget types for the type of Qt's own viewport.
        self.setViewport(QWidget())
        self.setAccessibleName("Map")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.patient = False
        """Paint every frame in full, however long it takes; used for screenshots."""
        self._pressed_at: QPoint | None = None
        self._dragging_from: QPoint | None = None
        self._space_held = False
        self.wheel_zooms = False
        """Does the wheel zoom, and does the left button drag the map on empty ground? Otherwise the wheel
        scrolls, and zooms with Ctrl."""
        self._hovered = self._hovered_side = ""
        self.watch_sides = False
        self._cursor_hex = ""
        self._opened_at: list[str] | None = None
        """The hexes to show at first, until the player moves the map."""
        self._spent = 0.0
        """Duration of the last frame in seconds."""
        self._paint_timer = QTimer(self)
        self._paint_timer.setSingleShot(True)
        self._paint_timer.timeout.connect(self._paint_on)
        self._idle_timer = QTimer(self)
        self._idle_timer.setSingleShot(True)
        self._idle_timer.setInterval(IDLE_AFTER_MS)
        self._idle_timer.timeout.connect(self._repaint_edited)

    def map_scene(self) -> MapScene | None:
        """The map scene, or None."""
        scene = self.scene()
        return scene if isinstance(scene, MapScene) else None

    def setScene(self, scene: QGraphicsScene | None) -> None:  # noqa: N802
        """Show another map; the hexes to show at first are cleared."""
        if self._opened_at:
            self._opened_at = None
        super().setScene(scene)

    # zoom

    @property
    def scale_now(self) -> float:
        """Pixels per scene unit."""
        return self.transform().m11()

    def set_scale(self, scale: float, fixed: QPointF | None = None) -> None:
        """Set the scale; the point `fixed` of the viewport (default: the middle) stays in place."""
        scale = min(LARGEST, max(SMALLEST, scale))
        anchor = fixed if fixed is not None else QRectF(self.viewport().rect()).center()
        before = self.mapToScene(anchor.toPoint())
        self.setTransform(QTransform.fromScale(scale, scale))
        shift = self.mapFromScene(before) - anchor.toPoint()
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + shift.x())
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + shift.y())
        self.zoomed.emit(scale)

    def zoom(self, steps: int, fixed: QPointF | None = None) -> None:
        """Zoom in by this number of steps, or out if negative."""
        self._opened_at = None
        self.set_scale(snapped(self.scale_now * 1.0001) * 2.0 ** (steps / STEPS_PER_DOUBLING), fixed)

    def zoom_in(self) -> None:
        """Zoom in by one step."""
        self.zoom(1)

    def zoom_out(self) -> None:
        """Zoom out by one step."""
        self.zoom(-1)

    def actual_size(self) -> None:
        """The size at which counters are easiest to read."""
        self._opened_at = None
        self.set_scale(1.0)

    def fit(self) -> None:
        """Show the whole map."""
        self._opened_at = None
        scene = self.map_scene()
        if scene is not None:
            self._fit(scene.sceneRect())

    def _fit(self, area: QRectF) -> None:
        self.set_scale(self._fitting(area))
        self.centerOn(area.center())

    def _fitting(self, area: QRectF) -> float:
        room = self.maximumViewportSize()
        scale = min((room.width() - 2) / area.width(), (room.height() - 2) / area.height())
        return min(FITTING, max(SMALLEST, scale))

    def open_at(self, hexes: list[str]) -> None:
        """Show the whole area in play if it is readable, else the area of these hexes."""
        scene = self.map_scene()
        self._opened_at = hexes
        if scene is None:
            return
        in_play = with_margin(scene.printed_map.area_in_play())
        if self._fitting(in_play) * HEX_SIZE >= READABLE or not hexes:
            self._fit(in_play)
            return
        self.set_scale(snapped(READABLE * 1.3 / HEX_SIZE))
        centres = [scene.geometry.centre(place) for place in hexes]
        middle = sum(centres, QPointF()) / len(centres)
        self.centerOn(middle)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._opened_at is not None:
            self.open_at(self._opened_at)

    def go_to(self, hex_id: str) -> None:
        """Scroll to a hex and put the hex cursor there."""
        scene = self.map_scene()
        if scene is not None and scene.geometry.is_hex(hex_id):
            self.set_cursor_hex(scene.geometry.lattice.first_name(hex_id))
            self.ensureVisible(scene.geometry.rect(hex_id), 40, 40)

    def bring(self, hex_id: str, around: int) -> None:
        """Scroll to a hex with a margin of `around` pixels."""
        scene = self.map_scene()
        if scene is not None and scene.geometry.is_hex(hex_id):
            self._opened_at = None
            self.ensureVisible(scene.geometry.rect(hex_id), around, around)

    def look_at(self, point: QPointF) -> None:
        """Centre a point of the scene."""
        self._opened_at = None
        self.centerOn(point)

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        scene = self.map_scene()
        began = perf_counter()
        if scene is not None:
            scene.begin_frame(inf if self.patient else None)
        super().paintEvent(event)
        self._spent = perf_counter() - began
        self._idle_timer.stop()
        if scene is not None and not self.patient:
            self._paint_timer.start(0)

    @property
    def is_painting_ahead(self) -> bool:
        """Whether more will be painted without user input."""
        return self._paint_timer.isActive() or self._idle_timer.isActive()

    def _paint_on(self) -> None:
        """Between two frames: paint missing tiles, then tiles around the visible area."""
        scene = self.map_scene()
        if scene is None:
            return
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        left = max(LEAST_WORK_SECONDS, FRAME_SECONDS - self._spent)
        for area in scene.terrain.work(seen, left):
            self.viewport().update(self.mapFromScene(area).boundingRect().adjusted(-1, -1, 1, 1))
        scene.counters.paint_on(seen)
        if scene.terrain.unfinished or scene.terrain.look_ahead(seen, left):
            self._paint_timer.start(0)
        elif scene.terrain.has_patches:
            self._idle_timer.start()

    def _repaint_edited(self) -> None:
        scene = self.map_scene()
        if scene is not None:
            scene.terrain.repaint_patched()
            self._paint_timer.start(0)

    # pointer

    def wheelEvent(self, event: QWheelEvent) -> None:
        scrolls = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier
        zooms = self.wheel_zooms and not event.modifiers() & scrolls
        if zooms or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turned = event.angleDelta().y()
            if turned:
                self.zoom(1 if turned > 0 else -1, event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        drags = event.button() == Qt.MouseButton.MiddleButton
        drags = drags or (self._space_held and event.button() == Qt.MouseButton.LeftButton)
        if drags:
            self._dragging_from = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = event.position().toPoint()
        if self._pressed_at is not None and self.wheel_zooms and self._is_far(here):
            if self._is_ground(self._pressed_at):
                self._dragging_from = self._pressed_at
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self._pressed_at = None
        if self._dragging_from is not None:
            self._opened_at = None
            moved = here - self._dragging_from
            self._dragging_from = here
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - moved.x())
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - moved.y())
        else:
            self._hover(here)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        here = event.position().toPoint()
        if self._dragging_from is not None:
            self._dragging_from = None
            self.viewport().setCursor(
                Qt.CursorShape.OpenHandCursor if self._space_held else Qt.CursorShape.ArrowCursor
            )
        elif self._pressed_at is not None:
            far = self._is_far(here)
            self._pressed_at = None
            hex_id = self.hex_under(here)
            if hex_id and not far:
                self.set_cursor_hex("")
                self.hex_clicked.emit(hex_id, self.mapToScene(here))
        event.accept()

    def _is_far(self, here: QPoint) -> bool:
        """Was the pointer dragged since the button was pressed?"""
        pressed = self._pressed_at
        return pressed is not None and (here - pressed).manhattanLength() >= QApplication.startDragDistance()

    def _is_ground(self, point: QPoint) -> bool:
        """Is there no counter at this point of the viewport?"""
        scene = self.map_scene()
        return scene is not None and not scene.counters.unit_at(self.mapToScene(point))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        here = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and self._is_ground(here):
            self.look_at(self.mapToScene(here))
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        scene = self.map_scene()
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        hex_id = self._cursor_hex if by_key else self.hex_under(event.pos())
        if scene is not None and hex_id:
            at = self.mapFromScene(scene.geometry.centre(hex_id)) if by_key else event.pos()
            self.menu_wanted.emit(hex_id, self.viewport().mapToGlobal(at))
        event.accept()

    def leaveEvent(self, event) -> None:
        self._set_hovered("", QPointF())
        super().leaveEvent(event)

    def hex_under(self, point: QPoint) -> str:
        """The hex under a point of the viewport, empty off the map."""
        scene = self.map_scene()
        return (scene.geometry.hex_at(self.mapToScene(point)) or "") if scene else ""

    def _hover(self, here: QPoint) -> None:
        point, scene = self.mapToScene(here), self.map_scene()
        self._set_hovered(self.hex_under(here), point)
        side = (scene.geometry.hexside_at(point) or "") if scene is not None and self.watch_sides else ""
        if side != self._hovered_side:
            self._hovered_side = side
            self.hexside_hovered.emit(side)

    def _set_hovered(self, hex_id: str, point: QPointF) -> None:
        scene = self.map_scene()
        if scene is not None and hex_id != self._hovered:
            self._hovered = hex_id
            scene.hover.set_hexes([hex_id] if hex_id else [])
            self.hex_hovered.emit(hex_id, point)

    # keys

    @property
    def cursor_hex(self) -> str:
        """The hex of the hex cursor; empty if it is not in use."""
        return self._cursor_hex

    def set_cursor_hex(self, hex_id: str) -> None:
        """Move the hex cursor; an empty text removes it."""
        scene = self.map_scene()
        if scene is not None and hex_id != self._cursor_hex:
            self._cursor_hex = hex_id
            scene.cursor.set_hexes([hex_id] if hex_id else [])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._space_held = True
                self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif event.key() in _ARROWS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._step_cursor(Qt.Key(event.key()))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._click_cursor()
        elif event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        else:
            super().keyReleaseEvent(event)

    def _step_cursor(self, key: Qt.Key) -> None:
        scene = self.map_scene()
        if scene is None:
            return
        lattice = scene.geometry.lattice
        if not self._cursor_hex:
            middle = self.hex_under(self.viewport().rect().center())
            self.go_to(middle or lattice.hexes[0])
        else:
            x, y = scene.geometry.layout.centre(self._cursor_hex)
            dx, dy = _ARROWS[key]
            near = lattice.neighbors(self._cursor_hex)
            ahead = {place: scene.geometry.layout.centre(place) for place in near}
            # A flat-top map has no neighbour due east: of two candidates, the one in the same row is taken.
            row = self._row_of(self._cursor_hex)
            forward = [
                place for place, (px, py) in ahead.items() if (px - x) * dx + (py - y) * dy > 0.4 * HEX_SIZE
            ]
            if forward:
                best = min(
                    forward,
                    key=lambda place: (self._aside(place, x, y, dx, dy), abs(self._row_of(place) - row)),
                )
                self.go_to(best)
        if self._cursor_hex:
            self.hex_hovered.emit(self._cursor_hex, scene.geometry.centre(self._cursor_hex))

    def _row_of(self, hex_id: str) -> int:
        scene = self.map_scene()
        assert scene is not None
        point = scene.geometry.centre(hex_id)
        return floor(
            point.y() / (2 * scene.geometry.half_height)
            if scene.geometry.flat
            else point.x() / (2 * scene.geometry.half_width)
        )

    def _aside(self, hex_id: str, x: float, y: float, dx: int, dy: int) -> float:
        scene = self.map_scene()
        assert scene is not None
        px, py = scene.geometry.layout.centre(hex_id)
        return round(abs((px - x) * dy) + abs((py - y) * dx))

    def _click_cursor(self) -> None:
        scene = self.map_scene()
        if scene is not None and self._cursor_hex:
            self.hex_clicked.emit(self._cursor_hex, scene.geometry.centre(self._cursor_hex))


_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
