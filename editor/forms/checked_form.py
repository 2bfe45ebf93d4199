"""A dialog with a form: what is written in it is read after every change, and what is wrong is said below."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.window.dialog_widgets import accept_or_cancel
from engine.bad_input import BadInput
from engine.catalogue.document import Plain

LARGEST: Final = 99_999
NARROWEST_PX: Final = 480


class CheckedForm(QDialog):
    """It can be accepted as soon as everything in it can be read."""

    def __init__(self, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.fields: dict[str, QWidget] = {}
        self.form = QFormLayout()
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)

    @abstractmethod
    def values(self) -> dict[str, Plain]:
        """What is written in the form; BadInput if it does not fit."""

    def finish(self, explanation: str = "") -> None:
        """Lay out the form below a text, when all fields are made."""
        text = QLabel(explanation)
        text.setWordWrap(True)
        text.setVisible(bool(explanation))
        self.buttons, self._accept = accept_or_cancel(self, "Set")
        layout = QVBoxLayout(self)
        layout.addWidget(text)
        layout.addLayout(self.form)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(NARROWEST_PX)
        self.check()

    def add(self, name: str, made: QWidget, title: str | None) -> None:
        """A field with its title; with None its lines have titles of their own."""
        self.fields[name] = made
        made.setAccessibleName(shown(name))
        if title is None:
            self.form.addRow(made)
        else:
            self.form.addRow(title, made)

    def tick(self, on: bool) -> QCheckBox:
        """A field for yes or no."""
        box = QCheckBox()
        box.setChecked(on)
        box.toggled.connect(self.check)
        return box

    def number(self, now: int) -> QSpinBox:
        """A field for a whole number."""
        made = QSpinBox()
        made.setRange(-LARGEST, LARGEST)
        made.setValue(now)
        made.valueChanged.connect(self.check)
        return made

    def simple_value(self, made: QWidget) -> Plain:
        """What is written in a plain field of Qt."""
        if isinstance(made, QCheckBox):
            return made.isChecked()
        if isinstance(made, QSpinBox):
            return made.value()
        if isinstance(made, QComboBox):
            return str(made.currentData() or "")
        assert isinstance(made, QLineEdit)
        return made.text().strip()

    def check(self) -> None:
        """Say what is wrong, if anything is."""
        try:
            self.values()
            text = ""
        except BadInput as bad:
            text = str(bad)
        self.problem.setText(text)
        self._accept.setEnabled(not text)


def shown(name: str) -> str:
    """The name of a parameter as text for the user."""
    return name.replace("_", " ").capitalize()
