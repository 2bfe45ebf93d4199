"""Where the panels lie: in order at first, off while no table is shown, and back exactly as they lay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from app.window.return_key import pressed_a_button

TALL: Final = 980
"""From this height on the column beside the map has room for three panels one below the other."""
_THREE: Final = (
    ("inspector", "orders", "odds", "forces"),
    ("tracks", "boxes", "minimap"),
    ("log", "bookmarks"),
)
_TWO: Final = (("inspector", "orders", "odds", "tracks", "bookmarks"), ("log", "boxes", "minimap", "forces"))
_SHARES: Final = {3: (48, 26, 26), 2: (64, 36)}
"""Percent of the height; the panels above are those that are read while something is decided."""
WIDTH: Final = 55
"""Letters that a line in the column has room for, whatever the size of the text."""


def column_width(window: QMainWindow) -> int:
    """How wide the column beside the map is at first: never more than a third of the window."""
    return min(window.fontMetrics().averageCharWidth() * WIDTH, window.width() // 3)


class Dock(QDockWidget):
    """A panel beside the page."""

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
    """A dock whose place is remembered under this key; what is in it may come later."""
    dock = Dock(title, window)
    dock.setObjectName(key)
    dock.setAccessibleName(title)
    if panel is not None:
        dock.setWidget(panel)
    window.addDockWidget(area, dock)
    return dock


@contextmanager
def laid_out_once(window: QMainWindow) -> Iterator[None]:
    """Every dock that comes or goes would lay the whole window out; here that is done when all have."""
    layout = window.layout()
    assert layout is not None
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)
        layout.activate()


def arrange(window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
    """Put every panel into the column beside the map: groups of tabs, as many as the window has room for."""
    groups = _THREE if window.height() >= TALL else _TWO
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
    """Text has become larger: a column beside the map that is now too narrow for its lines gets more room."""
    wanted = column_width(window)
    area = Qt.DockWidgetArea.RightDockWidgetArea
    narrow = [
        dock
        for dock in docks.values()
        if not dock.isFloating() and window.dockWidgetArea(dock) == area and dock.width() < wanted
    ]
    window.resizeDocks(narrow, [wanted] * len(narrow), Qt.Orientation.Horizontal)


class Laid(Struct, frozen=True):
    """Which docks were open, which of them in front, and how large those were."""

    shown: tuple[QDockWidget, ...]
    front: tuple[QDockWidget, ...]
    sizes: tuple[QSize, ...]


class DockLayout:
    """Hidden docks keep their place in the window; which were open, in front and how large is remembered.

    Each player of a hot-seat game has an order of their own: a panel that the other had opened, or made
    larger for what was written there, would tell of it.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._player = ""
        self._laid: dict[str, Laid] = {}
        """By player; without a name, as the panels lay when the game came to the table."""

    def begin_game(self) -> None:
        """Another game is on the table, and nobody has taken a seat yet."""
        self._player = ""
        self._laid = {}

    def seat(self, player: str) -> None:
        """From now on the panels are this player's."""
        self._player = player

    def put_away(self, remember: bool) -> None:
        """Hide every panel; remember how they lay if they were on show."""
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        docks = self._window.findChildren(QDockWidget, options=direct)
        if remember:
            shown = tuple(dock for dock in docks if not dock.isHidden())
            front = tuple(dock for dock in shown if not dock.visibleRegion().isEmpty())
            self._laid[self._player] = Laid(shown, front, tuple(map(self._size, front)))
        with laid_out_once(self._window):
            for dock in docks:
                dock.hide()
        for bar in self._tabs():
            # Docks that were tabbed before the window was first laid out leave tabs behind that Qt forgets.
            bar.hide()

    def bring_back(self) -> bool:
        """Show what was open; False if nothing is remembered."""
        found = self._laid.get(self._player) or self._laid.get("")
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
        """The room a dock takes, with the tabs below it."""
        tabs = self._tabs() if self._window.tabifiedDockWidgets(dock) else []
        return dock.size() + QSize(0, max((bar.height() for bar in tabs), default=0))

    def _tabs(self) -> list[QTabBar]:
        return [bar for bar in self._window.findChildren(QTabBar) if bar.parent() is self._window]
