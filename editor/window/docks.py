"""The panels beside the map: made ready ahead, laid out with the first document, out of the way of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from app.background.idle_queue import IdleQueue

_RIGHT: Final = Qt.DockWidgetArea.RightDockWidgetArea
PROBLEMS_HEIGHT_PX: Final = 132
"""Pixels that problems take below a table: the count and a few lines."""


class EditorDocks(QObject):
    """Docks by key. They are laid out with the first document: hidden docks would leave tabs behind."""

    def __init__(
        self,
        page: QMainWindow,
        panels: Mapping[str, tuple[str, Callable[[], QWidget]]],
        idle_queue: IdleQueue,
    ) -> None:
        super().__init__(page)
        self._page, self._panels, self._idle_queue = page, panels, idle_queue
        self.docks: dict[str, QDockWidget] = {}
        for key, (title, _) in panels.items():
            dock = self.docks[key] = QDockWidget(title, page)
            dock.setObjectName(f"editor {key}")
            dock.setAccessibleName(title)
            dock.hide()
        self._hidden_for_table: list[QDockWidget] = []
        """The panels that come back with the map."""
        self._is_below = False
        """Whether the problems lie below a table for the time being."""

    def prepare(self, *others: QWidget) -> None:
        """There is time to make and dress the panels, and to dress others that will be seen soon."""
        self._idle_queue.add(*(partial(_polish, widget) for widget in others))
        for key, (_, panel) in self._panels.items():
            self._idle_queue.add(panel, partial(self._fill_dock, key))

    def _fill_dock(self, key: str) -> None:
        """Put a panel into its dock."""
        if self.docks[key].widget() is None:
            panel = self._panels[key][1]()
            self.docks[key].setWidget(panel)
            _polish(panel)

    def lay_out(self) -> None:
        """All of them in a column on the right, in two groups."""
        for key in self.docks:
            self._fill_dock(key)
        for front, others in (
            ("palette", ("roster", "backdrop", "tracing")),
            ("layers", ("history", "problems")),
        ):
            self._page.addDockWidget(_RIGHT, self.docks[front])
            for behind in others:
                self._page.tabifyDockWidget(self.docks[front], self.docks[behind])
        for dock in self.docks.values():
            dock.show()
        self.arrange()

    def arrange(self) -> None:
        """As they lie at first."""
        column = [self.docks["palette"], self.docks["layers"]]
        self._page.resizeDocks(column, [290, 290], Qt.Orientation.Horizontal)
        self._page.resizeDocks(column, [55, 45], Qt.Orientation.Vertical)
        for key in ("palette", "layers"):
            self.docks[key].raise_()

    def show_panel(self, key: str) -> None:
        """Show a panel, in front of those that share its place."""
        self.docks[key].show()
        self.docks[key].raise_()

    def hide_panels(self, problems: bool) -> None:
        """Tables need the width: everything goes, but problems that somebody looks at, if there are any."""
        if self._hidden_for_table:
            return
        looked_at = self.docks["problems"] if problems else None
        if looked_at is not None and looked_at.visibleRegion().isEmpty():
            looked_at = None
        self._hidden_for_table = [
            dock for dock in self.docks.values() if dock.isVisibleTo(self._page) and dock is not looked_at
        ]
        for dock in self._hidden_for_table:
            dock.hide()
        if looked_at is not None:
            self.dock_problems_below()

    def restore_panels(self) -> None:
        """The map is in front again."""
        for dock in self._hidden_for_table:
            dock.show()
        self._hidden_for_table = []
        if self._is_below:
            self._is_below = False
            self._page.tabifyDockWidget(self.docks["history"], self.docks["problems"])
            self.docks["problems"].raise_()

    def dock_problems_below(self) -> None:
        """Below a table problems take a few lines, not a column of its width; what was moved stays there."""
        dock = self.docks["problems"]
        if not dock.isFloating() and self._page.dockWidgetArea(dock) == _RIGHT:
            self._is_below = True
            self._page.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
            self._page.resizeDocks([dock], [PROBLEMS_HEIGHT_PX], Qt.Orientation.Vertical)


def _polish(panel: QWidget) -> None:
    """Look up style and fonts of a panel and all that is in it, which is most of what showing it takes."""
    panel.ensurePolished()
    for part in panel.findChildren(QWidget):
        part.ensurePolished()
