"""The orders come forward while a decision is about spending, and go back when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDockWidget

if TYPE_CHECKING:
    from app.main_window import MainWindow

BOXES: Final = "Off the map"


class OrdersPlace(QObject):
    """Raises the panel among its tabs; one that the player has put elsewhere stays where it is."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._before: QDockWidget | None = None
        """What lay in front of it."""
        window.table.changed.connect(lambda: QTimer.singleShot(0, self, self.arrange))
        window.table.orders.narrowed.connect(self._show_boxes)

    def arrange(self) -> None:
        """Bring the panel forward or put it back, as the decision wants it."""
        window, dock = self._window, self._window.docks["orders"]
        if window.pages.currentWidget() is not window.table:
            return
        waiting = len(window.table.boxes.lit)
        window.docks["boxes"].setWindowTitle(f"{BOXES} ({waiting})" if waiting else BOXES)
        if dock.isHidden() or window.table.odds.is_building:  # an attack comes before everything else
            return
        wanted = window.table.orders.is_about_spending
        if wanted and self._before is None and dock.visibleRegion().isEmpty():
            mates = window.tabifiedDockWidgets(dock)
            self._before = next((mate for mate in mates if not mate.visibleRegion().isEmpty()), None)
            dock.raise_()
        elif not wanted and self._before is not None:
            if not dock.visibleRegion().isEmpty():
                self._before.raise_()
            self._before = None

    def _show_boxes(self, order: tuple[str, str] | None) -> None:
        """The targets of an order may all lie off the map: then the boxes come forward."""
        controller, table = self._window.table.controller, self._window.table
        if order is None or controller is None or controller.lit_hexes() or controller.lit_hexsides():
            return
        lit = controller.lit_units()
        if lit and lit == table.boxes.lit:
            self._window.docks["boxes"].raise_()
