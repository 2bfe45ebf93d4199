"""Warnings and short notices of one window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QMessageBox

NOTICE_MS = 5000


class Messages:
    """Shows messages without waiting for an answer. `window` is the parent of further dialogs."""

    def __init__(self, window: QMainWindow) -> None:
        self.window = window

    def warn(self, title: str, text: str) -> None:
        """Show a warning until it is closed."""
        box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Ok, self.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def notice(self, text: str, milliseconds: int = NOTICE_MS) -> None:
        """Show a text in the status bar for a while."""
        self.window.statusBar().showMessage(text, milliseconds)
