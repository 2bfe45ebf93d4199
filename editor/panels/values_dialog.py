"""Settings, and parameters of rules whose kinds a game does not declare, as a form made from their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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

from editor.document.editor_document import EditorDocument
from editor.document.rule_words import NAMED, titles_for
from editor.document.value_shapes import shape_of
from editor.panels.value_table import ValueTable
from editor.window.dialog_widgets import accept_or_cancel
from engine.bad_input import BadInput
from engine.catalogue.document import Plain

LARGEST: Final = 99_999


class ValuesDialog(QDialog):
    """`values()` is the result after the dialog was accepted."""

    def __init__(
        self,
        title: str,
        document: EditorDocument,
        values: Mapping[str, Plain],
        selected: Callable[[], Sequence[str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._document, self._selected, self._given = document, selected, values
        self.fields: dict[str, QWidget] = {}
        form = QFormLayout()
        for name, value in values.items():
            made = self.fields[name] = self._field(name, value)
            words = name.replace("_", " ").capitalize()
            made.setAccessibleName(words)
            form.addRow(words, made)
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.buttons, self._accept = accept_or_cancel(self, "Set")
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(480)
        self._check()

    def _field(self, name: str, value: Plain) -> QWidget:
        if isinstance(value, bool):
            box = QCheckBox()
            box.setChecked(value)
            return box
        if isinstance(value, int):
            number = QSpinBox()
            number.setRange(-LARGEST, LARGEST)
            number.setValue(value)
            return number
        work = self._document.work
        shape = shape_of(value, work, self._document.lattice)
        if shape is not None:
            table = ValueTable(shape, value, self._document.lattice, self._selected)
            table.changed.connect(self._check)
            return table
        sides = NAMED["side"](work)
        titles = sides if str(value) in sides else titles_for(name, work)[1]
        if str(value) in titles:
            choice = QComboBox()
            for key, title in titles.items():
                choice.addItem(title, key)
            choice.setCurrentIndex(choice.findData(str(value)))
            return choice
        return QLineEdit(str(value))

    def values(self) -> dict[str, Plain]:
        """What is written in the form; BadInput if it does not fit."""
        return {name: self._value(name) for name in self.fields}

    def _value(self, name: str) -> Plain:
        made = self.fields[name]
        if isinstance(made, QCheckBox):
            return made.isChecked()
        if isinstance(made, QSpinBox):
            return made.value()
        if isinstance(made, ValueTable):
            return made.value()
        if isinstance(made, QComboBox):
            return str(made.currentData() or "")
        assert isinstance(made, QLineEdit)
        return made.text().strip()

    def _check(self) -> None:
        try:
            self.values()
            text = ""
        except BadInput as bad:
            text = str(bad)
        self.problem.setText(text)
        self._accept.setEnabled(not text)
