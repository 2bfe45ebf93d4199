"""The banner over the map that announces a turn, a phase, or the next side with its player's name."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel

from app.map.counters.counter_art import ink_on
from app.map.map_view import MapView

STAYS_MS: Final = 2200
FROM_TOP: Final = 18
MARGIN: Final = 12
"""Pixels that stay free on each side on a narrow map, where the words take several lines."""


class PhaseBanner(QLabel):
    """Lies at the top of the map for a moment and takes no clicks."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.setObjectName("phaseBanner")
        self.setAccessibleName("Turn and phase")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setTextFormat(Qt.TextFormat.RichText)
        self._view = view
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(STAYS_MS)
        self._timer.timeout.connect(self.hide)
        view.viewport().installEventFilter(self)
        self.hide()

    def announce(self, headline: str, words: str, colour: str) -> None:
        """Show a turn or phase in the colour of its side."""
        ink = ink_on(QColor(colour)).name()
        self.setStyleSheet(
            f"background: {colour}; color: {ink}; border-radius: 10px; padding: 10px 26px;"
            f" border: 1px solid {ink};"
        )
        below = f"<div>{escape(words)}</div>" if words else ""
        self.setText(f"<div style='font-size: large; font-weight: 700'>{escape(headline)}</div>{below}")
        self.show()
        self._settle()
        self.raise_()
        self._timer.start()

    def _settle(self) -> None:
        room = self._view.viewport().width()
        self.setWordWrap(False)
        size = self.sizeHint()
        if size.width() > room - 2 * MARGIN:
            self.setWordWrap(True)
            width = max(1, room - 2 * MARGIN)
            size = QSize(width, self.heightForWidth(width))
        self.resize(size)
        self.move((room - self.width()) // 2, FROM_TOP)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._settle()
        return super().eventFilter(watched, event)
