"""Settings, and parameters of rules whose kinds a game does not declare, as a form made from their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from editor.document.editor_document import EditorDocument
from editor.document.rule_words import NAMED, titles_for
from editor.document.value_shapes import shape_of
from editor.forms.checked_form import CheckedForm, shown
from editor.forms.value_table import ValueTable
from engine.catalogue.document import Plain


class ValuesDialog(CheckedForm):
    """`values()` is the result after the dialog was accepted."""

    def __init__(
        self,
        title: str,
        document: EditorDocument,
        values: Mapping[str, Plain],
        selected: Callable[[], Sequence[str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, parent)
        self._document, self._selected = document, selected
        for name, value in values.items():
            self.add(name, self._field(name, value), shown(name))
        self.finish()

    def _field(self, name: str, value: Plain) -> QWidget:
        if isinstance(value, bool):
            return self.tick(value)
        if isinstance(value, int):
            return self.number(value)
        work = self._document.work
        shape = shape_of(value, work, self._document.lattice)
        if shape is not None:
            table = ValueTable(shape, value, self._document, self._selected)
            table.changed.connect(self.check)
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
        return {name: self._value(made) for name, made in self.fields.items()}

    def _value(self, made: QWidget) -> Plain:
        return made.value() if isinstance(made, ValueTable) else self.simple_value(made)
