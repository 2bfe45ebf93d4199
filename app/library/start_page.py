"""The start page: scenarios to play, games to continue, and a preview."""

from __future__ import annotations

from typing import Any, TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.library.scenario_card import ScenarioCard, facts
from app.library.scenario_library import Card, ScenarioLibrary
from app.library.setup_preview import SetUpReader
from app.rules.rule_library import rule_library
from app.saving.autosave import title_of
from app.theme.theme import HEADLINE, Look, enlarge, icon
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.mechanics.plural import counted

_WHAT = Qt.ItemDataRole.UserRole
_SMALL = Qt.ItemDataRole.UserRole + 1
MARGIN_X_PX, MARGIN_Y_PX = 8, 6
"""Margins around the text of a line."""
Index = QModelIndex | QPersistentModelIndex


class _TwoLines(QStyledItemDelegate):
    """A title with smaller grey text below it; both are wrapped."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if not index.data(_SMALL):
            return QSize(120, QFontMetrics(option.font).height() + 14)
        view = option.widget
        width = view.viewport().width() if isinstance(view, QTreeWidget) else 300
        room = QRect(0, 0, max(60, width - 2 * MARGIN_X_PX), 10_000)
        high = (
            QFontMetrics(font).boundingRect(room, Qt.TextFlag.TextWordWrap, text).height()
            for font, text, _ in self._parts(option, index)
        )
        return QSize(120, sum(high) + 2 * MARGIN_Y_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if not index.data(_SMALL):
            super().paint(painter, option, index)
            return
        painter.save()
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        palette: QPalette = option.palette
        enabled = bool(option.state & QStyle.StateFlag.State_Enabled)
        group = QPalette.ColorGroup.Normal if enabled else QPalette.ColorGroup.Disabled
        bright = palette.color(QPalette.ColorRole.HighlightedText)
        room: QRect = option.rect.adjusted(MARGIN_X_PX, MARGIN_Y_PX, -MARGIN_X_PX, -MARGIN_Y_PX)
        for font, text, role in self._parts(option, index):
            painter.setFont(font)
            painter.setPen(bright if chosen else palette.color(group, role))
            used = painter.drawText(room, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, text)
            room.setTop(used.bottom() + 1)
        painter.restore()

    def _parts(self, option: QStyleOptionViewItem, index: Index) -> tuple[_Part, _Part]:
        title, small = QFont(option.font), QFont(option.font)
        title.setWeight(QFont.Weight.DemiBold)
        small.setWeight(QFont.Weight.Normal)
        words = str(index.data(Qt.ItemDataRole.DisplayRole))
        return (title, words, QPalette.ColorRole.Text), (
            small,
            index.data(_SMALL),
            QPalette.ColorRole.PlaceholderText,
        )


_Part: TypeAlias = tuple[QFont, str, QPalette.ColorRole]


class _LibraryTree(QTreeWidget):
    """A tree that measures its wrapped lines again when its width changes."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()


