"""A table of records that can be sorted, edited in several lines at once, and copied to a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QStyledItemDelegate,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from editor.bench import Bench
from editor.columns import Column, Sheet
from editor.commands.set_records import SetRecords
from editor.panels.when_seen import WhenSeen
from engine.bad_input import BadInput

Index = QModelIndex | QPersistentModelIndex
Put = Callable[[Any, Sequence[Any]], SetRecords]
TITLE_ROOM = 22
"""What a title needs beside its letters: margins and the arrow of sorting."""
FEW = 900
"""Columns that are together narrower than this fit into every window."""
_EDIT, _SHOW = Qt.ItemDataRole.EditRole, Qt.ItemDataRole.DisplayRole


class RecordsModel(QAbstractTableModel):
    """The records of one list of the scenario; every change is a command."""

    refused = Signal(str)

    def __init__(self, bench: Bench, sheet: Sheet, read: Callable[[Any], Sequence[Any]], put: Put) -> None:
        super().__init__(bench)
        self.bench, self.sheet = bench, sheet
        self._read, self._put = read, put
        self.records: list[Any] = []

    def refresh(self) -> None:
        """Read the records anew."""
        document = self.bench.document
        fresh = list(self._read(document.work)) if document is not None else []
        if fresh == self.records:
            return
        if len(fresh) == len(self.records):
            self.records = fresh
            self.dataChanged.emit(self.index(0, 0), self.index(len(fresh) - 1, self.columnCount() - 1))
        else:
            self.beginResetModel()
            self.records = fresh
            self.endResetModel()

    def set_sheet(self, sheet: Sheet) -> None:
        """Other columns."""
        self.beginResetModel()
        self.sheet = sheet
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.records)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.sheet.columns)

    def headerData(self, section: int, way: Qt.Orientation, role: int = _SHOW) -> Any:
        if way == Qt.Orientation.Horizontal and section < len(self.sheet.columns):
            column = self.sheet.columns[section]
            if role == _SHOW:
                return column.title
            if role == Qt.ItemDataRole.ToolTipRole:
                return column.tip or column.title
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def column(self, index: Index) -> Column:
        """The column of a cell."""
        return self.sheet.columns[index.column()]

    def data(self, index: Index, role: int = _SHOW) -> Any:
        if not index.isValid() or index.row() >= len(self.records):
            return None
        column, record = self.column(index), self.records[index.row()]
        if role in (_SHOW, _EDIT):
            return column.shown(record)
        if role == Qt.ItemDataRole.UserRole:
            value = column.value(record)
            return value if isinstance(value, int) and not isinstance(value, bool) else column.shown(record)
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.shown(record)
        return None

    def setData(self, index: Index, value: Any, role: int = _EDIT) -> bool:  # noqa: N802
        return role == _EDIT and self.write([index.row()], index.column(), str(value))

    def write(self, rows: Sequence[int], at: int, words: str) -> bool:
        """The same words into one column of several lines, as one step."""
        fresh = list(self.records)
        try:
            for row in rows:
                fresh[row] = self.sheet.columns[at].written(fresh[row], words)
        except BadInput as bad:
            self.refused.emit(str(bad))
            return False
        return self.put(fresh)

    def put(self, fresh: Sequence[Any]) -> bool:
        """Other records altogether."""
        document = self.bench.document
        if document is None:
            return False
        done = document.do(self._put(document.work, fresh))
        document.end_stroke()
        self.refresh()
        return done


class _Cells(QStyledItemDelegate):
    """A list to choose from where the column has one; else a line to write in."""

    def createEditor(self, parent: QWidget, option, index: Index) -> QWidget:
        table = self.parent()
        assert isinstance(table, RecordsTable)
        column, document = table.model.sheet.columns[index.column()], table.model.bench.document
        if column.choices is None or document is None:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        box.setAccessibleName(column.title)
        box.setEditable(column.rating is None and column.name in ("size",))
        box.addItems(list(column.choices(document.work)))
        box.activated.connect(lambda _: self.commitData.emit(box))
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            words = index.data(_EDIT)
            if editor.findText(words) < 0:
                editor.addItem(words)
            editor.setCurrentText(words)
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model, index: Index) -> None:
        table = self.parent()
        assert isinstance(table, RecordsTable)
        words = editor.currentText() if isinstance(editor, QComboBox) else editor.text()  # type: ignore[attr-defined]
        if words != index.data(_EDIT):
            table.write(index, words)


class RecordsTable(WhenSeen):
    """The table with its buttons. A cell that is changed changes all selected lines with it."""

    chosen = Signal()

    def __init__(
        self, model: RecordsModel, title: str, heading: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(model.bench, parent)
        self.model = model
        self.proxy = QSortFilterProxyModel(self)
        self.proxy.setSourceModel(model)
        self.proxy.setSortRole(Qt.ItemDataRole.UserRole)
        self.view = QTableView()
        self.view.setAccessibleName(title)
        self.view.setModel(self.proxy)
        self.view.setSortingEnabled(True)
        self.view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.view.setItemDelegate(_Cells(self))
        self.view.setAlternatingRowColors(True)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.view.verticalHeader().hide()
        self.view.horizontalHeader().setHighlightSections(False)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.buttons = QHBoxLayout()
        if heading:
            words = QLabel(title)
            words.setObjectName("panelHeading")
            self.buttons.addWidget(words)
        self.buttons.addWidget(self.problem, 1)
        self.add = self.button("Add", "A new line", self.add_line)
        self.double = self.button("Duplicate", "Copies of the selected lines", self.duplicate)
        self.remove = self.button("Remove", "Drop the selected lines", self.remove_lines)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self.buttons)
        layout.addWidget(self.view, 1)
        self._sized: tuple[object, ...] = ()
        model.refused.connect(self.problem.setText)
        model.modelReset.connect(self._widths)
        self._widths()

    def use_proxy(self, proxy: QSortFilterProxyModel) -> None:
        """Another order or choice of the records."""
        self.proxy = proxy
        self.view.setModel(proxy)
        proxy.modelReset.connect(self._widths)
        self.view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self._widths()

    def button(self, text: str, tip: str, handler: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.clicked.connect(handler)
        self.buttons.addWidget(button)
        return button

    def refresh(self) -> None:
        """Show the records as they are."""
        self.model.refresh()
        self._widths()

    def _widths(self) -> None:
        """Each column as wide as it asks for; where there are few, the widest takes the room that is left.

        Widths that somebody has drawn with the mouse stay as long as the columns do.
        """
        columns, header = self.model.sheet.columns, self.view.horizontalHeader()
        sized = (tuple(column.name for column in columns), header.font().toString(), self.proxy)
        if sized == self._sized or header.count() != len(columns):
            return
        self._sized = sized
        self.view.verticalHeader().setDefaultSectionSize(max(26, self.fontMetrics().height() + 8))
        few = sum(column.width for column in columns) < FEW
        widest = max(range(len(columns)), key=lambda at: columns[at].width)
        header.setStretchLastSection(not few)
        for at, column in enumerate(columns):
            stretches = few and at == widest
            mode = QHeaderView.ResizeMode.Stretch if stretches else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(at, mode)
            title = header.fontMetrics().horizontalAdvance(column.title) + TITLE_ROOM
            self.view.setColumnWidth(at, max(column.width, title))

    # lines

    def rows(self) -> list[int]:
        """The selected records, by their place in the list."""
        found = {self.proxy.mapToSource(index).row() for index in self.view.selectionModel().selectedRows()}
        return sorted(found)

    def selected(self) -> list[Any]:
        """The selected records."""
        return [self.model.records[row] for row in self.rows()]

    def select(self, rows: Sequence[int]) -> None:
        """Select these records."""
        self.view.clearSelection()
        flag = self.view.selectionModel().SelectionFlag
        for row in rows:
            index = self.proxy.mapFromSource(self.model.index(row, 0))
            self.view.selectionModel().select(index, flag.Select | flag.Rows)
            self.view.scrollTo(index)

    def write(self, index: Index, words: str) -> None:
        """Into this cell, and into the same column of every selected line."""
        self.problem.setText("")
        row = self.proxy.mapToSource(index).row()
        rows = self.rows()
        self.model.write(rows if row in rows else [row], index.column(), words)

    def add_line(self) -> None:
        """A new line at the end."""
        self.catch_up()
        document = self.model.bench.document
        if document is not None:
            self.model.put([*self.model.records, self.model.sheet.blank(document.work)])
            self.select([len(self.model.records) - 1])

    def duplicate(self) -> None:
        """Copies of the selected lines, with keys of their own where they have keys."""
        self.catch_up()
        document = self.model.bench.document
        if document is None:
            return
        key, fresh = self.model.sheet.key, list(self.model.records)
        taken = {getattr(record, key) for record in fresh}
        for record in self.selected():
            if key in ("id", "key"):
                stem, number = getattr(record, key), 2
                while f"{stem}-{number}" in taken:
                    number += 1
                taken.add(f"{stem}-{number}")
                record = replace(record, **{key: f"{stem}-{number}"})
            fresh.append(record)
        self.model.put(fresh)

    def remove_lines(self) -> None:
        """Without the selected lines."""
        self.catch_up()
        gone = set(self.rows())
        if gone:
            self.model.put([record for row, record in enumerate(self.model.records) if row not in gone])

    # spreadsheets

    def copy_text(self) -> str:
        """The selected lines, or all, as a spreadsheet takes them."""
        self.catch_up()
        return self.model.sheet.dumps(self.selected() or self.model.records, "\t")

    def paste_text(self, source: str) -> bool:
        """Lines from a spreadsheet: those with known keys are replaced, the others added."""
        self.catch_up()
        document = self.model.bench.document
        if document is None:
            return False
        try:
            found = self.model.sheet.loads(source, document.work)
        except BadInput as bad:
            self.problem.setText(str(bad))
            return False
        self.problem.setText("")
        key = self.model.sheet.key
        if key not in ("id", "key"):
            return self.model.put([*self.model.records, *found])
        new = {getattr(record, key): record for record in found}
        fresh = [new.pop(getattr(record, key), record) for record in self.model.records]
        return self.model.put([*fresh, *new.values()])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QApplication.clipboard().setText(self.copy_text())
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste_text(QApplication.clipboard().text())
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_lines()
        else:
            super().keyPressEvent(event)
