"""A table of figures that is only read, filled anew as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

PADDING_PX: Final = 7
MEASURED_ROWS: Final = 40
"""Rows that are looked at for the width of columns: a run may have thousands of games."""
Index = QModelIndex | QPersistentModelIndex


class FigureModel(QAbstractTableModel):
    """Rows of texts and numbers with a heading for each column, and perhaps for each row."""

    def __init__(self, head: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head: Sequence[str] = head
        self.rows: Sequence[Sequence[object]] = ()
        self.row_heads: Sequence[str] = ()

    def show_rows(
        self, rows: Sequence[Sequence[object]], head: Sequence[str] = (), row_heads: Sequence[str] = ()
    ) -> None:
        """Show these rows; the headings of the columns stay if none are given."""
        self.beginResetModel()
        self.rows, self.row_heads = rows, row_heads
        if head:
            self.head = head
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.head)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            heads = self.head if orientation == Qt.Orientation.Horizontal else self.row_heads
            if section < len(heads):
                return heads[section]
        return super().headerData(section, orientation, role)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        value = self.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return value if isinstance(value, int) else str(value)
        if role == Qt.ItemDataRole.TextAlignmentRole and isinstance(value, int):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None


class _Padded(QStyledItemDelegate):
    """Leaves room beside the text, so that a number does not touch the next column."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        inner = QStyleOptionViewItem(option)
        self.initStyleOption(inner, index)
        style = inner.widget.style()
        text, inner.text = inner.text, ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, inner, painter, inner.widget)
        chosen = inner.state & QStyle.StateFlag.State_Selected
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        room = inner.rect.adjusted(PADDING_PX, 0, -PADDING_PX, 0)
        shown = inner.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        style.drawItemText(painter, room, int(inner.displayAlignment), inner.palette, True, shown, role)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return super().sizeHint(option, index) + QSize(2 * PADDING_PX, 0)


class FigureTable(QTableView):
    """Shows a `FigureModel`; Enter or a double click activates a row."""

    row_activated = Signal(int)

    def __init__(self, name: str, head: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.figures = FigureModel(head, self)
        self.setModel(self.figures)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.horizontalHeader().setResizeContentsPrecision(MEASURED_ROWS)
        self.setItemDelegate(_Padded(self))
        self.horizontalHeader().setHighlightSections(False)
        self.activated.connect(lambda index: self.row_activated.emit(index.row()))

    def show_rows(
        self, rows: Sequence[Sequence[object]], head: Sequence[str] = (), row_heads: Sequence[str] = ()
    ) -> None:
        """Show these rows; columns get the width of their first rows, and the selected row stays selected."""
        selected = self.currentIndex().row()
        self.figures.show_rows(rows, head, row_heads)
        self.verticalHeader().setVisible(bool(row_heads))
        self.resizeColumnsToContents()
        if 0 <= selected < len(rows):
            self.selectRow(selected)
