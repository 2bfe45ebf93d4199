"""Hides stray dock tab bars that Qt leaves visible when docks are hidden or restored."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStackedWidget, QTabBar, QWidget

OUT_OF_SIGHT: Final = QPoint(-4000, -4000)
_PENDING_LAYOUT_MS: Final = 60
"""After this time a pending layout has been carried out."""


class StrayTabs(QObject):
    """Hides stray tab bars when another page is shown; Qt moves those it still uses back."""

    def __init__(self, window: QMainWindow, pages: QStackedWidget, table: QWidget) -> None:
        super().__init__(window)
        self._window, self._pages, self._table = window, pages, table
        pages.currentChanged.connect(self._hide_later)

    def _hide_later(self) -> None:
        for delay_ms in (0, _PENDING_LAYOUT_MS):
            QTimer.singleShot(delay_ms, self, self.hide_stray)

    def hide_stray(self) -> None:
        """Move tab bars out of sight: all if no docks are shown, else those that cover a page or dock."""
        playing = self._pages.currentWidget() is self._table
        docks = [dock for dock in self._window.findChildren(QDockWidget) if dock.isVisible()]
        covered = [area.geometry() for area in (self._pages, *docks)]
        for bar in self._window.findChildren(QTabBar):
            if bar.parentWidget() is self._window:
                middle = bar.geometry().center()
                if not playing or any(area.contains(middle) for area in covered):
                    bar.move(OUT_OF_SIGHT)
