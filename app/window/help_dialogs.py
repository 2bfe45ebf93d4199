"""The list of keyboard shortcuts and the About box."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QMessageBox


def show_shortcuts(window: QMainWindow) -> None:
    """Show the list of keyboard shortcuts."""
    from app.window.shortcut_list import ShortcutList

    shortcuts = ShortcutList(window)
    shortcuts.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    shortcuts.open()


def show_about(window: QMainWindow) -> None:
    """Show the About box."""
    QMessageBox.about(
        window,
        "About Startline",
        "<b>Startline</b><br>Hex-and-counter wargames. The referee enforces and explains the rules.",
    )
