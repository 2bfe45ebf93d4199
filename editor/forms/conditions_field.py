"""A field of a form for conditions by side: each is built from choices, as on the Victory tab."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from editor.document.open_document import OpenDocument
from editor.document.place_choices import areas
from editor.document.victory_vocabulary import in_words, parts_of
from editor.forms.expression_tree import ExpressionTree
from editor.tables.table_definitions import shortened, side_titles
from editor.window.dialog_widgets import accept_or_cancel, resize_within
from engine.catalogue.document import Plain
from engine.catalogue.victory import faults

NEVER = "never"
MOST_SHOWN = 56
"""Letters of a condition in the form; its tool tip says all."""
NEW: Plain = {"at_least": (0, 1)}


class ConditionDialog(QDialog):
    """Edits one condition; `expression` is the result."""

    def __init__(
        self, title: str, open_document: OpenDocument, expression: Plain, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.tree = ExpressionTree(open_document)
        self.tree.show_expression(expression)
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.buttons, self._accept = accept_or_cancel(self, "Set")
        layout = QVBoxLayout(self)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        self.tree.changed.connect(lambda _: self._check())
        self._check()
        resize_within(self, QSize(620, 560))

    @property
    def expression(self) -> Plain:
        """The condition as it is now."""
        return self.tree.expression

    def _check(self) -> None:
        problem = next(iter(faults(self.expression)), "")
        self.problem.setText(problem)
        self._accept.setEnabled(not problem)


class ConditionsField(QWidget):
    """A line for each side that plays: its condition in words, Edit… and Remove."""

    changed = Signal()

    def __init__(
        self, title: str, open_document: OpenDocument, given: Mapping[str, Any], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._title, self._open = title, open_document
        self._conditions: dict[str, Plain] = dict(given)
        document = open_document.document
        self._titles = side_titles(document.work) if document is not None else {}
        self.words: dict[str, QLabel] = {}
        self.edits: dict[str, QPushButton] = {}
        self.removes: dict[str, QPushButton] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        for line, side in enumerate(dict.fromkeys((*self._titles, *given))):
            words = self.words[side] = QLabel()
            words.setMinimumWidth(words.fontMetrics().averageCharWidth() * MOST_SHOWN)
            edit = self.edits[side] = QPushButton("Edit…")
            remove = self.removes[side] = QPushButton("Remove")
            for button, handler in ((edit, self.edit), (remove, self.remove)):
                button.setAutoDefault(False)
                button.clicked.connect(partial(self._clicked, handler, side))
            name = self._titles.get(side, side)
            edit.setAccessibleName(f"Edit {title} of {name}")
            remove.setAccessibleName(f"Remove {title} of {name}")
            for column, widget in enumerate((QLabel(f"{title}, {name}"), words, edit, remove)):
                grid.addWidget(widget, line, column)
        self._show()

    def conditions(self) -> dict[str, Plain]:
        """The conditions by side."""
        return dict(self._conditions)

    def edit(self, side: str) -> None:
        """Edit the condition of a side in a dialog."""
        title = f"{self._title}: {self._titles.get(side, side)}"
        dialog = ConditionDialog(title, self._open, self._conditions.get(side, NEW), self.window())
        try:
            if dialog.exec() == QDialog.DialogCode.Accepted:
                self.set_condition(side, dialog.expression)
        finally:
            dialog.deleteLater()

    def set_condition(self, side: str, expression: Plain) -> None:
        """Set the condition of a side."""
        self._conditions[side] = expression
        self._show()
        self.changed.emit()

    def remove(self, side: str) -> None:
        """Remove the condition of a side."""
        self._conditions.pop(side, None)
        self._show()
        self.changed.emit()

    def _clicked(self, handler: Any, side: str, checked: bool = False) -> None:
        handler(side)

    def _show(self) -> None:
        document = self._open.document
        titles = {"side": self._titles, "region": areas(document.work) if document is not None else {}}
        for side, label in self.words.items():
            found = self._conditions.get(side)
            words = NEVER if found is None else _said(found, titles)
            label.setText(shortened(words, MOST_SHOWN))
            label.setToolTip(words)
            self.removes[side].setEnabled(found is not None)


def _said(expression: Plain, titles: Mapping[str, Mapping[str, str]]) -> str:
    """A condition with its parts in a line."""
    words, parts = in_words(expression, titles), [_said(part, titles) for part in parts_of(expression)]
    if not parts:
        return words
    if words.count("…") == len(parts):
        for part in parts:
            words = words.replace("…", part, 1)
        return words
    return f"{words} ({'; '.join(parts)})"
