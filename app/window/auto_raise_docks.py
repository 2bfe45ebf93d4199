"""The panel that a decision is about comes forward by itself, and goes back when the decision is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDockWidget

if TYPE_CHECKING:
    from app.main_window import MainWindow

BOXES: Final = "Off the map"


class AutoRaiseDocks(QObject):
    """Odds while an attack is built and until its dice are seen, orders while everything has a price, boxes
    while the units that can be acted on lie in them.

    Only tabs change places: no panel grows or shrinks by itself, so that nothing jumps under the eye. A panel
    that the player has closed, or put behind another one meanwhile, is left alone.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._called = ""
        self._before: QDockWidget | None = None
        """What lay in front of the panel that was called."""
        window.table.changed.connect(self._soon)
        window.pages.currentChanged.connect(lambda _: self._soon())
        window.table.orders.narrowed.connect(self._show_boxes)

    def _soon(self) -> None:
        QTimer.singleShot(0, self, self.arrange)

    def arrange(self) -> None:
        """Call a panel or send it back, as the game now stands."""
        window = self._window
        if window.pages.currentWidget() is not window.table:
            return
        waiting = len(window.table.boxes.lit)
        window.docks["boxes"].setWindowTitle(f"{BOXES} ({waiting})" if waiting else BOXES)
        wanted = self._wanted()
        if wanted != self._called:
            self.send_back()
            if wanted:
                self._call(wanted)

    def send_back(self) -> None:
        """Everything lies as the player had it."""
        called, before = self._called, self._before
        self._called, self._before = "", None
        if before is not None and not before.isHidden() and _in_front(self._window.docks[called]):
            before.raise_()

    def _wanted(self) -> str:
        table = self._window.table
        if table.odds.is_building:
            return "odds"
        if table.orders.is_about_spending:
            return "orders"
        if self._is_beside_the_map():
            return "boxes"
        return "odds" if self._called == "odds" and table.odds.is_fresh else ""

    def _is_beside_the_map(self) -> bool:
        """Once called for what lies off the map, the boxes stay while any of it can be acted on."""
        controller, table = self._window.table.controller, self._window.table
        if self._called == "boxes" and controller is not None:
            return bool(table.boxes.lit) or not controller.lit_units()
        return self._is_all_beside_the_map()

    def _is_all_beside_the_map(self) -> bool:
        controller, table = self._window.table.controller, self._window.table
        if controller is None or controller.lit_hexes() or controller.lit_hexsides():
            return False
        lit = controller.lit_units()
        return bool(lit) and lit == table.boxes.lit

    def _call(self, key: str) -> None:
        dock = self._window.docks[key]
        if dock.isHidden() or _in_front(dock):
            return
        mates = self._window.tabifiedDockWidgets(dock)
        self._called = key
        self._before = next((mate for mate in mates if _in_front(mate)), None)
        dock.raise_()

    def _show_boxes(self, order: tuple[str, str] | None) -> None:
        """The targets of an order may all lie off the map: then the boxes come forward."""
        if order is not None and self._is_all_beside_the_map():
            self._window.docks["boxes"].raise_()


def _in_front(dock: QDockWidget) -> bool:
    return not dock.visibleRegion().isEmpty()
