"""Tab on the map: the hex cursor goes from one target to the next, and then the focus to the buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

if TYPE_CHECKING:
    from app.map.map_view import MapView
    from app.play.table_game import TableGame


class TargetSteps(QObject):
    """Tab and Shift+Tab step through the lit hexes and units; behind the last the focus leaves the map."""

    def __init__(self, game: TableGame, view: MapView) -> None:
        super().__init__(view)
        self._game, self._view = game, view
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            plain = not event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if event.key() == Qt.Key.Key_Tab and plain:
                return self.step(1)
            if event.key() == Qt.Key.Key_Backtab and plain:
                return self.step(-1)
        return super().eventFilter(watched, event)

    def places(self) -> list[str]:
        """The hexes in which something can be acted on, in the order in which one reads a page."""
        controller, scene = self._game.controller, self._view.map_scene()
        if controller is None or scene is None:
            return []
        geometry = scene.geometry
        lit = set(controller.lit_hexes()) | {
            counter.place for counter in controller.view.counters if counter.id in controller.lit_units()
        }
        lit |= {side.partition("/")[0] for side in controller.lit_hexsides()}
        found = {geometry.lattice.first_name(place) for place in lit if geometry.is_hex(place)}

        def in_reading_order(place: str) -> tuple[int, float]:
            point = geometry.centre(place)
            return round(point.y() / geometry.half_height), point.x()

        return sorted(found, key=in_reading_order)

    def step(self, by: int) -> bool:
        """Go to the next place; False at the end, where the key does what it always does."""
        places = self.places()
        view, scene = self._view, self._view.map_scene()
        if not places or scene is None:
            return False
        if view.cursor_hex in places:
            at = places.index(view.cursor_hex) + by
        else:
            at = 0 if by > 0 else len(places) - 1
        if not 0 <= at < len(places):
            view.set_cursor_hex("")
            return False
        view.go_to(places[at])
        view.hex_hovered.emit(places[at], scene.geometry.centre(places[at]))
        return True
