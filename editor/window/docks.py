"""The docks of the editor: prepared during idle time, laid out with the first document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QByteArray, QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from app.background.idle_queue import IdleQueue

_RIGHT: Final = Qt.DockWidgetArea.RightDockWidgetArea


class EditorDocks(QObject):
    """Docks by key. They are laid out with the first document, because hidden docks leave empty tabs."""

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
            dock.setProperty("help", f"editor.{key}")
            dock.hide()
        self._hidden_for_table: list[QDockWidget] = []
        """The docks to restore with the map."""
        self._layout = QByteArray()
        """Where the docks were beside the map."""

    def prepare(self, *others: QWidget) -> None:
        """Queue the creation and polishing of all panels, and of other widgets that will be shown soon."""
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
        """Dock all panels on the right in two tabbed groups."""
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
        """Restore the default arrangement."""
        column = [self.docks["palette"], self.docks["layers"]]
        self._page.resizeDocks(column, [290, 290], Qt.Orientation.Horizontal)
        self._page.resizeDocks(column, [58, 42], Qt.Orientation.Vertical)
        for key in ("palette", "layers"):
            self.docks[key].raise_()

    def show_panel(self, key: str) -> None:
        """Show a panel and raise its tab."""
        self.docks[key].show()
        self.docks[key].raise_()

    def hide_panels(self, problems: bool) -> None:
        """Hide the panels of the map beside a table; problems that are looked at stay where they are."""
        if self._hidden_for_table:
            return
        looked_at = self.docks["problems"] if problems else None
        if looked_at is not None and looked_at.visibleRegion().isEmpty():
            looked_at = None
        self._hidden_for_table = [
            dock for dock in self.docks.values() if dock.isVisibleTo(self._page) and dock is not looked_at
        ]
        self._layout = self._page.saveState()
        for dock in self._hidden_for_table:
            dock.hide()

    def restore_panels(self) -> None:
        """Restore the panels when the map is shown again."""
        if self._hidden_for_table:
            self._hidden_for_table = []
            self._page.restoreState(self._layout)


def _polish(panel: QWidget) -> None:
    """Polish a panel with all children ahead, which is the slowest part of showing it."""
    panel.ensurePolished()
    for part in panel.findChildren(QWidget):
        part.ensurePolished()
