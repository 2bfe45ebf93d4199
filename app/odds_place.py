"""The odds come forward while an attack is built, with room to be read, and stay until its dice are seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget

if TYPE_CHECKING:
    from app.main_window import MainWindow

LINES: Final = 34
"""Lines of text in which the odds of most attacks can be read without scrolling."""
REST: Final = 9
"""Lines that the other panels of the column keep."""


class OddsPlace(QObject):
    """Raises the odds by itself only for an attack, and then puts everything back as it lay."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._before: tuple[list[QDockWidget], list[int]] | None = None
        """What lay in front before the odds came forward, and how high it was."""
        window.table.changed.connect(self._soon)
        window.pages.currentChanged.connect(lambda _: self._soon())

    def _soon(self) -> None:
        QTimer.singleShot(0, self, self.arrange)

    def arrange(self) -> None:
        """Bring the odds forward or put them back, as the game now stands."""
        if self._window.pages.currentWidget() is not self._window.table:
            return
        odds = self._window.table.odds
        if odds.is_building and self._before is None:
            self._bring()
        elif self._before is not None and not odds.is_building and not odds.is_fresh:
            self._put_back()

    def _bring(self) -> None:
        dock = self._window.docks["odds"]
        if dock.isHidden() or not dock.visibleRegion().isEmpty():
            return
        column = self._column()
        self._before = column, [panel.height() for panel in column]
        dock.raise_()
        mates = self._window.tabifiedDockWidgets(dock)
        others = [panel for panel in column if panel not in mates]
        line = self._window.fontMetrics().height()
        total = sum(self._before[1])
        wanted = min(LINES * line, total - len(others) * REST * line)
        if dock.isFloating() or not others or wanted <= 0:
            return
        rest = (total - wanted) // len(others)
        self._window.resizeDocks([dock, *others], [wanted, *[rest] * len(others)], Qt.Orientation.Vertical)

    def _put_back(self) -> None:
        assert self._before is not None
        column, heights = self._before
        self._before = None
        for panel in column:
            if not panel.isHidden():
                panel.raise_()
        self._window.resizeDocks(column, heights, Qt.Orientation.Vertical)

    def _column(self) -> list[QDockWidget]:
        """What lies in front in the column of the odds, from above."""
        window = self._window
        area = window.dockWidgetArea(window.docks["odds"])
        found = [
            dock
            for dock in window.docks.values()
            if not dock.isFloating()
            and window.dockWidgetArea(dock) == area
            and not dock.visibleRegion().isEmpty()
        ]
        return sorted(found, key=lambda dock: dock.y())
