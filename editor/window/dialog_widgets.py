"""Widgets shared by several dialogs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QPushButton

FRAME_MARGIN_PX: Final = QSize(24, 64)
"""Screen space reserved for the window frame."""


def choice(name: str, values: Mapping[str, str]) -> QComboBox:
    """A combo box for these values by title."""
    box = QComboBox()
    box.setAccessibleName(name)
    box.view().setAccessibleName(name)
    for value, title in values.items():
        box.addItem(title, value)
    return box


def go_or_cancel(dialog: QDialog, words: str) -> tuple[QDialogButtonBox, QPushButton]:
    """Button box with an accept button and Cancel; returns the box and the accept button."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    go = QPushButton(words)
    go.setObjectName("primary")
    go.setDefault(True)
    buttons.addButton(go, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons, go


def resize_within(dialog: QDialog, preferred: QSize) -> None:
    """Resize a dialog to the preferred size, limited by the screen."""
    dialog.resize(preferred.boundedTo(dialog.screen().availableSize() - FRAME_MARGIN_PX))
