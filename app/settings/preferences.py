"""What a player prefers, kept in the user's own settings."""

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

THEMES: Final = {"system": "As the system", "light": "Light", "dark": "Dark"}
SPEEDS: Final = {"off": "Off", "slow": "Slow", "normal": "Normal", "fast": "Fast"}
DURATIONS: Final = {"off": 0, "slow": 900, "normal": 450, "fast": 200}
"""Milliseconds that one movement on the table takes."""
SMALLEST, LARGEST, STEP = 100, 175, 25


class PreferenceValues(Struct, frozen=True):
    """One set of preferences."""

    theme: str = "system"
    text_scale: int = 100
    """Percent."""
    remind: bool = True
    """Ask before a phase is ended with something left to do."""
    curtain: bool = True
    """The table is hidden while one player hands over to the other."""
    animation: str = "normal"

    @property
    def duration(self) -> int:
        """Milliseconds that one movement on the table takes; 0 is no animation at all."""
        return DURATIONS[self.animation]


_CHECKS: Final[dict[str, Callable[[str], Any]]] = {
    "theme": lambda text: text if text in THEMES else None,
    "text_scale": lambda text: {str(size): size for size in range(SMALLEST, LARGEST + 1, STEP)}.get(text),
    "remind": lambda text: {"yes": True, "no": False}.get(text),
    "curtain": lambda text: {"yes": True, "no": False}.get(text),
    "animation": lambda text: text if text in SPEEDS else None,
}


def _spelled(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


class Preferences(QObject):
    """The wishes in force. A setting that cannot be read is as if it had never been set."""

    changed = Signal(object)
    """The wishes that hold from now on."""

    def __init__(self, memory: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory = memory
        found = {name: check(memory.text(name, "")) for name, check in _CHECKS.items()}
        self.chosen = PreferenceValues(**{name: value for name, value in found.items() if value is not None})

    def set(self, **values: Any) -> None:
        """Change some wishes and remember them."""
        before, self.chosen = self.chosen, replace(self.chosen, **values)
        for field in fields(PreferenceValues):
            value = getattr(self.chosen, field.name)
            if value != getattr(before, field.name):
                self._memory.note(field.name, _spelled(value))
        if self.chosen != before:
            self.changed.emit(self.chosen)


def scale_text(app: QApplication, percent: int) -> None:
    """Make every text of the application this large; the size the system chose is 100."""
    usual = app.property("usualTextSize")
    if usual is None:
        usual = app.font().pointSizeF()
        app.setProperty("usualTextSize", usual)
    size = usual * percent / 100
    if abs(app.font().pointSizeF() - size) > 0.01:
        out_of_sight(app).finish()
        before, font = app.font().pointSizeF(), QFont(app.font())
        font.setPointSizeF(size)
        app.setFont(font)
        # Widgets that the style sheet has dressed keep their old size until they are told one by one. To put
        # the sheet on again would tell them all, but takes ten times as long.
        for widget in app.allWidgets():
            if widget.isVisible():
                _tell(widget, before, font)
            else:
                out_of_sight(app).add(partial(_tell, widget, before, font))


@cache
def out_of_sight(app: QApplication) -> IdleQueue:
    """Those that nobody sees get their letters between the events of the window."""
    return IdleQueue(app)


def _tell(widget: QWidget, before: float, font: QFont) -> None:
    """The letters of a widget that were so large are from now on those of this font."""
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
