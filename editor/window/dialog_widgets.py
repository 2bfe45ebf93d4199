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


def accept_or_cancel(dialog: QDialog, text: str = "OK") -> tuple[QDialogButtonBox, QPushButton]:
    """A button box with a default button that accepts, and Cancel; returns box and default button."""
    button = QDialogButtonBox.StandardButton
    buttons = QDialogButtonBox(button.Ok | button.Cancel)
    accept = buttons.button(button.Ok)
    accept.setText(text)
    accept.setObjectName("primary")
    accept.setDefault(True)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons, accept


def resize_within(dialog: QDialog, preferred: QSize) -> None:
    """Resize a dialog to the preferred size, limited by the screen."""
    dialog.resize(preferred.boundedTo(dialog.screen().availableSize() - FRAME_MARGIN_PX))
