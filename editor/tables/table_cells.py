"""Cell editors of record tables, and row selection with the mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QEvent, QItemSelectionModel, QPersistentModelIndex, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QCompleter,
    QFrame,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from editor.document.titles import key_of
from editor.tables.pickers import ICON, ChoiceBox, ColorBox, SymbolBox
from editor.tables.table_model import Index, RecordsModel

SHORT_LIST = 12
"""Longer lists of choices have a search by typing."""
_PICKERS: Final = {"color": ColorBox, "symbol": SymbolBox}
"""Editors of columns whose values are seen."""
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
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setIconSize(ICON)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self._twice = False
        self._alone = QPersistentModelIndex()
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.timeout.connect(self._select_single_row)

    def set_cells(self, make: Callable[[], QAbstractItemDelegate]) -> None:
        """Edit cells with a delegate of this kind; a delegate serves one view."""
        self.setItemDelegate(make())

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


class FrozenFirstColumn(RecordsView):
    """A table whose first column stays in sight when the others are scrolled sideways.

    A second view of the same rows lies over the first column.
    """

    def __init__(self) -> None:
        super().__init__()
        self.frozen = RecordsView()
        self.frozen.setParent(self)
        self.frozen.setObjectName("frozenColumn")
        self.frozen.setFocusProxy(self)
        self.frozen.setFrameShape(QFrame.Shape.NoFrame)
        for set_policy in (self.frozen.setHorizontalScrollBarPolicy, self.frozen.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for view in (self, self.frozen):
            view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
            view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().valueChanged.connect(self.frozen.verticalScrollBar().setValue)
        self.frozen.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.horizontalHeader().sectionResized.connect(lambda *_: self._cover())
        self.frozen.horizontalHeader().sectionResized.connect(self._resized)
        self.verticalHeader().sectionResized.connect(lambda *_: self._cover())
        self.horizontalHeader().sortIndicatorChanged.connect(self._show_order)

    def setModel(self, model: QAbstractItemModel | None) -> None:  # noqa: N802
        super().setModel(model)
        self.frozen.setModel(model)
        self.frozen.setSelectionModel(self.selectionModel())
        if model is not None:
            model.modelReset.connect(self._cover)
        self._cover()

    def set_cells(self, make: Callable[[], QAbstractItemDelegate]) -> None:
        super().set_cells(make)
        self.frozen.set_cells(make)

    def _cover(self) -> None:
        """Lay the second view over the first column."""
        header, frozen = self.horizontalHeader(), self.frozen
        for column in range(header.count()):
            frozen.setColumnHidden(column, column > 0)
        frozen.horizontalHeader().setFixedHeight(header.height())
        frozen.verticalHeader().setDefaultSectionSize(self.verticalHeader().defaultSectionSize())
        width = self.columnWidth(0) if header.count() else 0
        if width != frozen.columnWidth(0):
            frozen.setColumnWidth(0, width)
        height = self.viewport().height() + header.height()
        frozen.setGeometry(self.frameWidth(), self.frameWidth(), width, height)
        frozen.setVisible(bool(width) and self.horizontalScrollBar().maximum() > 0)

    def _resized(self, column: int, before: int, now: int) -> None:
        if column == 0 and now and now != self.columnWidth(0):
            self.setColumnWidth(0, now)

    def _show_order(self, column: int, order: Qt.SortOrder) -> None:
        """Show in both headers by what the rows are sorted."""
        header = self.frozen.horizontalHeader()
        header.blockSignals(True)
        header.setSortIndicator(column, order)
        header.blockSignals(False)

    def updateGeometries(self) -> None:  # noqa: N802
        super().updateGeometries()
        self._cover()

    def scrollTo(  # noqa: N802
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Scroll so that the cell is not below the frozen column."""
        super().scrollTo(index, hint)
        if index.column() > 0 and self.frozen.isVisible():
            hidden = self.columnWidth(0) - self.visualRect(index).left()
            if hidden > 0:
                bar = self.horizontalScrollBar()
                bar.setValue(bar.value() - hidden)


class RecordCellDelegate(QStyledItemDelegate):
    """Creates a combo box for columns with choices, else a line edit."""

    def __init__(self, write: Callable[[Index, str], object], parent: QWidget) -> None:
        super().__init__(parent)
        self._write = write

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        model = self._records(index)
        column, document = model.definition.columns[index.column()], model.document
        offered = column.offered(document.work) if document is not None else None
        if column.kind in _PICKERS:
            box = _PICKERS[column.kind](parent)
        elif offered is None:
            return super().createEditor(parent, option, index)
        else:
            box = ChoiceBox(parent)
            box.addItems(offered)
        box.setAccessibleName(column.title)
        if column.is_free or box.count() > SHORT_LIST:
            box.may_be_written()
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
        document = self._records(index).document
        if column.titles is not None and document is not None:
            titles = column.titles(document.work)
            words = titles.get(key_of(words, titles), index.data(_EDIT))
        elif isinstance(editor, QComboBox) and not column.is_free and column.kind not in _PICKERS:
            at = editor.findText(words, Qt.MatchFlag.MatchFixedString)
            words = editor.itemText(at) if at >= 0 else index.data(_EDIT)
        if words != index.data(_EDIT):
            self._write(index, words)
