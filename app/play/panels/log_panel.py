"""The game's log as sentences: the newest below, each with its case, to be searched."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QListView,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.play.play_controller import PlayController
from app.rules.search_list import search_line
from engine.referee.refusal import REFEREE
from engine.referee.visible_log import LogLine

Index = QModelIndex | QPersistentModelIndex
_LONG_WORD: Final = re.compile(r"\w{16}(?=\w{16})")


def sentence(line: LogLine) -> str:
    """A line as it is read: capital first, the case in brackets behind it."""
    event = line.event
    case = f"  ({event.case})" if event.case and event.case != REFEREE else ""
    return f"{event.text[:1].upper()}{event.text[1:]}{case}"


def breakable(text: str) -> str:
    """The same, with places to break a word that no line has room for, as the seal of the dice."""
    return _LONG_WORD.sub(lambda found: found[0] + "\u200b", text)


class LogModel(QAbstractListModel):
    """The lines; only what was added or cut off is told to the view."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[LogLine] = []
        self._players: list[str] = []
        """Who acted, before the first line of what he did; empty before the others."""

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            player = self._players[index.row()]
            return f"{player}: {sentence(line)}" if player else sentence(line)
        if role == Qt.ItemDataRole.UserRole:
            return line
        return None

    @property
    def turn_begins(self) -> int:
        """The row of the latest turn's first line."""
        rows = range(len(self.lines) - 1, -1, -1)
        return next((row for row in rows if self.lines[row].event.turn is not None), 0)

    def set_lines(self, lines: list[LogLine], player_of: Callable[[int], str] = lambda step: "") -> None:
        """Take the log as it now is; `player_of` names who acted in a step."""
        same = 0
        for old, new in zip(self.lines, lines, strict=False):
            if old is not new and old != new:
                break
            same += 1
        if same < len(self.lines):
            self.beginRemoveRows(QModelIndex(), same, len(self.lines) - 1)
            del self.lines[same:], self._players[same:]
            self.endRemoveRows()
        if same < len(lines):
            self.beginInsertRows(QModelIndex(), same, len(lines) - 1)
            self._players += _first_mentions(lines, same, player_of)
            self.lines += lines[same:]
            self.endInsertRows()


def _first_mentions(lines: list[LogLine], since: int, player_of: Callable[[int], str]) -> list[str]:
    """The player before each line from one on, where somebody else acted before."""
    before = player_of(lines[since - 1].step_number) if since else ""
    found = []
    for line in lines[since:]:
        player = player_of(line.step_number)
        found.append(player if player != before and line.event.turn is None else "")
        before = player if line.event.turn is None else ""
    return found


class _Sentences(QStyledItemDelegate):
    """Wraps each sentence; a new turn stands out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._heights: dict[tuple[str, bool], int] = {}
        """How high each line is: the view asks for all of them after every action."""
        self._shape = (0, 0.0)
        """The width and the size of the letters for which that holds."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else 300
        shape = (width, option.font.pointSizeF())
        if shape != self._shape:
            self._shape = shape
            self._heights.clear()
            bold = QFont(option.font)
            bold.setBold(True)
            self._metrics = (QFontMetrics(option.font), QFontMetrics(bold))
        words = index.data(Qt.ItemDataRole.DisplayRole)
        heading = index.data(Qt.ItemDataRole.UserRole).event.turn is not None
        height = self._heights.get((words, heading))
        if height is None:
            room = QRect(0, 0, max(60, width - 22), 10_000)
            text = self._metrics[heading].boundingRect(room, Qt.TextFlag.TextWordWrap, breakable(words))
            height = self._heights[words, heading] = text.height() + (14 if heading else 7)
        return QSize(width, height)

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
        painter.drawText(rect, flags, breakable(index.data(Qt.ItemDataRole.DisplayRole)))
        if self._is_heading(index) and not chosen:
            painter.setPen(palette.color(QPalette.ColorRole.Mid))
            painter.drawLine(option.rect.topLeft(), option.rect.topRight())
        painter.restore()

    def _is_heading(self, index: Index) -> bool:
        line = index.data(Qt.ItemDataRole.UserRole)
        return line.event.turn is not None

    def _font(self, option: QStyleOptionViewItem, index: Index) -> QFont:
        font = QFont(option.font)
        font.setBold(self._is_heading(index))
        return font


TAIL: Final = 120
"""Lines that are shown at first, and more each time somebody scrolls to the top."""
ALL, DICE, TURN = "all", "dice", "turn"
WHICH: Final = {ALL: "Everything", DICE: "Dice", TURN: "This turn"}


