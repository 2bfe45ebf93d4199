"""Tabs of docks that Qt leaves lying about when the docks are hidden or put back in their places."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStackedWidget, QTabBar, QWidget

OUT_OF_SIGHT: Final = QPoint(-4000, -4000)
_LATER: Final = 60
"""Milliseconds after which a layout that was still pending has been carried out."""


class StrayTabs(QObject):
    """Sweeps them off whenever another page comes to the front; Qt fetches those it still uses."""

    def __init__(self, window: QMainWindow, pages: QStackedWidget, table: QWidget) -> None:
        super().__init__(window)
        self._window, self._pages, self._table = window, pages, table
        pages.currentChanged.connect(self._soon)

    def _soon(self) -> None:
        for wait in (0, _LATER):
            QTimer.singleShot(wait, self, self.sweep)

    def sweep(self) -> None:
        """Put tab bars out of sight: all where no docks are shown, else those that lie on something."""
        playing = self._pages.currentWidget() is self._table
        docks = [dock for dock in self._window.findChildren(QDockWidget) if dock.isVisible()]
        taken = [area.geometry() for area in (self._pages, *docks)]
        for bar in self._window.findChildren(QTabBar):
            if bar.parentWidget() is self._window:
                middle = bar.geometry().center()
                if not playing or any(area.contains(middle) for area in taken):
                    bar.move(OUT_OF_SIGHT)
