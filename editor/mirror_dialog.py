"""Asks which half of the map is kept."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from editor.mirroring import Half


class MirrorDialog(QDialog):
    """`kept()` is the half that the other one becomes a picture of."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Mirror half of the map")
        words = QLabel("Which half is kept? The other one is drawn anew as its picture in a mirror.")
        words.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.addWidget(words)
        self._group = QButtonGroup(self)
        self.choices: dict[Half, QRadioButton] = {}
        titles: tuple[tuple[Half, str], ...] = (
            ("left", "The left half"),
            ("right", "The right half"),
            ("top", "The upper half"),
            ("bottom", "The lower half"),
        )
        for half, title in titles:
            button = self.choices[half] = QRadioButton(title)
            self._group.addButton(button)
            layout.addWidget(button)
        self.choices["left"].setChecked(True)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)

    def kept(self) -> Half:
        """The chosen half."""
        return next(half for half, button in self.choices.items() if button.isChecked())
