"""Cell editors of record tables, and row selection with the mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QItemSelectionModel, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QCompleter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from editor.tables.table_model import Index, RecordsModel

SHORT_LIST = 12
"""Longer lists of choices have a search by typing."""
_EDIT = Qt.ItemDataRole.EditRole
_ROWS = QItemSelectionModel.SelectionFlag.Rows


class RecordsView(QTableView):
    """A double click in one of several selected rows edits all of them.

    Qt would select the single row at the first click. Here that is delayed until it is certain
    that no second click comes.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setSortingEnabled(True)
        self.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.setAlternatingRowColors(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self._twice = False
        self._alone = QPersistentModelIndex()
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.timeout.connect(self._select_single_row)

    def selectionCommand(  # noqa: N802
        self, index: Index, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            if self._twice:
                self._twice = False
                return QItemSelectionModel.SelectionFlag.NoUpdate
            chosen = self.selectionModel()
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if plain and index in chosen.selectedIndexes() and len(chosen.selectedRows()) > 1:
                self._alone = QPersistentModelIndex(index)
                self._waiting.start(QApplication.doubleClickInterval())
                return QItemSelectionModel.SelectionFlag.NoUpdate
        return super().selectionCommand(index, event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._waiting.stop()
        self._twice = True
        super().mouseDoubleClickEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._waiting.stop()
        super().mousePressEvent(event)

    def _select_single_row(self) -> None:
        if self._alone.model() is self.model() and self._alone.isValid():
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().select(self._alone, flag | _ROWS)


class ChoiceBox(QComboBox):
    """A combo box in a cell. A click in the open list commits; with keys, Return commits."""

    decided = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._from_list = False
        self.activated.connect(self._activated)

    def hidePopup(self) -> None:  # noqa: N802
        self._from_list = self.view().isVisible()
        super().hidePopup()

    def _activated(self) -> None:
        if self._from_list:
            self._from_list = False
            self.decided.emit()


class RecordCellDelegate(QStyledItemDelegate):
    """Creates a combo box for columns with choices, else a line edit."""

    def __init__(self, write: Callable[[Index, str], object], parent: QWidget) -> None:
        super().__init__(parent)
        self._write = write

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        model = self._records(index)
        column, document = model.definition.columns[index.column()], model.document
        if column.choices is None or document is None:
            return super().createEditor(parent, option, index)
        box = ChoiceBox(parent)
        box.setAccessibleName(column.title)
        box.addItems(list(column.choices(document.work)))
        if column.is_free or box.count() > SHORT_LIST:
            box.setEditable(True)
            box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            completer = box.completer()
            assert completer is not None
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
        box.decided.connect(lambda: self._decided(box))
        return box

    def _decided(self, box: QWidget) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    def _records(self, index: Index) -> RecordsModel:
        model = index.model()
        source = model.sourceModel() if hasattr(model, "sourceModel") else model
        assert isinstance(source, RecordsModel)
        return source

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if not isinstance(editor, QComboBox):
            super().setEditorData(editor, index)
            return
        words = index.data(_EDIT)
        if editor.findText(words) < 0:
            editor.addItem(words)
        editor.setCurrentText(words)
        line = editor.lineEdit()
        if line is not None:
            line.selectAll()

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        words = editor.currentText() if isinstance(editor, QComboBox) else editor.text()  # type: ignore[attr-defined]
        column = self._records(index).definition.columns[index.column()]
        if isinstance(editor, QComboBox) and not column.is_free:
            at = editor.findText(words, Qt.MatchFlag.MatchFixedString)
            words = editor.itemText(at) if at >= 0 else index.data(_EDIT)
        if words != index.data(_EDIT):
            self._write(index, words)
