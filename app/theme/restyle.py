"""Applies a new theme to existing widgets: visible ones at once, the others while the window is idle.

Setting the style sheet again would polish each widget once per level of nesting, which takes a second. So the
style sheet stays, and each widget with a style sheet is polished once.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget
from shiboken6 import Shiboken

from app.theme.link_colors import recolour_links

FIRST_SLICE_SECONDS: Final = 0.02
"""Time for visible widgets before events are handled again."""
SLICE_SECONDS: Final = 0.01
"""Time for further widgets before events are handled again."""


class Restyler(QObject):
    """Polishes every widget with a style sheet."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._waiting: list[QWidget] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(lambda: self._polish_some(SLICE_SECONDS))

    def restyle_all(self) -> None:
        """Start with the visible widgets."""
        styled = [
            widget
            for widget in self._app.allWidgets()
            if widget.testAttribute(Qt.WidgetAttribute.WA_StyleSheet)
        ]
        self._waiting = sorted(styled, key=lambda widget: not widget.visibleRegion().isEmpty())
        self._polish_some(FIRST_SLICE_SECONDS)

    @property
    def is_busy(self) -> bool:
        """Whether some widgets still have the old theme."""
        return bool(self._waiting)

    def _polish_some(self, seconds: float) -> None:
        until = perf_counter() + seconds
        while self._waiting and perf_counter() < until:
            widget = self._waiting.pop()
            if Shiboken.isValid(widget):
                widget.style().polish(widget)
                recolour_links(widget)
                if isinstance(widget, QDockWidget) and widget.titleBarWidget() is None:
                    widget.setTitleBarWidget(None)  # type: ignore[arg-type]  # Redraws the buttons.
                widget.update()
        if self._waiting:
            self._timer.start()
