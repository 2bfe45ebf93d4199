"""Applies the preferences to the window, and opens the dialog that changes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.settings.preferences import Preferences, PreferenceValues, scale_text
from app.theme.theme import application
from app.window.dock_layout import widen

if TYPE_CHECKING:
    from app.map.map_view import MapView
    from app.play.map_input.map_highlight import MapPointer

_SWITCHES: Final = {"single": "skip_single", "remind": "remind", "hot_seat": "hand_over"}
"""Menu entries that are also preferences."""


class PreferenceActions(QObject):
    """Keeps menu entries, text size and animation in step with the preferences."""

    def __init__(
        self,
        window: QMainWindow,
        preferences: Preferences,
        docks: Mapping[str, QDockWidget],
        pointer: MapPointer,
        view: MapView,
        set_theme: Callable[[str], object],
    ) -> None:
        super().__init__(window)
        self._window, self._preferences, self._docks = window, preferences, docks
        self._pointer, self._view, self._set_theme = pointer, view, set_theme
        self._actions: Mapping[str, QAction] = {}
        preferences.changed.connect(self._apply_changed)

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {"preferences": self.show_preferences}

    def begin(self, actions_by_key: Mapping[str, QAction]) -> None:
        """Apply the stored preferences, once the window has its menus."""
        self._actions = actions_by_key
        for key, name in _SWITCHES.items():
            action = actions_by_key[key]
            action.setChecked(getattr(self._preferences.chosen, name))
            action.toggled.connect(lambda on, name=name: self._preferences.set(**{name: on}))
        self._apply(self._preferences.chosen)

    def note_theme(self, choice: str) -> None:
        """The theme was changed, here or in a menu."""
        self._preferences.chosen = replace(self._preferences.chosen, theme=choice)

    def show_preferences(self) -> None:
        """Open the preferences dialog."""
        from app.settings.preferences_dialog import PreferencesDialog

        dialog = PreferencesDialog(self._preferences, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _apply_changed(self, chosen: PreferenceValues) -> None:
        self._set_theme(chosen.theme)
        for key, name in _SWITCHES.items():
            self._actions[key].setChecked(getattr(chosen, name))
        QTimer.singleShot(0, self, self._apply_text_size)  # After the new theme is drawn.

    def _apply_text_size(self) -> None:
        before = application().font().pointSizeF()
        self._apply(self._preferences.chosen)
        if application().font().pointSizeF() > before:
            widen(self._window, self._docks)

    def _apply(self, chosen: PreferenceValues) -> None:
        scale_text(application(), chosen.text_scale)
        self._pointer.breath = 2 * chosen.duration
        self._view.wheel_zooms = chosen.wheel == "zoom"
        self._window.setAnimated(chosen.duration > 0)
