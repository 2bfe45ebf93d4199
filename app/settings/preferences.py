"""The user's preferences, stored in the settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import fields, replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from app.background.idle_queue import IdleQueue
from app.settings.settings_store import SettingsStore
from app.theme.theme import FACTOR

THEMES: Final = {"system": "Same as system", "light": "Light", "dark": "Dark"}
SPEEDS: Final = {"off": "Off", "slow": "Slow", "normal": "Normal", "fast": "Fast"}
DURATIONS_MS: Final = {"off": 0, "slow": 900, "normal": 450, "fast": 200}
"""Duration of one counter move."""
RESULTS: Final = {
    "stay": "Until I dismiss them",
    "long": "For 12 seconds",
    "short": "For 5 seconds",
    "off": "Only in the log",
}
WHEELS: Final = {
    "zoom": "Wheel zooms, dragging empty ground pans",
    "scroll": "Wheel scrolls, Ctrl and wheel zoom",
}
RESULT_MS: Final = {"stay": 0, "long": 12_000, "short": 5_000, "off": 0}
"""How long a result stays on the map; 0 is until it is dismissed or the next action."""
TUMBLE_MS: Final = 700
SMALLEST_PERCENT, LARGEST_PERCENT, STEP_PERCENT = 100, 175, 25
TEXT_SCALES: Final = range(SMALLEST_PERCENT, LARGEST_PERCENT + 1, STEP_PERCENT)


class PreferenceValues(Struct, frozen=True):
    """One set of preferences."""

    theme: str = "system"
    text_scale: int = 100
    """Percent."""
    skip_single: bool = False
    """Make decisions with one possible answer at once; the log says so."""
    remind: bool = True
    """Ask before a phase is ended while actions are left."""
    hand_over: bool = True
    """Hide the table between the turns of two players."""
    animation: str = "normal"
    results: str = "stay"
    """How long rolls and results stay on the map."""
    wheel: str = "zoom"
    """What the wheel and the left button do on empty ground of the map."""
    tumble: bool = True
    """Dice tumble before they show their faces."""
    confirm: bool = True
    """Show what is left to chance, and do it when it is confirmed."""

    @property
    def shows_results(self) -> bool:
        """Are results shown on the map?"""
        return self.results != "off"

    @property
    def result_ms(self) -> int:
        """Milliseconds that a result stays on the map; 0 is until it is dismissed."""
        return RESULT_MS[self.results]

    @property
    def tumble_ms(self) -> int:
        """Milliseconds that dice tumble; not at all without animation."""
        return TUMBLE_MS if self.tumble and self.duration else 0

    @property
    def duration(self) -> int:
        """Milliseconds of one counter move; 0 means no animation."""
        return DURATIONS_MS[self.animation]


_CHECKS: Final[dict[str, Callable[[str], Any]]] = {
    "theme": lambda text: text if text in THEMES else None,
    "text_scale": lambda text: {str(percent): percent for percent in TEXT_SCALES}.get(text),
    "confirm": lambda text: {"yes": True, "no": False}.get(text),
    "skip_single": lambda text: {"yes": True, "no": False}.get(text),
    "remind": lambda text: {"yes": True, "no": False}.get(text),
    "hand_over": lambda text: {"yes": True, "no": False}.get(text),
    "animation": lambda text: text if text in SPEEDS else None,
    "results": lambda text: text if text in RESULTS else None,
    "wheel": lambda text: text if text in WHEELS else None,
    "tumble": lambda text: {"yes": True, "no": False}.get(text),
}

_STORED_NAMES: Final = {"hand_over": "curtain"}
"""Names in the settings file that differ from the names here."""


def _stored_name(name: str) -> str:
    return _STORED_NAMES.get(name, name)


def _as_text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


class Preferences(QObject):
    """The current preferences. A stored value that cannot be read is replaced by the default."""

    changed = Signal(object)
    """The new preferences."""

    def __init__(self, settings: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        found = {name: check(settings.text(_stored_name(name), "")) for name, check in _CHECKS.items()}
        self.chosen = PreferenceValues(**{name: value for name, value in found.items() if value is not None})

    def set(self, **values: Any) -> None:
        """Change some preferences and store them."""
        before, self.chosen = self.chosen, replace(self.chosen, **values)
        for field in fields(PreferenceValues):
            value = getattr(self.chosen, field.name)
            if value != getattr(before, field.name):
                self._settings.note(_stored_name(field.name), _as_text(value))
        if self.chosen != before:
            self.changed.emit(self.chosen)


def scale_text(app: QApplication, percent: int) -> None:
    """Scale all text of the application; 100 is the size of the system font."""
    usual = app.property("usualTextSize")
    if usual is None:
        usual = app.font().pointSizeF()
        app.setProperty("usualTextSize", usual)
    size = usual * percent / 100
    if abs(app.font().pointSizeF() - size) > 0.01:
        hidden_widget_queue(app).finish()
        before, font = app.font().pointSizeF(), QFont(app.font())
        font.setPointSizeF(size)
        app.setFont(font)
        # Widgets with a style sheet keep their old size until each is updated. Applying the style sheet
        # again would update them all, but takes ten times as long.
        for widget in app.allWidgets():
            if widget.isVisible():
                _rescale(widget, before, font)
            else:
                hidden_widget_queue(app).add(partial(_rescale, widget, before, font))


@cache
def hidden_widget_queue(app: QApplication) -> IdleQueue:
    """Rescales hidden widgets while the window is idle."""
    return IdleQueue(app)


def _rescale(widget: QWidget, before: float, font: QFont) -> None:
    """Give a widget of the old text size the new font."""
    if not Shiboken.isValid(widget):
        return
    own, factor = widget.font(), widget.property(FACTOR)
    if factor:
        own.setPointSizeF(font.pointSizeF() * factor)
        widget.setFont(own)
    elif abs(own.pointSizeF() - before) <= 0.01:
        widget.setFont(QFont())
        if own.weight() != font.weight():
            style = widget.style()
            style.unpolish(widget)
            style.polish(widget)
