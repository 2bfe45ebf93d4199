"""Fields of a form for things of the scenario by title: several of them, or a word for each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.document.editor_document import EditorDocument
from editor.document.hexes_in_rules import is_place
from editor.document.titles import key_of
from editor.forms.pick_places_dialog import pick_places

ROWS_SHOWN: Final = 6


class NamedListField(QWidget):
    """Titles separated by commas; a list below adds one more."""

    changed = Signal()

    def __init__(self, what: str, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        """`what` is one of them in a word, such as unit."""
        super().__init__(parent)
        self._what = what
        self._titles = {key: key if "," in title else title for key, title in titles.items()}
        self.line = QLineEdit()
        self.line.setPlaceholderText("None")
        self.line.textChanged.connect(lambda _: self.changed.emit())
        self.add = QComboBox()
        self.add.setEditable(True)
        self.add.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.add.addItems(list(self._titles.values()))
        completer = self.add.completer()
        assert completer is not None
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        line = self.add.lineEdit()
        assert line is not None
        line.setPlaceholderText(f"Add another {what}…")
        self.add.setCurrentIndex(-1)
        self.add.activated.connect(lambda _: self._add())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.line)
        column.addWidget(self.add)
        self.setFocusProxy(self.line)

    def setAccessibleName(self, name: str) -> None:  # noqa: N802
        super().setAccessibleName(name)
        self.line.setAccessibleName(name)
        self.add.setAccessibleName(f"Add another {self._what}")

    def keys(self) -> tuple[str, ...]:
        """The keys of what is written there."""
        words = (word.strip() for word in self.line.text().split(","))
        return tuple(key_of(word, self._titles) for word in words if word)

    def set_keys(self, keys: Sequence[str]) -> None:
        """Write the titles of these."""
        self.line.setText(", ".join(self._titles.get(key, key) for key in keys))
        self.line.setCursorPosition(0)

    def problem(self) -> str:
        """What of it the scenario does not have, as a sentence; empty if it has all."""
        wrong = [key for key in self.keys() if key not in self._titles]
        return f"The scenario has no {self._what} {wrong[0]!r:.40}." if wrong else ""

    def _add(self) -> None:
        key = key_of(self.add.currentText(), self._titles)
        if key in self._titles and key not in self.keys():
            self.set_keys((*self.keys(), key))
        self.add.setCurrentIndex(-1)


class NamedPlacesField(QWidget):
    """A table with two columns: something of the scenario by title, and a hex for it."""

    changed = Signal()

    def __init__(
        self, titles: Mapping[str, str], document: EditorDocument, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._titles, self._document = titles, document
        self.table = QTableWidget(0, 2)
        self.table.horizontalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().hide()
        self.table.itemChanged.connect(lambda _: self.changed.emit())
        add, remove = QPushButton("Add a line"), QPushButton("Remove the line")
        self.on_map = QPushButton("Pick…")
        self.on_map.setToolTip("Pick the hex of the selected line on a map")
        row = QHBoxLayout()
        for button, action in ((add, self._add), (remove, self._remove), (self.on_map, self._pick_on_map)):
            button.setAutoDefault(False)
            button.clicked.connect(action)
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)
        column.addLayout(row)
        self.setFocusProxy(self.table)

    def setAccessibleName(self, name: str) -> None:  # noqa: N802
        super().setAccessibleName(name)
        self.table.setAccessibleName(name)

    def sizeHint(self) -> QSize:
        return QSize(420, 40 + ROWS_SHOWN * self.table.verticalHeader().defaultSectionSize())

    def problem(self) -> str:
        """What is not a unit of the scenario or a hex of the map, as a sentence; empty if nothing is."""
        for key, here in self.values().items():
            if key not in self._titles:
                return f"The scenario has no unit {key!r:.40}."
            if not is_place(here, self._document.lattice):
                return f"The map has no {here or 'hex without a number'}."
        return ""

    def values(self) -> dict[str, str]:
        """The hexes by key; lines without a name are left out."""
        found = {}
        for row in range(self.table.rowCount()):
            name, word = (item.text().strip() if item else "" for item in self._items(row))
            if name:
                found[key_of(name, self._titles)] = word
        return found

    def set_values(self, values: Mapping[str, object]) -> None:
        """Show these."""
        self.table.setRowCount(0)
        for key, word in values.items():
            self._put(self._titles.get(key, key), str(word))

    def _items(self, row: int) -> tuple[QTableWidgetItem | None, QTableWidgetItem | None]:
        return self.table.item(row, 0), self.table.item(row, 1)

    def _put(self, name: str, word: str) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        self.table.setItem(row, 0, QTableWidgetItem(name))
        self.table.setItem(row, 1, QTableWidgetItem(word))

    def _add(self) -> None:
        self._put("", "")
        self.table.setCurrentCell(self.table.rowCount() - 1, 0)
        self.table.setFocus()

    def _pick_on_map(self) -> None:
        row = self.table.currentRow()
        if row < 0:
            return
        item = self.table.item(row, 1)
        now = (item.text().strip(),) if item is not None else ()
        picked = pick_places(self._document, now, self.window(), single=True)
        if picked:
            self.table.setItem(row, 1, QTableWidgetItem(picked[0]))

    def _remove(self) -> None:
        if self.table.currentRow() >= 0:
            self.table.removeRow(self.table.currentRow())
            self.changed.emit()
