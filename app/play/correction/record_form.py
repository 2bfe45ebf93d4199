"""The form of one record: an editor for each field, as its type asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from engine.referee.correction_draft import Field

LARGEST: Final = 999_999


class FieldsForm(QWidget):
    """Says which field was given which value; shows what it is told to show."""

    edited = Signal(str, object)
    """The name of a field and what it should say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editors: dict[str, QWidget] = {}
        self._layout = QFormLayout(self)
        self._layout.setContentsMargins(2, 2, 8, 2)
        self._layout.setVerticalSpacing(6)
        self._layout.setHorizontalSpacing(12)
        self._layout.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)

    def show_fields(self, fields: Sequence[Field]) -> None:
        """Editors for these fields; those that are already there keep the focus."""
        if [*self.editors] != [field.name for field in fields] or not self._fit(fields):
            while self._layout.rowCount():
                self._layout.removeRow(0)
            self.editors = {field.name: self._editor(field) for field in fields}
            for field in fields:
                self._layout.addRow(field.title, self.editors[field.name])
        for field in fields:
            editor = self.editors[field.name]
            with QSignalBlocker(editor):
                _show(editor, field)
            editor.setEnabled(not field.fixed)

    def _fit(self, fields: Sequence[Field]) -> bool:
        return all(type(self.editors[field.name]) is _class_for(field) for field in fields)

    def _editor(self, field: Field) -> QWidget:
        editor = _class_for(field)(self)
        name = field.name
        editor.setAccessibleName(field.title)
        if isinstance(editor, QSpinBox):
            editor.setRange(-LARGEST, LARGEST)
            editor.valueChanged.connect(lambda value: self.edited.emit(name, value))
        elif isinstance(editor, QCheckBox):
            editor.toggled.connect(lambda on: self.edited.emit(name, on))
        elif isinstance(editor, QComboBox):
            editor.view().setAccessibleName(field.title)
            editor.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            editor.setMinimumContentsLength(4)
            if field.form == "text":
                editor.setEditable(True)
                editor.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
                line = _line(editor)
                line.setAccessibleName(field.title)
                line.editingFinished.connect(lambda: self.edited.emit(name, line.text()))
                editor.activated.connect(lambda at: self.edited.emit(name, editor.itemText(at)))
            else:
                editor.activated.connect(lambda at: self.edited.emit(name, editor.itemData(at)))
        elif isinstance(editor, QLineEdit):
            editor.editingFinished.connect(lambda: self.edited.emit(name, editor.text()))
        return editor


_EDITORS: Final[dict[str, type[QWidget]]] = {
    "whole": QSpinBox,
    "switch": QCheckBox,
    "choice": QComboBox,
    "text": QComboBox,
    "plain": QLineEdit,
}


def _class_for(field: Field) -> type[QWidget]:
    """A text of which nothing is known to choose from is simply written."""
    return QLineEdit if field.form == "text" and not field.choices else _EDITORS[field.form]


def _show(editor: QWidget, field: Field) -> None:
    """Let an editor say what the field says."""
    value: Any = field.value
    if isinstance(editor, QSpinBox):
        editor.setValue(value)
    elif isinstance(editor, QCheckBox):
        editor.setChecked(value)
    elif isinstance(editor, QComboBox):
        _fill(editor, field)
    elif isinstance(editor, QLineEdit):
        editor.setText(value)
        editor.setCursorPosition(0)


def _fill(editor: QComboBox, field: Field) -> None:
    if [editor.itemData(at) for at in range(editor.count())] != list(field.choices):
        editor.clear()
        for choice in field.choices:
            editor.addItem(str(choice), choice)
    if editor.isEditable():
        with QSignalBlocker(_line(editor)):
            editor.setEditText(field.value)
            _line(editor).setCursorPosition(0)
    else:
        editor.setCurrentIndex(editor.findData(field.value, flags=Qt.MatchFlag.MatchExactly))


def _line(editor: QComboBox) -> QLineEdit:
    """The line of a box that can be written in."""
    line = editor.lineEdit()
    assert line is not None
    return line
