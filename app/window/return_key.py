"""Return and Enter press the focused button, as in dialogs; on some systems only Space does."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication

_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def pressed_a_button(event: QKeyEvent) -> bool:
    """Handle a key event that no widget accepted; returns whether it pressed a button."""
    button = QApplication.focusWidget()
    if event.key() not in _KEYS or event.isAutoRepeat() or not isinstance(button, QAbstractButton):
        return False
    button.click()
    return True
