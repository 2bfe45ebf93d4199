"""A label for error messages, readable in light and dark themes."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QWidget

ON_LIGHT, ON_DARK = "#b71c1c", "#ff8a80"


class ErrorLabel(QLabel):
    """Hidden while it is empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("What is wrong")
        self.setWordWrap(True)
        self._colour = ""

    def setText(self, text: str) -> None:  # noqa: N802
        super().setText(text)
        self._apply_style()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._apply_style()

    def _apply_style(self) -> None:
        """Apply the style sheet only when there is text, because that is slow."""
        if not self.text():
            return
        dark = self.palette().color(QPalette.ColorRole.Window).lightness() < 128
        colour = ON_DARK if dark else ON_LIGHT
        if colour != self._colour:
            self._colour = colour
            self.setStyleSheet(f"color: {colour}; font-weight: 600;")
