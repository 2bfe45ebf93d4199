"""When a stack fans out and when it closes: after a short rest of the pointer, or on the key F."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QTimer, Signal
from PySide6.QtGui import QCursor

from app.map.counters.counter_layer import EDGE
from app.map.counters.stack_fan import FanCard, StackFan, fan_size, spot_for
from app.play.panels.inspector import describe

if TYPE_CHECKING:
    from app.map.map_view import MapView
    from app.play.map_input.map_note import TableNote
    from app.play.table_game import TableGame

REST: Final = 350
"""Milliseconds that the pointer rests on a stack before it fans out."""
GRACE: Final = 220
"""Milliseconds the pointer may be elsewhere before the fan closes."""


class FanOpener(QObject):
    """Watches the map for a pointer that rests."""

    unit_clicked = Signal(str)
    """A counter of the fan was clicked."""

    def __init__(self, game: TableGame, view: MapView, note: TableNote, is_busy: Callable[[], bool]) -> None:
        """No stack fans out by itself while `is_busy`: a menu is open or something is dragged."""
        super().__init__(view)
        self._game, self._view, self._note, self._is_busy = game, view, note, is_busy
        self.fan = StackFan(view.viewport())
        self._resting = ""
        self._by_key = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self._rested)
        self._grace = QTimer(self)
        self._grace.setSingleShot(True)
        self._grace.setInterval(GRACE)
        self._grace.timeout.connect(self._look_whether_left)
        self.fan.left.connect(self._grace.start)
        self.fan.unit_clicked.connect(self._clicked)
        self.fan.closed.connect(self._closed)
        self._view.hex_hovered.connect(self._hovered)
        game.changed.connect(self.fan.close_fan)
        self._view.zoomed.connect(lambda _: self.fan.close_fan())
        self._view.viewport().installEventFilter(self)
        for bar in (self._view.horizontalScrollBar(), self._view.verticalScrollBar()):
            bar.valueChanged.connect(lambda _: self.fan.close_fan())

    # the pointer

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove:
            if self._resting:
                self._rest.start()
        elif event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel):
            self.stop()
        elif event.type() == QEvent.Type.Leave:
            self._rest.stop()
            self._grace.start()
        return super().eventFilter(watched, event)

    def _hovered(self, hex_id: str, point: QPointF) -> None:
        if self.fan.is_open and hex_id != self.fan.place:
            self._grace.start()
        self._resting = hex_id if hex_id and self._is_stack(hex_id) else ""
        if self._resting and self._resting != self.fan.place:
            self._rest.start()
        else:
            self._rest.stop()

    def _is_stack(self, hex_id: str) -> bool:
        scene = self._view.map_scene()
        return scene is not None and len(scene.counters.stack(hex_id)) > 1

    def _rested(self) -> None:
        if self._resting and not self._is_busy():
            self.open(self._resting)

    def _look_whether_left(self) -> None:
        """Nobody points at the stack or its fan any more."""
        at = self._view.viewport().mapFromGlobal(QCursor.pos())
        on_fan = self.fan.geometry().contains(at)
        if self.fan.is_open and not self._by_key and not on_fan and self._resting != self.fan.place:
            self.fan.close_fan()

    def stop(self) -> None:
        """Whatever was about to open does not, and what is open closes."""
        self._rest.stop()
        self._resting = ""
        self.fan.close_fan()

    # opening

    def open(self, hex_id: str) -> bool:
        """Fan out the stack in a hex; False where there is none."""
        scene, controller = self._view.map_scene(), self._game.controller
        stack = scene.counters.stack(hex_id) if scene is not None else ()
        if scene is None or controller is None or not stack:
            return False
        self._by_key = False
        lit, chosen = controller.lit_units(), controller.subjects()
        cards = [
            FanCard(
                counter.id,
                controller.counter_style.face(counter),
                describe(counter, controller),
                counter.id in lit,
                counter.id in chosen,
            )
            for counter in reversed(stack)
        ]
        viewport = self._view.viewport()
        self.fan.open(hex_id, cards, scene.geometry.flat)
        half = EDGE * self._view.scale_now * 0.62
        middle = self._view.mapFromScene(scene.geometry.centre(hex_id))
        around = QRect(round(middle.x() - half), round(middle.y() - half), round(2 * half), round(2 * half))
        targets = [self._view.mapFromScene(scene.geometry.centre(place)) for place in scene.lit.hexes]
        self.fan.move(spot_for(fan_size(len(cards)), around, viewport.rect(), targets))
        return True

    def open_by_key(self) -> None:
        """Fan out the stack under the hex cursor, or under the pointer, and go on with the keys in it."""
        place = self._view.cursor_hex or self._resting
        if place and self.open(place):
            self._by_key = True
            self.fan.take_focus()
        else:
            self._note.tell("Put the hex cursor or the pointer on a stack to fan it out")

    def _closed(self) -> None:
        if self.fan.had_focus:
            self._view.setFocus()

    def _clicked(self, unit: str) -> None:
        self.stop()
        self.unit_clicked.emit(unit)
