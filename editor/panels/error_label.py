"""A line that says what is wrong, in a colour that is read on light and dark."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QWidget

ON_LIGHT, ON_DARK = "#b71c1c", "#ff8a80"


class ErrorLabel(QLabel):
    """Empty while nothing is wrong."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("What is wrong")
        self.setWordWrap(True)
        self._colour = ""

    def setText(self, text: str) -> None:  # noqa: N802
        super().setText(text)
        self._dress()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def _dress(self) -> None:
        """In its colour, as soon as there is something to say: that takes longer than making the label."""
        if not self.text():
            return
        dark = self.palette().color(QPalette.ColorRole.Window).lightness() < 128
        colour = ON_DARK if dark else ON_LIGHT
        if colour != self._colour:
            self._colour = colour
            self.setStyleSheet(f"color: {colour}; font-weight: 600;")
