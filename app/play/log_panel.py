"""The game's log as sentences: the newest below, each with its case, to be searched."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QListView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.play.play_controller import LogLine, PlayController
from app.play.reading_parts import search_line
from engine.referee.refusal import REFEREE

Index = QModelIndex | QPersistentModelIndex


def sentence(line: LogLine) -> str:
    """A line as it is read: capital first, the case in brackets behind it."""
    event = line.event
    case = f"  ({event.case})" if event.case and event.case != REFEREE else ""
    return f"{event.text[:1].upper()}{event.text[1:]}{case}"


class LogModel(QAbstractListModel):
    """The lines; only what was added or cut off is told to the view."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[LogLine] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return sentence(line)
        if role == Qt.ItemDataRole.UserRole:
            return line
        return None

    def set_lines(self, lines: list[LogLine]) -> None:
        """Take the log as it now is."""
        same = 0
        for old, new in zip(self.lines, lines, strict=False):
            if old != new:
                break
            same += 1
        if same < len(self.lines):
            self.beginRemoveRows(QModelIndex(), same, len(self.lines) - 1)
            del self.lines[same:]
            self.endRemoveRows()
        if same < len(lines):
            self.beginInsertRows(QModelIndex(), same, len(lines) - 1)
            self.lines += lines[same:]
            self.endInsertRows()


class _Sentences(QStyledItemDelegate):
    """Wraps each sentence; a new turn stands out."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else 300
        text = index.data(Qt.ItemDataRole.DisplayRole)
        metrics = QFontMetrics(self._font(option, index))
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        height = metrics.boundingRect(0, 0, max(60, width - 22), 10_000, flags, text).height()
        return QSize(width, height + (14 if self._is_heading(index) else 7))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        rect = option.rect.adjusted(10, 3, -10, -3)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        palette: QPalette = option.palette
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        painter.setPen(palette.color(role))
        painter.setFont(self._font(option, index))
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, flags, index.data(Qt.ItemDataRole.DisplayRole))
        if self._is_heading(index) and not chosen:
            painter.setPen(palette.color(QPalette.ColorRole.Mid))
            painter.drawLine(option.rect.topLeft(), option.rect.topRight())
        painter.restore()

    def _is_heading(self, index: Index) -> bool:
        line = index.data(Qt.ItemDataRole.UserRole)
        return line.event.what == "TurnBegan"

    def _font(self, option: QStyleOptionViewItem, index: Index) -> QFont:
        font = QFont(option.font)
        font.setBold(self._is_heading(index))
        return font


class LogPanel(QWidget):
    """Log with a search line."""

    pointed = Signal(str, str)
    """A line was clicked: the kind and target of the first thing it is about."""
    past_wanted = Signal()
    """The log should be there from its beginning."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = LogModel()
        self._filtered = QSortFilterProxyModel(self)
        self._filtered.setSourceModel(self.model)
        self._filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._search = search_line("Search the log", "Search the log")
        self._search.textChanged.connect(self._filtered.setFilterFixedString)
        self.list = QListView()
        self.list.setAccessibleName("Log")
        self.list.setModel(self._filtered)
        self.list.setItemDelegate(_Sentences(self.list))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.clicked.connect(self._point)
        self._earlier = QPushButton("Show the log from the beginning")
        self._earlier.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self._search)
        layout.addWidget(self._earlier)
        layout.addWidget(self.list, 1)
        self._earlier.clicked.connect(lambda: self.past_wanted.emit())

    def show_log(self, controller: PlayController) -> None:
        """Read the log anew and follow its end."""
        self.model.set_lines(controller.log())
        self._earlier.setVisible(not controller.log_is_whole)
        self.list.scrollToBottom()

    def _point(self, index: QModelIndex) -> None:
        line = index.data(Qt.ItemDataRole.UserRole)
        if line.event.about:
            self.pointed.emit(*line.event.about[0])
