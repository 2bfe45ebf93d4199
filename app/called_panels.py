"""The panel that a decision is about comes forward by itself, and goes back when the decision is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDockWidget

if TYPE_CHECKING:
    from app.main_window import MainWindow

BOXES: Final = "Off the map"


class CalledPanels(QObject):
    """Odds while an attack is built and until its dice are seen, orders while everything has a price.

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
        return "odds" if self._called == "odds" and table.odds.is_fresh else ""

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
        controller, table = self._window.table.controller, self._window.table
        if order is None or controller is None or controller.lit_hexes() or controller.lit_hexsides():
            return
        lit = controller.lit_units()
        if lit and lit == table.boxes.lit:
            self._window.docks["boxes"].raise_()


def _in_front(dock: QDockWidget) -> bool:
    return not dock.visibleRegion().isEmpty()
