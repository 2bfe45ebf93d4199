"""The layout of the dock panels: the default, hidden while no table is shown, and restored afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from app.window.return_key import pressed_a_button

THREE_ROWS_FROM_PX: Final = 980
"""Window height from which the column next to the map has three panels one below the other."""
_THREE: Final = (
    ("inspector", "orders", "odds", "planner", "forces"),
    ("tracks", "boxes", "minimap"),
    ("log", "steps", "bookmarks"),
)
_TWO: Final = (
    ("inspector", "orders", "odds", "planner", "tracks"),
    ("log", "steps", "boxes", "minimap", "forces", "bookmarks"),
)
_SHARES: Final = {3: (48, 26, 26), 2: (64, 36)}
"""Percent of the height; the upper panels are used while deciding."""
COLUMN_CHARACTERS: Final = 55
"""Width of the column in average characters."""


def column_width(window: QMainWindow) -> int:
    """The default width of the column next to the map: at most a third of the window."""
    return min(window.fontMetrics().averageCharWidth() * COLUMN_CHARACTERS, window.width() // 3)


class Dock(QDockWidget):
    """A dock panel of the window."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_a_button(event):
            super().keyPressEvent(event)


def make_dock(
    window: QMainWindow,
    key: str,
    title: str,
    panel: QWidget | None = None,
    area: Qt.DockWidgetArea = Qt.DockWidgetArea.RightDockWidgetArea,
) -> QDockWidget:
    """Create a dock; its place is stored under this key. The panel may be set later."""
    dock = Dock(title, window)
    dock.setObjectName(key)
    dock.setAccessibleName(title)
    dock.setProperty("help", f"panel.{key}")
    if panel is not None:
        dock.setWidget(panel)
    window.addDockWidget(area, dock)
    return dock


def raise_dock(dock: QDockWidget) -> None:
    """Show a dock in front of the others."""
    dock.show()
    dock.raise_()


@contextmanager
def laid_out_once(window: QMainWindow) -> Iterator[None]:
    """Lay out the window once after several docks are shown or hidden, not for each of them."""
    layout = window.layout()
    assert layout is not None
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)
        layout.activate()


def arrange(window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
    """Put every panel into the column next to the map, in two or three groups of tabs."""
    groups = _THREE if window.height() >= THREE_ROWS_FROM_PX else _TWO
    area = Qt.DockWidgetArea.RightDockWidgetArea
    with laid_out_once(window):
        for dock in docks.values():
            dock.setFloating(False)
            window.removeDockWidget(dock)
        for group in groups:
            window.addDockWidget(area, docks[group[0]], Qt.Orientation.Vertical)
            for key in group[1:]:
                window.tabifyDockWidget(docks[group[0]], docks[key])
        for dock in docks.values():
            dock.show()
    for group in groups:
        docks[group[0]].raise_()
    front = [docks[group[0]] for group in groups]
    window.resizeDocks(front, [column_width(window)] * len(front), Qt.Orientation.Horizontal)
    heights = [window.height() * share // 100 for share in _SHARES[len(front)]]
    window.resizeDocks(front, heights, Qt.Orientation.Vertical)


def widen(window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
    """Widen the column next to the map if it is too narrow for larger text."""
    wanted = column_width(window)
    area = Qt.DockWidgetArea.RightDockWidgetArea
    narrow = [
        dock
        for dock in docks.values()
        if not dock.isFloating() and window.dockWidgetArea(dock) == area and dock.width() < wanted
    ]
    window.resizeDocks(narrow, [wanted] * len(narrow), Qt.Orientation.Horizontal)


class Layout(Struct, frozen=True):
    """The open docks, those in front, and their sizes."""

    shown: tuple[QDockWidget, ...]
    front: tuple[QDockWidget, ...]
    sizes: tuple[QSize, ...]


class DockLayout:
    """Stores which docks were open, in front, and how large; hidden docks keep their place in the window.

    Each player of a hot-seat game has their own layout: a panel that the other player opened or enlarged
    could reveal a secret.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._player = ""
        self._layouts: dict[str, Layout] = {}
        """By player; the empty name is the layout when the game was opened."""

    def begin_game(self) -> None:
        """Another game was opened; forget the layouts of its players."""
        self._player = ""
        self._layouts = {}

    def seat(self, player: str) -> None:
        """Use the layout of this player from now on."""
        self._player = player

    def hide_all(self, remember: bool) -> None:
        """Hide every panel; store the layout first if `remember`."""
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        docks = self._window.findChildren(QDockWidget, options=direct)
        if remember:
            shown = tuple(dock for dock in docks if not dock.isHidden())
            front = tuple(dock for dock in shown if not dock.visibleRegion().isEmpty())
            self._layouts[self._player] = Layout(shown, front, tuple(map(self._size, front)))
        with laid_out_once(self._window):
            for dock in docks:
                dock.hide()
        for bar in self._tabs():
            # Qt leaves tab bars behind if docks were tabbed before the window was first laid out.
            bar.hide()

    def restore(self) -> bool:
        """Show the stored layout; False if there is none."""
        found = self._layouts.get(self._player) or self._layouts.get("")
        if found is None:
            return False
        with laid_out_once(self._window):
            for dock in found.shown:
                dock.show()
        for dock in found.front:
            dock.raise_()
        laid = [pair for pair in zip(found.front, found.sizes, strict=True) if not pair[0].isFloating()]
        docks = [dock for dock, _ in laid]
        self._window.resizeDocks(docks, [size.width() for _, size in laid], Qt.Orientation.Horizontal)
        self._window.resizeDocks(docks, [size.height() for _, size in laid], Qt.Orientation.Vertical)
        return True

    def _size(self, dock: QDockWidget) -> QSize:
        """The size of a dock including the tabs below it."""
        tabs = self._tabs() if self._window.tabifiedDockWidgets(dock) else []
        return dock.size() + QSize(0, max((bar.height() for bar in tabs), default=0))

    def _tabs(self) -> list[QTabBar]:
        return [bar for bar in self._window.findChildren(QTabBar) if bar.parent() is self._window]
