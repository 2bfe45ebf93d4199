"""Parts that several dialogues are made of, those of the workshop and others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QPushButton, QWidget

AROUND: Final = QSize(24, 64)
"""Pixels of a screen that the frame of a window takes, and a little air."""


def choice(name: str, values: Mapping[str, str]) -> QComboBox:
    """One of these values, by its title."""
    box = QComboBox()
    box.setAccessibleName(name)
    box.view().setAccessibleName(name)
    for value, title in values.items():
        box.addItem(title, value)
    return box


def go_or_cancel(dialog: QDialog, words: str) -> tuple[QDialogButtonBox, QPushButton]:
    """The buttons at the foot; the second of the two is the one that goes on."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    go = QPushButton(words)
    go.setObjectName("primary")
    go.setDefault(True)
    buttons.addButton(go, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons, go


def resize_within(dialog: QDialog, wished: QSize) -> None:
    """As large as wished, as far as the buttons at the foot stay on the screen."""
    dialog.resize(wished.boundedTo(dialog.screen().availableSize() - AROUND))


def asked(dialog: QDialog, back_to: QWidget) -> bool:
    """Ask; whether it was accepted. Then keys go to this widget again, also where no desktop sees to it."""
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    back_to.activateWindow()
    back_to.setFocus()
    return accepted
