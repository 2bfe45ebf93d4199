"""Another look for widgets that are there already: those in sight at once, the others between events.

To put a style sheet on once more would dress every widget as often as it lies in another one, and where there
are many that takes a second. So the sheet stays on, and whoever wears it is polished once.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget
from shiboken6 import Shiboken

from app.theme.link_colors import recolour_links

AT_ONCE: Final = 0.02
"""Seconds that may go into what is in sight before the window listens again."""
SLICE: Final = 0.01
"""Seconds of polishing between two looks at the window's events."""


class Restyler(QObject):
    """Polishes every widget that wears the style sheet of the application."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._waiting: list[QWidget] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(lambda: self._go_on(SLICE))

    def restyle_all(self) -> None:
        """Begin with what is in sight."""
        dressed = [
            widget
            for widget in self._app.allWidgets()
            if widget.testAttribute(Qt.WidgetAttribute.WA_StyleSheet)
        ]
        self._waiting = sorted(dressed, key=lambda widget: not widget.visibleRegion().isEmpty())
        self._go_on(AT_ONCE)

    @property
    def is_busy(self) -> bool:
        """Do some still wear the old look?"""
        return bool(self._waiting)

    def _go_on(self, seconds: float) -> None:
        until = perf_counter() + seconds
        while self._waiting and perf_counter() < until:
            widget = self._waiting.pop()
            if Shiboken.isValid(widget):
                widget.style().polish(widget)
                recolour_links(widget)
                if isinstance(widget, QDockWidget) and widget.titleBarWidget() is None:
                    widget.setTitleBarWidget(None)  # type: ignore[arg-type]  # It draws its buttons anew.
                widget.update()
        if self._waiting:
            self._timer.start()
