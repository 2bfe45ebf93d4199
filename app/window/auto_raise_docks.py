"""Raises the panel that a decision is about, and restores the tabs when the decision is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStackedWidget, QWidget

if TYPE_CHECKING:
    from app.play.panels.boxes_panel import BoxesPanel
    from app.play.panels.odds_panel import OddsPanel
    from app.play.panels.orders_panel import OrdersPanel
    from app.play.table_game import TableGame

BOXES: Final = "Off the map"
BOXES_WITH_NUMBER: Final = "Off map ({})"
"""Shorter, so that all tabs of the row are readable in larger text."""


class AutoRaiseDocks(QObject):
    """Raises Odds while an attack is built and its result is shown, Orders while every order has a cost, Off
    the map while all units that can act are in boxes. Besides it raises Steps while a procedure is going on
    that is shown step by step.

    Only the front tab changes; no panel is resized. A panel that the player has closed or put behind another
    one is left alone.
    """

    def __init__(
        self,
        window: QMainWindow,
        pages: QStackedWidget,
        table: QWidget,
        game: TableGame,
        docks: Mapping[str, QDockWidget],
        *,
        odds: OddsPanel,
        orders: OrdersPanel,
        boxes: BoxesPanel,
    ) -> None:
        super().__init__(window)
        self._window, self._pages, self._table, self._docks = window, pages, table, docks
        self._game, self._odds, self._orders, self._boxes = game, odds, orders, boxes
        self._decided = RaisedDock(window, docks)
        self._steps = RaisedDock(window, docks)
        game.changed.connect(self._arrange_later)
        pages.currentChanged.connect(lambda _: self._arrange_later())
        orders.narrowed.connect(self._show_boxes)

    def _arrange_later(self) -> None:
        QTimer.singleShot(0, self, self.arrange)

    def arrange(self) -> None:
        """Raise the panel of the current decision, or restore the tabs."""
        if self._pages.currentWidget() is not self._table:
            return
        actionable = len(self._boxes.lit)
        self._docks["boxes"].setWindowTitle(BOXES_WITH_NUMBER.format(actionable) if actionable else BOXES)
        wanted, controller = self._wanted(), self._game.controller
        has_steps = controller is not None and controller.has_checklist
        self._steps.want("steps" if has_steps and wanted != "boxes" else "")
        self._decided.want(wanted)

    def restore(self) -> None:
        """Restore the tabs as the player had them."""
        self._decided.want("")
        self._steps.want("")

    def _wanted(self) -> str:
        if self._odds.is_building:
            return "odds"
        if self._orders.is_about_spending:
            return "orders"
        if self._is_off_map():
            return "boxes"
        return "odds" if self._decided.raised == "odds" and self._odds.is_fresh else ""

    def _is_off_map(self) -> bool:
        """Once raised, the boxes stay in front while any unit in them can act."""
        controller = self._game.controller
        if self._decided.raised == "boxes" and controller is not None:
            return bool(self._boxes.lit) or not controller.lit_units()
        return self._is_all_off_map()

    def _is_all_off_map(self) -> bool:
        controller = self._game.controller
        if controller is None or controller.lit_hexes() or controller.lit_hexsides():
            return False
        lit = controller.lit_units()
        return bool(lit) and lit == self._boxes.lit

    def _show_boxes(self, order: tuple[str, str] | None) -> None:
        """Raise the boxes if all targets of an order are off the map."""
        if order is not None and self._is_all_off_map():
            self._docks["boxes"].raise_()


class RaisedDock:
    """A panel that was raised, and the one that was in front of it before."""

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
        self._window, self._docks = window, docks
        self.raised = ""
        """The panel that is raised; empty if none had to be."""
        self._before: QDockWidget | None = None

    def want(self, key: str) -> None:
        """Raise this panel, or put the tabs back as they were."""
        if key != self.raised:
            self._restore()
            if key:
                self._raise(key)

    def _restore(self) -> None:
        raised, before = self.raised, self._before
        self.raised, self._before = "", None
        if before is not None and not before.isHidden() and _in_front(self._docks[raised]):
            before.raise_()

    def _raise(self, key: str) -> None:
        dock = self._docks[key]
        if dock.isHidden() or _in_front(dock):
            return
        mates = self._window.tabifiedDockWidgets(dock)
        self.raised = key
        self._before = next((mate for mate in mates if _in_front(mate)), None)
        dock.raise_()


def _in_front(dock: QDockWidget) -> bool:
    return not dock.visibleRegion().isEmpty()
