"""The menus of the window: actions, panels, overlays of the game, and themes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from app.window import actions

if TYPE_CHECKING:
    from app.main_window import MainWindow


class WindowMenus(QObject):
    """Built once, after the actions and docks."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.overlays = QMenu("O&verlays", window)
        self.overlays.aboutToShow.connect(self.list_overlays)
        self.themes = QActionGroup(window)
        view = actions.make_menus(window.menuBar(), window.actions_by_key)["view"]
        view.addSeparator()
        view.addMenu(self.overlays)
        panels = view.addMenu("&Panels")
        for number, dock in enumerate(window.docks.values(), start=1):
            dock.toggleViewAction().setShortcut(f"Alt+{number}")
            panels.addAction(dock.toggleViewAction())
        view.addMenu(self._theme_menu())

    def _theme_menu(self) -> QMenu:
        menu = QMenu("&Theme", self._window)
        for choice, text in (("system", "Same as &system"), ("light", "&Light"), ("dark", "&Dark")):
            action = QAction(text, self._window)
            action.setCheckable(True)
            action.setData(choice)
            action.setShortcut(f"Ctrl+Alt+{choice[0].upper()}")
            action.triggered.connect(lambda _=False, choice=choice: self._window.set_theme(choice))
            self.themes.addAction(action)
            menu.addAction(action)
        return menu

    def note_theme(self, choice: str) -> None:
        """Check the menu entry of the current theme."""
        for action in self.themes.actions():
            action.setChecked(action.data() == choice)

    def list_overlays(self) -> None:
        """List the map overlays of the current game."""
        switches = self._window.table.overlays
        self.overlays.clear()
        for switch in switches.all():
            action = self.overlays.addAction(switch.title)
            action.setShortcut(switch.keys)  # only shown: the map itself handles these keys
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setCheckable(True)
            action.setChecked(switch.on)
            action.toggled.connect(lambda on, key=switch.key: switches.set(key, on))
        if self.overlays.isEmpty():
            self.overlays.addAction("This game has no overlays").setEnabled(False)

    def enable(self, playing: bool) -> None:
        """Enable only the actions that are possible now."""
        window, controller = self._window, self._window.table.controller
        able = {
            "": True,
            "table": controller is not None and not playing,
            "game": playing,
            "undo": playing and controller is not None and controller.can_undo,
            "redo": playing and controller is not None and controller.can_redo,
            "history": playing and controller is not None and (controller.can_undo or controller.can_redo),
            **window.hotseat.able(playing),
            **window.editor_host.able(),
        }
        for action in window.actions_by_key.values():
            action.setEnabled(able[action.property("needs")])
        self.overlays.setEnabled(playing)
        for dock in window.docks.values():
            dock.toggleViewAction().setEnabled(playing)
