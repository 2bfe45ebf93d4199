"""The docks on the left of the map: the rules with the charts, and the guide."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.window.dock_layout import make_dock

SPLIT_FROM_HEIGHT_PX: Final = 1000
"""Window height from which both are shown one below the other."""
DOCK_WIDTH_PX: Final = 350


class LeftDocks:
    """Two docks that are hidden until they are needed; their contents are created later."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        left = Qt.DockWidgetArea.LeftDockWidgetArea
        self.rules = make_dock(window, "books", "Rules and charts", area=left)
        self.guide = make_dock(window, "coach", "Guide", area=left)
        for dock in (self.rules, self.guide):
            dock.hide()

    def show(self, dock: QDockWidget) -> None:
        """Show a dock: above or below the other one if there is room, else as a tab."""
        window, fresh = self._window, dock.isHidden()
        dock.show()
        if fresh:
            if window.height() < SPLIT_FROM_HEIGHT_PX:
                window.tabifyDockWidget(self.guide, self.rules)
            else:
                window.splitDockWidget(self.guide, self.rules, Qt.Orientation.Vertical)
            window.resizeDocks([dock], [DOCK_WIDTH_PX], Qt.Orientation.Horizontal)
        dock.raise_()
