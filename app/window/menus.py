"""The menus of the window: actions, panels, overlays of the game, and themes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu

from app.play.map_input.overlay_switches import OverlaySwitches
from app.window import actions


class WindowMenus(QObject):
    """Built once, after the actions and docks."""

    def __init__(
        self,
        window: QMainWindow,
        actions_by_key: Mapping[str, QAction],
        docks: Mapping[str, QDockWidget],
        overlays: OverlaySwitches,
        set_theme: Callable[[str], object],
    ) -> None:
        super().__init__(window)
        self._actions, self._docks = actions_by_key, docks
        self._switches, self._set_theme = overlays, set_theme
        self.overlays = QMenu("O&verlays", window)
        self.overlays.aboutToShow.connect(self.list_overlays)
        self.themes = QActionGroup(window)
        view = actions.make_menus(window.menuBar(), actions_by_key)["view"]
        view.addSeparator()
        view.addMenu(self.overlays)
        panels = view.addMenu("&Panels")
        for number, dock in enumerate(docks.values(), start=1):
            dock.toggleViewAction().setShortcut(f"Alt+{number % 10}")
            panels.addAction(dock.toggleViewAction())
        view.addMenu(self._theme_menu(window))

    def _theme_menu(self, window: QMainWindow) -> QMenu:
        menu = QMenu("&Theme", window)
        for choice, text in (("system", "Same as &system"), ("light", "&Light"), ("dark", "&Dark")):
            action = QAction(text, window)
            action.setCheckable(True)
            action.setData(choice)
            action.setShortcut(f"Ctrl+Alt+{choice[0].upper()}")
            action.triggered.connect(lambda _=False, choice=choice: self._set_theme(choice))
            self.themes.addAction(action)
            menu.addAction(action)
        return menu

    def note_theme(self, choice: str) -> None:
        """Check the menu entry of the current theme."""
        for action in self.themes.actions():
            action.setChecked(action.data() == choice)

    def list_overlays(self) -> None:
        """List the map overlays of the current game."""
        self.overlays.clear()
        for switch in self._switches.all():
            action = self.overlays.addAction(switch.title)
            action.setShortcut(switch.keys)  # only shown: the map itself handles these keys
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setCheckable(True)
            action.setChecked(switch.on)
            action.toggled.connect(lambda on, key=switch.key: self._switches.set(key, on))
        if self.overlays.isEmpty():
            self.overlays.addAction("This game has no overlays").setEnabled(False)

    def enable(self, able: Mapping[str, bool]) -> None:
        """Enable only the actions that are possible now; `able` is by what the actions need."""
        for action in self._actions.values():
            action.setEnabled(able[action.property("needs")])
        self.overlays.setEnabled(able["game"])
        for dock in self._docks.values():
            dock.toggleViewAction().setEnabled(able["game"])