class StartPage(QWidget):
    """The library on the left, the selected scenario on the right."""

    play_wanted = Signal(object, dict, object)
    """The scenario, the chosen options, and the contributions of the sides to the dice."""
    resume_wanted = Signal(object)
    open_wanted = Signal()
    learn_wanted = Signal(str)
    """The key of the game for a guided game."""
    editor_wanted = Signal()
    """Open the editor."""
    back_wanted = Signal()
    """Return to the game on the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = ScenarioLibrary()
        self._reader = SetUpReader(self)
        self._mark = QLabel()
        headline = QLabel("Startline")
        headline.setObjectName("headline")
        enlarge(headline, HEADLINE)
        motto = QLabel("Hex-and-counter wargames with a referee")
        motto.setObjectName("quiet")
        motto.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(headline)
        words.addWidget(motto)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(self._mark)
        head.addLayout(words, 1)
        self.tree = _LibraryTree()
        self.tree.setObjectName("library")
        self.tree.setAccessibleName("Scenarios and games")
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(0)
        self.tree.setItemDelegate(_TwoLines(self.tree))
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.currentItemChanged.connect(self._chosen)
        self.tree.itemActivated.connect(self._activated)
        self._open = QPushButton("Open a saved game…")
        self._open.setAccessibleName("Open a saved game")
        self._open.clicked.connect(self.open_wanted)
        self.edit = QPushButton("Open the editor")
        self.edit.setToolTip("Draw maps and write scenarios")
        self.edit.clicked.connect(self.editor_wanted)
        self.learn = QPushButton()
        self.learn.setToolTip("A first game with step-by-step help")
        self.learn.clicked.connect(self._learn)
        self.learn.hide()
        self._back = QPushButton("Back to the table")
        self._back.setObjectName("primary")
        self._back.clicked.connect(self.back_wanted)
        self._problem = QLabel()
        self._problem.setObjectName("quiet")
        self._problem.setWordWrap(True)
        self._problem.hide()
        left = QVBoxLayout()
        left.setSpacing(12)
        left.addLayout(head)
        left.addWidget(self.tree, 1)
        left.addWidget(self._problem)
        left.addWidget(self._back)
        left.addWidget(self.learn)
        left.addWidget(self._open)
        left.addWidget(self.edit)
        self.card = ScenarioCard()
        self.card.play_wanted.connect(self.play_wanted)
        self.card.continue_wanted.connect(lambda: self.resume_wanted.emit(self._current()))
        self._reader.ready.connect(self.card.picture.show_counters)
        library = QFrame()
        library.setLayout(left)
        left.setContentsMargins(0, 0, 0, 0)
        library.setMinimumWidth(300)
        library.setMaximumWidth(430)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(28, 24, 28, 24)
        layout.setSpacing(24)
        layout.addWidget(library, 4)
        layout.addWidget(self.card, 7)
        self.set_game("")

    def set_look(self, look: Look) -> None:
        """Apply a light or dark theme."""
        self._mark.setPixmap(icon("startline", look).pixmap(52, 52))
        self.card.picture.set_look(QColor(look.base), look.night)

    def set_game(self, title: str) -> None:
        """The title of the game on the table; empty if there is none."""
        self._back.setToolTip(f"Continue {title}")
        self._back.setVisible(bool(title))

    def set_waiting(self) -> None:
        """Show that the catalogue is being opened."""
        self.tree.clear()
        self.tree.addTopLevelItem(QTreeWidgetItem(["Opening the catalogue…"]))

    def set_library(self, library: ScenarioLibrary, in_sight: bool = True) -> None:
        """Use this library; list it at once, or when the page is shown."""
        self._library = library
        if in_sight:
            self.refresh()

    def refresh(self) -> None:
        """List the library again and keep the selection."""
        before = self._current()
        with QSignalBlocker(self.tree):  # Selection changes while lines are removed are not the user's.
            self._fill()
        self._restore_selection(before)

    def _fill(self) -> None:
        self.tree.clear()
        self._problem.setText(self._library.problem)
        self._problem.setVisible(bool(self._library.problem))
        begun = self._library.begun()
        if begun:
            self._add_heading("Continue")
            for entry in begun[:5]:
                self._add(
                    title_of(entry),
                    f"{counted(entry.actions, 'action')} · {_when(entry.changed)}",
                    entry,
                    True,
                )
        game = None
        cards = self._library.cards()
        for card in cards:
            if card.game != game:
                game = card.game
                self._add_heading(card.game_title if card.playable else f"{card.game_title} (not installed)")
            self._add(card.title, facts(card), card, card.playable)
        if not cards:
            self._add_heading("No scenarios yet")

    def _add_heading(self, text: str) -> None:
        item = QTreeWidgetItem([text])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = item.font(0)
        font.setBold(True)
        item.setFont(0, font)
        self.tree.addTopLevelItem(item)

    def _add(self, title: str, small: str, what: Any, enabled: bool) -> None:
        item = QTreeWidgetItem([title])
        item.setData(0, _WHAT, what)
        item.setData(0, _SMALL, small)
        item.setToolTip(0, f"{title}\n{small}")
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{title}, {small}")
        if not enabled:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.tree.addTopLevelItem(item)

    def _items(self) -> list[QTreeWidgetItem]:
        rows = (self.tree.topLevelItem(row) for row in range(self.tree.topLevelItemCount()))
        return [item for item in rows if item is not None]

    def _current(self) -> Any:
        item = self.tree.currentItem()
        return item.data(0, _WHAT) if item is not None else None

    def _restore_selection(self, before: Any) -> None:
        items = [item for item in self._items() if not item.isDisabled()]
        choices = [item for item in items if isinstance(item.data(0, _WHAT), Card)]
        same = [item for item in items if before is not None and item.data(0, _WHAT) == before]
        if same or choices:
            self.tree.setCurrentItem((same or choices)[0])
        else:
            self.card.clear()

    def chosen_card(self) -> Card | None:
        """The selected scenario, or None."""
        what = self._current()
        return what if isinstance(what, Card) else None

    def choose(self, key: str) -> bool:
        """Select a scenario by its key; returns whether it was found."""
        for item in self._items():
            card = item.data(0, _WHAT)
            if isinstance(card, Card) and card.key == key:
                self.tree.setCurrentItem(item)
                return True
        return False

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        what = item.data(0, _WHAT) if item is not None else None
        if item is not None and what is not None and not isinstance(what, Card):
            self._show_saved(item.text(0), item.data(0, _SMALL), what.scenario)
        if isinstance(what, Card):
            teachable = what.playable and rule_library(what.game).lesson_path() is not None
            self.learn.setText(f"Learn {what.game_title}")
            self.learn.setVisible(teachable)
            try:
                document = self._library.document(what)
                self.card.show_scenario(what, document, self._library.results(what))
                self._show_set_up(what, document)
            except BadInput as problem:
                self.card.show_problem(what, str(problem))

    def _show_saved(self, title: str, small: str, scenario: str) -> None:
        """Show a saved game with the map of its scenario, if that is in the library."""
        cards = (item.data(0, _WHAT) for item in self._items())
        card = next((card for card in cards if isinstance(card, Card) and card.key == scenario), None)
        try:
            document = self._library.document(card) if card is not None else None
        except BadInput:
            document = None
        self._reader.cancel()
        self.card.show_saved(title, small, document)

    def _show_set_up(self, card: Card, document: ScenarioDocument) -> None:
        if self.card.picture.patient:
            self.card.picture.show_counters(self._library.public_counters(card, document))
        else:
            self._reader.read(self._library, card, document)

    def _learn(self) -> None:
        what = self._current()
        if isinstance(what, Card):
            self.learn_wanted.emit(what.game)

    def _activated(self, item: QTreeWidgetItem) -> None:
        what = item.data(0, _WHAT)
        if isinstance(what, Card):
            self.card.play()
        elif what is not None:
            self.resume_wanted.emit(what)


def _when(stamp: str) -> str:
    """Date and time of a saved game in local time."""
    from datetime import datetime

    try:
        return f"{datetime.fromisoformat(stamp).astimezone():%d %b %Y, %H:%M}"
    except ValueError:
        return stamp
