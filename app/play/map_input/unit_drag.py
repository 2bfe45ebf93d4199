"""The hand on the map: press on a unit, carry it, put it down on a lit hex; anywhere else it goes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QMenu, QRubberBand, QWidget

from app.map.counters.counter_art import CounterArt, Face
from app.map.counters.counter_layer import EDGE
from app.play.map_input.drag_targets import Hand, Way, gathering, hand_with
from engine.mechanics.plural import mixed
from engine.referee.view import Counter

if TYPE_CHECKING:
    from app.map.map_view import MapView
    from app.play.map_input.map_note import TableNote
    from app.play.table_game import TableGame

_BORDER: Final = 26
"""Pixels from the edge of the map within which a carried unit makes it scroll."""
_SCROLL: Final = 16
_SCROLL_EVERY: Final = 30
_MOST_SHOWN: Final = 4


class CarriedUnits(QWidget):
    """The counters in the hand, below the pointer, so that the cost of the way stays in sight."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._art = CounterArt()
        self._faces: Sequence[Face] = ()
        self._edge, self._flat = 40, True
        self.hide()

    def take(self, faces: Sequence[Face], edge: int, flat_top: bool) -> None:
        """Show these counters."""
        self._faces = faces[:_MOST_SHOWN]
        self._edge, self._flat = edge, flat_top
        lean = self._lean * (len(self._faces) - 1)
        self.resize(QSize(edge + lean + 6, edge + lean + 6))
        self.show()
        self.raise_()

    @property
    def _lean(self) -> int:
        return max(3, round(self._edge * 0.1))

    def follow(self, point: QPoint) -> None:
        """Go where the pointer is."""
        self.move(point - QPoint(self.width() // 2, self.height() // 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ratio, top = self.devicePixelRatioF(), len(self._faces) - 1
        for height, face in enumerate(self._faces):
            corner = QPointF(height * self._lean, (top - height) * self._lean)
            spot = QRectF(corner, QSize(self._edge, self._edge))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(Qt.GlobalColor.black)
            painter.setOpacity(0.28)
            painter.drawRoundedRect(spot.translated(5, 5), 5, 5)
            painter.setOpacity(0.93)
            picture = self._art.pixmap(face, round(self._edge * ratio), self._flat)
            painter.drawPixmap(spot, picture, QRectF(picture.rect()))


class Dragging(QObject):
    """Watches the mouse on the map. Sends only what the session offers, and only when units are put down."""

    picked_up = Signal()
    """Units are dragged from now on."""

    def __init__(
        self,
        game: TableGame,
        view: MapView,
        note: TableNote,
        *,
        act: Callable[..., None],
        light: Callable[[], None],
        popup: Callable[[QMenu, QPoint], None],
        box_at: Callable[[QPoint], str],
    ) -> None:
        """`act` sends actions as one group, `light` highlights what is offered, `popup` opens a menu,
        `box_at` finds the box off the map at a point of the screen."""
        super().__init__(view)
        self._game, self._view, self._note = game, view, note
        self._act, self._light, self._popup, self._box_at = act, light, popup, box_at
        self._pressed: QPoint | None = None
        self._unit = ""
        self._hand: Hand | None = None
        self._came_from = ""
        self._panning = False
        self._grabbed = False
        self._at = QPoint()
        self._carried = CarriedUnits(self._view.viewport())
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self._view.viewport())
        self._band_from: QPoint | None = None
        self._scrolling = QTimer(self)
        self._scrolling.setInterval(_SCROLL_EVERY)
        self._scrolling.timeout.connect(self._scroll)
        self._view.viewport().installEventFilter(self)
        self._view.installEventFilter(self)
        game.changed.connect(self.cancel)

    @property
    def carrying(self) -> Hand | None:
        """What is in the hand."""
        return self._hand

    @property
    def busy(self) -> bool:
        """Whether a button of the mouse is down on the map."""
        return self._hand is not None or self._pressed is not None or self._band_from is not None

    # what the mouse and the keys say

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and watched is self._view.viewport():
            return self._mouse(event)
        if isinstance(event, QKeyEvent) and watched is self._view:
            return self._key(event)
        if event.type() in (QEvent.Type.WindowDeactivate, QEvent.Type.Hide):
            self.cancel()
        return super().eventFilter(watched, event)

    def _mouse(self, event: QMouseEvent) -> bool:
        here = event.position().toPoint()
        left = event.button() == Qt.MouseButton.LeftButton
        if event.type() == QEvent.Type.MouseButtonPress:
            if self._hand is not None or self._band_from is not None:
                self.cancel()  # Another button puts the units back.
                return True
            if left and not self._panning:
                return self._press(here, event.modifiers())
        elif event.type() == QEvent.Type.MouseMove:
            self._move(here, event.buttons())
        elif event.type() == QEvent.Type.MouseButtonRelease and left:
            return self._release(here)
        return False

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._panning = event.type() == QEvent.Type.KeyPress
        elif event.key() == Qt.Key.Key_Escape and event.type() == QEvent.Type.KeyPress and self.busy:
            taken = self._hand is not None or self._band_from is not None
            self.cancel()
            return taken
        return False

    def _press(self, here: QPoint, keys: Qt.KeyboardModifier) -> bool:
        if keys & Qt.KeyboardModifier.ShiftModifier:
            self._band_from = here
            return True
        scene = self._view.map_scene()
        self._pressed = here
        self._unit = scene.counters.unit_at(self._view.mapToScene(here)) if scene is not None else ""
        return False

    def _move(self, here: QPoint, buttons: Qt.MouseButton) -> None:
        if not buttons & Qt.MouseButton.LeftButton:
            self._pressed = None
        if self._band_from is not None:
            self._band.setGeometry(QRect(self._band_from, here).normalized())
            self._band.setVisible(_far(self._band_from, here))
        elif self._hand is not None:
            self._carry_to(here)
        elif self._pressed is not None and self._unit and _far(self._pressed, here):
            self._pressed = None
            self.pick_up(self._unit, here)

    def _release(self, here: QPoint) -> bool:
        self._pressed = None
        if self._band_from is not None:
            start, self._band_from = self._band_from, None
            self._band.hide()
            self._gather(QRect(start, here).normalized() if _far(start, here) else None, here)
            return True
        if self._hand is not None:
            self._put_down(here)
            return True
        return False

    # carrying

    def pick_up(self, unit: str, here: QPoint) -> bool:
        """Take a unit into the hand, or say why that is no use."""
        controller, scene = self._game.controller, self._view.map_scene()
        counter = controller.view.counter(unit) if controller is not None else None
        if controller is None or scene is None or counter is None or controller.decision is None:
            return False
        self.picked_up.emit()
        hand = hand_with(controller, unit)
        if hand is None:
            self._explain(counter)
            return False
        self._hand, self._came_from = hand, counter.place
        inside = [carried for held in hand.units if (carried := controller.view.counter(held)) is not None]
        edge = max(34, min(96, round(EDGE * self._view.scale_now)))
        faces = [controller.counter_style.face(carried) for carried in inside]
        self._carried.take(faces, edge, scene.geometry.flat)
        scene.light([place for place in hand.ways if scene.geometry.is_hex(place)], (), (), hand.units)
        scene.counters.lift(hand.units)
        self._view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self._view.setFocus()
        self._scrolling.start()
        self._carry_to(here)
        return True

    def pick_up_from_fan(self, unit: str, at: QPoint) -> None:
        """Take a counter out of a fanned-out stack; from now on the map has the mouse."""
        viewport = self._view.viewport()
        if self.pick_up(unit, viewport.mapFromGlobal(at)):
            viewport.grabMouse()
            self._grabbed = True

    def _explain(self, counter: Counter) -> None:
        controller = self._game.controller
        assert controller is not None
        offers = [offer.label for offer in controller.offers_for_unit(counter.id)]
        if offers:
            name = counter.name if counter.known else "the unit"
            self._note.tell(f"Click {name} first ({', '.join(offers)}); then it can be dragged")
        else:
            self._note.explain(controller.why_not_unit(counter.id, insists=True), counter.place)

    def _carry_to(self, here: QPoint) -> None:
        self._at = here
        self._carried.follow(here)
        if self._hand is not None:
            box = self._box_at(self._view.viewport().mapToGlobal(here))
            barred = bool(box) and box not in self._hand.ways
            shape = Qt.CursorShape.ForbiddenCursor if barred else Qt.CursorShape.ClosedHandCursor
            self._view.viewport().setCursor(shape)

    def pick_up_from_box(self, unit: str) -> None:
        """Take a counter out of a box off the map; from now on the map has the mouse."""
        self.pick_up_from_fan(unit, QCursor.pos())

    def consider(self, hex_id: str) -> None:
        """The hand is over this hex: show the way there and what it costs."""
        controller, scene = self._game.controller, self._view.map_scene()
        if self._hand is None or controller is None or scene is None:
            return
        ways = self._hand.ways.get(hex_id, ())
        if not ways:
            scene.show_way(())
            self._note.hide()
            return
        preview = ways[0].preview()
        scene.show_way(preview.path, mixed(preview.cost) if preview.cost is not None else "")
        label = " / ".join(way.label for way in ways)
        self._note.foretell(preview, label, controller.side_title)

    def _scroll(self) -> None:
        """Near the edge of the window the map comes towards the hand."""
        room = self._view.viewport().rect()
        across = _pull(self._at.x(), room.left(), room.right())
        down = _pull(self._at.y(), room.top(), room.bottom())
        for bar, by in ((self._view.horizontalScrollBar(), across), (self._view.verticalScrollBar(), down)):
            if by:
                bar.setValue(bar.value() + by * _SCROLL)

    def _put_down(self, here: QPoint) -> None:
        """Drop the units on the hex, or on the box off the map, at this point of the map's viewport."""
        hand, viewport = self._hand, self._view.viewport()
        on_map = viewport.rect().contains(here)
        place = self._view.hex_under(here) if on_map else self._box_at(viewport.mapToGlobal(here))
        self.cancel()
        if hand is None or self._game.controller is None or not place:
            return
        ways = hand.ways.get(place, [])
        if len(ways) == 1:
            self._act(*ways[0].actions)
        elif ways:
            self._popup(self._menu_of(ways), viewport.mapToGlobal(here))
        elif place != self._came_from:
            self._note.explain(hand.why_not(place), place)

    def _menu_of(self, ways: list[Way]) -> QMenu:
        menu = QMenu(self._view)
        menu.setAccessibleName("How to go there")
        for way in ways:
            menu.addAction(way.label).triggered.connect(lambda _=False, way=way: self._act(*way.actions))
        return menu

    def cancel(self) -> None:
        """Put everything back; nothing has happened."""
        self._pressed = self._band_from = None
        self._band.hide()
        if self._hand is None:
            return
        self._hand = None
        if self._grabbed:
            self._view.viewport().releaseMouse()
            self._grabbed = False
        self._scrolling.stop()
        self._carried.hide()
        self._view.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self._note.hide()
        scene = self._view.map_scene()
        if scene is not None:
            scene.counters.lift(())
            scene.show_way(())
        self._light()

    # gathering

    def _gather(self, area: QRect | None, here: QPoint) -> None:
        """Shift: take every unit of the stack, or in the frame that was drawn, into the decision."""
        controller, scene = self._game.controller, self._view.map_scene()
        if controller is None or scene is None:
            return
        if area is None:
            places = {self._view.hex_under(here)}
        else:
            seen = self._view.mapToScene(area).boundingRect()
            places = {c.place for c in controller.view.counters if self._lies_in(c.place, seen)}
        units = [counter.id for counter in controller.view.counters if counter.place in places]
        actions = gathering(controller, units)
        if actions:
            self._act(*actions)
        elif area is None and (place := next(iter(places))):
            self._view.hex_clicked.emit(place, self._view.mapToScene(here))

    def _lies_in(self, place: str, area: QRectF) -> bool:
        scene = self._view.map_scene()
        return (
            scene is not None and scene.geometry.is_hex(place) and area.contains(scene.geometry.centre(place))
        )


def _far(a: QPoint, b: QPoint) -> bool:
    return (b - a).manhattanLength() >= QApplication.startDragDistance()


def _pull(at: int, low: int, high: int) -> int:
    return -1 if at < low + _BORDER else 1 if at > high - _BORDER else 0
