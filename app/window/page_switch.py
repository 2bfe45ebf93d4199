"""Switches between the pages of the window; docks, tool bar and status bar belong to the table."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QObject, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from app.play.play_page import PlayPage
from app.window import dock_layout
from app.window.dock_layout import DockLayout
from app.window.page_stack import PageStack


class PageSwitch(QObject):
    """Shows one page. A page is added to the stack when it is first shown."""

    switched = Signal()

    def __init__(
        self, window: QMainWindow, pages: PageStack, table: PlayPage, docks: Mapping[str, QDockWidget]
    ) -> None:
        super().__init__(window)
        self._window, self._pages, self._table, self._docks = window, pages, table, docks
        self._table_only: tuple[QWidget, ...] = ()
        self.layout = DockLayout(window)
        self.dock_state: QByteArray | None = None
        """The dock layout when the table was last left."""

    def hide_with_table(self, *widgets: QWidget) -> None:
        """These are shown with the table only."""
        self._table_only += widgets

    @property
    def is_at_table(self) -> bool:
        """Whether the table is shown."""
        return self._pages.currentWidget() is self._table

    def show(self, page: QWidget) -> None:
        """Show this page and give it the focus."""
        playing, was_playing = page is self._table, self.is_at_table
        if self._pages.indexOf(page) < 0:
            self._pages.addWidget(page)
        if was_playing and not playing:
            self.note_docks()
        # Docks are hidden before a wider page is shown and shown after it, so that the window keeps its size.
        if playing:
            self._pages.setCurrentWidget(page)
        else:
            self.layout.hide_all(was_playing)
        for widget in self._table_only:
            widget.setVisible(playing)
        self._pages.setCurrentWidget(page)
        self._window.statusBar().setVisible(playing)
        if playing and not was_playing and not self.layout.restore():
            self.arrange_docks()
            if self.dock_state is not None:
                self._window.restoreState(self.dock_state)
        self.switched.emit()
        (self._table.map if playing else page).setFocus()

    def arrange_docks(self) -> None:
        """Move the panels to their default places."""
        dock_layout.arrange(self._window, self._docks)

    def note_docks(self) -> None:
        """Remember the dock layout of the table."""
        self.dock_state = self._window.saveState()
