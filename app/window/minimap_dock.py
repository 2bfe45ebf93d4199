"""The dock with the minimap."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from app.map.minimap import MiniMap
from app.play.play_page import PlayPage
from app.window.dock_layout import make_dock, raise_dock


class MinimapDock(QObject):
    """Shows the map and the counters of the game on the table."""

    def __init__(self, window: QMainWindow, table: PlayPage) -> None:
        super().__init__(window)
        self._table = table
        self.view = MiniMap(table.map)
        self.dock = make_dock(window, "minimap", "Minimap", self.view)
        table.changed.connect(self._update)

    def show(self) -> None:
        """Raise the minimap."""
        raise_dock(self.dock)

    def set_covered(self, covered: bool) -> None:
        """Whether the table is hidden from the player at the screen."""
        self.view.set_covered(covered)

    def _update(self) -> None:
        self.view.show_map(self._table.printed_map)
        controller = self._table.controller
        if controller is not None:
            colours = dict(controller.counter_style.colours)
            self.view.show_counters(controller.view.counters, colours)
