"""A search line with a list of matches below: the base of the command palette and of "Go to hex"."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

Index = QModelIndex | QPersistentModelIndex
MOST_LISTED: Final = 150
"""Matches that are listed at most."""
MOST_VISIBLE_LINES: Final = 15

_DETAIL: Final = Qt.ItemDataRole.UserRole + 1
_WHAT: Final = Qt.ItemDataRole.UserRole
_STEPS: Final = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 8,
    Qt.Key.Key_PageUp: -8,
}


class Find(Struct, frozen=True):
    """A match that can be chosen; `detail` is shown in grey on the right."""

    title: str
    detail: str
    what: Any
    enabled: bool = True


class _Line(QStyledItemDelegate):
    """Title on the left, detail on the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, QFontMetrics(option.font).height() + 12)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        enabled = bool(option.state & QStyle.StateFlag.State_Enabled)
        palette: QPalette = option.palette
        group = QPalette.ColorGroup.Normal if enabled else QPalette.ColorGroup.Disabled
        rect: QRect = option.rect.adjusted(10, 0, -10, 0)
        metrics = QFontMetrics(option.font)
        painter.setFont(option.font)
        detail = str(index.data(_DETAIL) or "")
        right = min(metrics.horizontalAdvance(detail), rect.width() // 2)
        role = QPalette.ColorRole
        for text, ink, flag, width in (
            (str(index.data()), role.Text, Qt.AlignmentFlag.AlignLeft, rect.width() - right - 12),
            (detail, role.PlaceholderText, Qt.AlignmentFlag.AlignRight, right),
        ):
            painter.setPen(palette.color(group, role.HighlightedText if chosen else ink))
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width + 1)
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | flag, shown)
        painter.restore()


class Finder(QDialog):
    """Typing filters, the arrow keys select, Enter takes, Esc closes. Subclasses search and take."""

    def __init__(self, parent: QWidget, title: str, hint: str, nothing: str) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._parent = parent
        self.setObjectName("finder")
        self.setStyleSheet("QDialog#finder { border: 2px solid palette(highlight); }")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self._nothing = QLabel(nothing)
        self._nothing.setObjectName("quiet")
        self._nothing.setContentsMargins(10, 4, 10, 6)
        self._nothing.setWordWrap(True)
        self.line = QLineEdit()
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(title)
        self.line.textChanged.connect(self._search)
        self.line.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(f"{title}: matches")
        self.list.setItemDelegate(_Line(self.list))
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._choose)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.line)
        layout.addWidget(self.list)
        layout.addWidget(self._nothing)

    @abstractmethod
    def matches(self, text: str) -> Sequence[Find]:
        """The matches of a text, the best first."""

    @abstractmethod
    def take(self, what: Any) -> None:
        """Act on the chosen match."""

    def ask(self) -> None:
        """Open at the top of the window with an empty search line."""
        window = self._parent.window()
        width = min(window.width() - 40, max(560, window.fontMetrics().averageCharWidth() * 70))
        self.setFixedWidth(width)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - width) // 2, corner.y() + 60)
        self.line.clear()
        self._search("")
        self.show()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)

    @property
    def found(self) -> list[str]:
        """The titles of the listed matches."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def _search(self, text: str) -> None:
        self.list.clear()
        for find in self.matches(text.strip())[:MOST_LISTED]:
            item = QListWidgetItem(find.title)
            item.setData(_WHAT, find.what)
            item.setData(_DETAIL, find.detail)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{find.title}, {find.detail}".rstrip(", "))
            if not find.enabled:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self._nothing.setVisible(self.list.count() == 0 and bool(text.strip()))
        self._fit_height()
        self._step(1, -1)

    def _fit_height(self) -> None:
        """Fit the height to the matches."""
        lines = min(self.list.count(), MOST_VISIBLE_LINES)
        self.list.setFixedHeight(lines * max(0, self.list.sizeHintForRow(0)) + 2 if lines else 0)
        self.setFixedHeight(self._layout.totalMinimumSize().height())

    def _step(self, by: int, start: int) -> None:
        """Select the next enabled line, at least `by` lines away."""
        row = min(max(start + by, 0), self.list.count() - 1)
        way = 1 if by > 0 else -1
        while 0 <= row < self.list.count():
            if self.list.item(row).flags() & Qt.ItemFlag.ItemIsEnabled:
                self.list.setCurrentRow(row)
                return
            row += way

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            what = item.data(_WHAT)
            self.hide()
            self.take(what)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if key in _STEPS:
                self._step(_STEPS[key], self.list.currentRow())
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)