class _Sieve(QSortFilterProxyModel):
    """Lets through what was searched for, of the kind that was asked for: the last lines of it.

    A view measures every line it shows after every action, and a campaign has tens of thousands of them.
    """

    def __init__(self, lines: LogModel) -> None:
        super().__init__()
        self._lines = lines
        self._which, self._words = ALL, ""
        self._most = TAIL
        self._begins = self._turn_begins = 0
        self.setSourceModel(lines)

    def show_only(self, which: str) -> None:
        """From now on this kind of lines."""
        self._which, self._most = which, TAIL
        self._sift()

    def search(self, words: str) -> None:
        """From now on lines with these words."""
        self._words, self._most = words.casefold(), TAIL
        self._sift()

    def reach_back(self) -> bool:
        """Show earlier lines as well; False if all are shown."""
        if self._begins == 0:
            return False
        self._most += TAIL
        self._sift()
        return True

    def follow(self) -> None:
        """The log has grown or was cut: let go of lines that are far back by now."""
        shown = self.rowCount()
        if self._which == TURN or shown > self._most + TAIL or (self._begins and shown < TAIL // 2):
            self._sift()

    def _sift(self) -> None:
        self._turn_begins = self._lines.turn_begins
        left = self._most
        self._begins = 0
        for row in range(len(self._lines.lines) - 1, -1, -1):
            left -= self._is_wanted(row)
            if left == 0:
                self._begins = row
                break
        self.invalidate()

    def _is_wanted(self, row: int) -> bool:
        line = self._lines.lines[row]
        if self._which == DICE and not line.event.dice:
            return False
        if self._which == TURN and row < self._turn_begins:
            return False
        return not self._words or self._words in sentence(line).casefold()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:  # noqa: N802
        return row >= self._begins and self._is_wanted(row)


class LogPanel(QWidget):
    """Log with a line to search in. A click shows the place, a double click the position."""

    pointed = Signal(str, str)
    """A line was clicked: the kind and target of the first thing it is about."""
    step_wanted = Signal(int)
    """A line was double-clicked: the number of its step."""
    case_clicked = Signal(str)
    """The case of a line was chosen from its menu."""
    past_wanted = Signal()
    """The log should be there from its beginning."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = LogModel()
        self._names: dict[str, str] = {}
        self._filtered = _Sieve(self.model)
        self._filtered.setParent(self)
        self.search = search_line("Search the log", "Search the log")
        self.search.textChanged.connect(self._filtered.search)
        self.which = QComboBox()
        self.which.setAccessibleName("Which lines of the log")
        self.which.view().setAccessibleName("Which lines of the log")
        for key, title in WHICH.items():
            self.which.addItem(title, key)
        self.which.currentIndexChanged.connect(self._choose)
        self.list = QListView()
        self.list.setAccessibleName("Log")
        self.list.setToolTip("Click: show the place. Double click: show the position. Right click: the rule.")
        self.list.setModel(self._filtered)
        self.list.setItemDelegate(_Sentences(self.list))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.clicked.connect(self._point)
        self.list.doubleClicked.connect(self._want_step)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._offer_rule)
        self._follows = True
        """Is the end of the log in sight? Then it stays there, whatever room the list is given."""
        self.list.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.list.verticalScrollBar().rangeChanged.connect(self._stay_at_the_end)
        self._earlier = QPushButton("Show the log from the beginning")
        self._earlier.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        above = QHBoxLayout()
        above.setSpacing(6)
        above.addWidget(self.search, 1)
        above.addWidget(self.which)
        layout.addLayout(above)
        layout.addWidget(self._earlier)
        layout.addWidget(self.list, 1)
        self._earlier.clicked.connect(lambda: self.past_wanted.emit())

    def show_log(self, controller: PlayController, player: Callable[[str], str] = lambda side: "") -> None:
        """Read the log anew and follow its end; `player` names who plays a side."""
        names = {side: player(side) for side in controller.session.sides}
        if names != self._names:  # Other names, or another game: every line may read otherwise.
            self._names = names
            self.model.set_lines([])
        seat = controller.seat
        self.model.set_lines(controller.log(), lambda step: names.get(seat.step(step).side, ""))
        self._earlier.setVisible(not controller.log_is_whole)
        self._filtered.follow()
        self._follows = True
        self.list.scrollToBottom()

    def _stay_at_the_end(self, _first: int, last: int) -> None:
        if self._follows:
            self.list.verticalScrollBar().setValue(last)

    def _scrolled(self, value: int) -> None:
        """At the top, what came before is shown as well, and the line that stood there stays in sight."""
        bar = self.list.verticalScrollBar()
        self._follows = value == bar.maximum()
        if value == bar.minimum() and value < bar.maximum():
            top = QPersistentModelIndex(self._filtered.index(0, 0))
            if self._filtered.reach_back():
                self.list.scrollTo(self._filtered.index(top.row(), 0), QListView.ScrollHint.PositionAtTop)

    def _choose(self) -> None:
        self._filtered.show_only(self.which.currentData())
        self.list.scrollToBottom()

    def _want_step(self, index: QModelIndex) -> None:
        line = index.data(Qt.ItemDataRole.UserRole)
        if line is not None:
            self.step_wanted.emit(line.step_number)

    def _offer_rule(self, at: QPoint) -> None:
        line = self.list.indexAt(at).data(Qt.ItemDataRole.UserRole)
        case = line.event.case if line is not None else ""
        if case not in ("", REFEREE):
            menu = QMenu(self.list)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(f"Open rule {case}").triggered.connect(lambda: self.case_clicked.emit(case))
            menu.popup(self.list.viewport().mapToGlobal(at))

    def _point(self, index: QModelIndex) -> None:
        line = index.data(Qt.ItemDataRole.UserRole)
        if line.event.about:
            self.pointed.emit(*line.event.about[0])
