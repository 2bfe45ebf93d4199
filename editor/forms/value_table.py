"""A field of a form for a list or a table: rows to add and remove, with choices by title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.document.editor_document import EditorDocument
from editor.document.value_shapes import Row, Shape
from editor.forms.pick_places_dialog import pick_places
from engine.bad_input import BadInput
from engine.catalogue.document import Plain

ROWS_SHOWN: Final = 8


class _Cells(QStyledItemDelegate):
    """A list to choose from, where a column names something."""

    def __init__(self, shape: Shape, parent: QWidget) -> None:
        super().__init__(parent)
        self._shape = shape

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        column = self._shape.columns[index.column()]
        if not column.titles:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        box.setEditable(not column.is_closed)
        box.addItems(list(dict.fromkeys(column.titles.values())))
        box.setAccessibleName(column.title)
        return box

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentText(str(index.data() or ""))
        else:
            super().setEditorData(editor, index)

    def setModelData(
        self, editor: QWidget, model: object, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentText())  # type: ignore[attr-defined]
        else:
            super().setModelData(editor, model, index)  # type: ignore[arg-type]


class ValueTable(QWidget):
    """`value()` is what its rows say."""

    changed = Signal()

    def __init__(
        self,
        shape: Shape,
        value: Plain,
        document: EditorDocument,
        selected: Callable[[], Sequence[str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._shape, self._document, self._selected = shape, document, selected
        self.table = QTableWidget(0, len(shape.columns))
        self.table.setHorizontalHeaderLabels([column.title for column in shape.columns])
        self.table.setItemDelegate(_Cells(shape, self.table))
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        for row in shape.rows(value):
            self._put([column.shown(row.get(column.name)) for column in shape.columns])
        self.table.resizeColumnsToContents()
        self.table.itemChanged.connect(lambda _: self.changed.emit())
        self.add, self.remove = QPushButton("Add a line"), QPushButton("Remove the line")
        self.add.clicked.connect(self.add_line)
        self.remove.clicked.connect(self.remove_lines)
        buttons = [self.add, self.remove]
        self.pick: QPushButton | None = None
        number = len(selected())
        if any(column.kind == "hexes" for column in shape.columns):
            self.pick = QPushButton(f"Hexes from the map ({number})")
            self.pick.setToolTip("Write the hexes that are selected on the map into the selected line")
            self.pick.setVisible(number > 0)
            self.pick.clicked.connect(self.take_selection)
            self.on_map = QPushButton("Pick…")
            self.on_map.setToolTip("Pick the hexes of the selected line on a map")
            self.on_map.clicked.connect(self.pick_on_map)
            buttons += [self.pick, self.on_map]
        below = QHBoxLayout()
        for button in buttons:
            button.setAutoDefault(False)
            below.addWidget(button)
        below.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)
        layout.addLayout(below)
        self.setFocusProxy(self.table)

    def setAccessibleName(self, name: str) -> None:  # noqa: N802
        super().setAccessibleName(name)
        self.table.setAccessibleName(name)

    def sizeHint(self) -> QSize:
        return QSize(520, 76 + ROWS_SHOWN * self.table.verticalHeader().defaultSectionSize())

    def value(self) -> Plain:
        """The value of all lines; BadInput names the line that does not fit."""
        rows: list[Row] = []
        for at in range(self.table.rowCount()):
            row: Row = {}
            for number, column in enumerate(self._shape.columns):
                item = self.table.item(at, number)
                try:
                    read = column.read(item.text() if item is not None else "", self._document.lattice)
                except BadInput as bad:
                    raise BadInput(f"Line {at + 1}: {bad}") from None
                if read is not None:
                    row[column.name] = read
            rows.append(row)
        return self._shape.value(rows)

    def add_line(self) -> None:
        """Add an empty line and begin to write it."""
        self._put([""] * len(self._shape.columns))
        self.table.setCurrentCell(self.table.rowCount() - 1, 0)
        self.table.setFocus()

    def remove_lines(self) -> None:
        """Remove the selected lines."""
        rows = {index.row() for index in self.table.selectedIndexes()} or {self.table.currentRow()}
        for row in sorted(rows - {-1}, reverse=True):
            self.table.removeRow(row)
        self.changed.emit()

    def take_selection(self) -> None:
        """Write the hexes selected on the map into the current line."""
        self._write_hexes(self._selected())

    def pick_on_map(self) -> None:
        """Ask for hexes on a map, and write them into the current line."""
        item = self.table.item(self.table.currentRow(), self._column_of_hexes())
        picked = pick_places(self._document, item.text().split() if item is not None else (), self.window())
        if picked is not None:
            self._write_hexes(picked)

    def _column_of_hexes(self) -> int:
        return next(n for n, column in enumerate(self._shape.columns) if column.kind == "hexes")

    def _write_hexes(self, hexes: Sequence[str]) -> None:
        at = self.table.currentRow()
        if at < 0:
            self.add_line()
            at = self.table.rowCount() - 1
        self.table.setItem(at, self._column_of_hexes(), QTableWidgetItem(" ".join(hexes)))

    def _put(self, words: Sequence[str]) -> None:
        at = self.table.rowCount()
        self.table.blockSignals(True)
        self.table.insertRow(at)
        for number, word in enumerate(words):
            self.table.setItem(at, number, QTableWidgetItem(word))
        self.table.blockSignals(False)
