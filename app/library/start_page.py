"""The start page: scenarios to play, games to continue, and a preview."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct
from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.library.saved_game_actions import SavedGameActions
from app.library.saved_game_preview import SavedGameReader
from app.library.scenario_card import ScenarioCard, facts
from app.library.scenario_library import Card, SavedPosition, ScenarioLibrary
from app.library.setup_preview import SetUpReader
from app.rules.rule_library import rule_library
from app.saving.autosave import title_of
from app.theme.theme import HEADLINE, Look, enlarge, icon
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.game_store import SavedEntry
from engine.mechanics.plural import counted

HISTORY = "History"
LATEST = 5
"""Games to continue that are always listed."""
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


class _Fold(Struct, frozen=True):
    """The line that shows the rest of a group of saved games."""

    heading: str


class StartPage(QWidget):
    """The library on the left, the selected scenario on the right."""

    play_wanted = Signal(object, dict, object, dict)
    """The scenario, the chosen options, the contributions of the sides to the dice, and the bots by side."""
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
        self.setProperty("help", "start")
        self._library = ScenarioLibrary()
        self._reader = SetUpReader(self)
        self.saved_reader = SavedGameReader(self)
        self.saved_reader.ready.connect(self._show_position)
        self.saved_reader.failed.connect(self._show_unread)
        self.saved_games = SavedGameActions(self, lambda: self._library)
        self.saved_games.renamed.connect(self._show_renamed)
        self.saved_games.removed.connect(self.refresh)
        self._unfolded: set[str] = set()
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
        self.tree.itemClicked.connect(self._clicked)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._open_menu)
        for key, slot in ((Qt.Key.Key_F2, self._rename), (Qt.Key.Key_Delete, self._remove)):
            QShortcut(key, self.tree, slot, context=Qt.ShortcutContext.WidgetShortcut)
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
        self.card.rename_wanted.connect(self._rename)
        self.card.remove_wanted.connect(self._remove)
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
        saved = self._library.begun()
        self._add_saved("Continue", [entry for entry in saved if not entry.finished], LATEST)
        game = None
        cards = self._library.cards()
        for card in cards:
            if card.game != game:
                game = card.game
                self._add_heading(card.game_title if card.playable else f"{card.game_title} (not installed)")
            self._add(card.title, facts(card), card, card.playable)
        if not cards:
            self._add_heading("No scenarios yet")
        self._add_saved(HISTORY, [entry for entry in saved if entry.finished], 0)

    def _add_saved(self, heading: str, entries: list[SavedEntry], at_once: int) -> None:
        """List saved games; beyond a number of them, a line shows the others on demand."""
        if not entries:
            return
        self._add_heading(heading)
        shown = entries if heading in self._unfolded else entries[:at_once]
        for entry in shown:
            self._add(title_of(entry), _small(entry), entry, True)
        if len(shown) < len(entries):
            kind = "finished game" if heading == HISTORY else "older game"
            words = f"Show {counted(len(entries) - len(shown), kind)}"
            self._add(words, "", _Fold(heading), True)

    def _unfold(self, fold: _Fold) -> None:
        """Show all saved games of a group and select the first of those that were not shown."""
        row = self.tree.currentIndex().row()
        self._unfolded.add(fold.heading)
        self.refresh()
        self.tree.setCurrentItem(self._items()[row])

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
        """Select what was selected; else the game that was played last, else the first scenario."""
        items = [item for item in self._items() if not item.isDisabled()]
        known = [item for item in items if isinstance(item.data(0, _WHAT), Card | SavedEntry)]
        same = [item for item in known if _is_same(item.data(0, _WHAT), before)]
        if same or known:
            self.tree.setCurrentItem((same or known)[0])
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
        if isinstance(what, SavedEntry):
            self.learn.hide()
            self._show_saved(what)
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

    # saved games

    def _show_saved(self, entry: SavedEntry) -> None:
        """Show a saved game at once, and its position when it has been read."""
        self._reader.cancel()
        self.card.show_saved(title_of(entry), _small(entry), entry.finished)
        on_table = self._library.autosave.is_on_table(entry)
        self.card.remove.setEnabled(not on_table)
        self.card.remove.setToolTip("This game is on the table; open another one first" if on_table else "")
        self.saved_reader.read(self._library, entry)

    def _show_position(self, entry: SavedEntry, position: SavedPosition) -> None:
        if entry == self._current():
            self.card.show_position(_small(entry), position)

    def _show_unread(self, entry: SavedEntry, problem: str) -> None:
        if entry == self._current():
            self.card.show_unread(_small(entry), problem)

    def _rename(self) -> None:
        entry = self._current()
        if isinstance(entry, SavedEntry):
            self.saved_games.rename(entry)

    def _remove(self) -> None:
        entry = self._current()
        if isinstance(entry, SavedEntry) and self.card.remove.isEnabled():
            self.saved_games.remove(entry)

    def _show_renamed(self, entry: SavedEntry) -> None:
        item = self.tree.currentItem()
        if item is not None:
            item.setData(0, _WHAT, entry)
        self.refresh()

    def _open_menu(self, where: QPoint) -> None:
        item = self.tree.itemAt(where)
        if item is None or not isinstance(item.data(0, _WHAT), SavedEntry):
            return
        self.tree.setCurrentItem(item)
        self.menu = QMenu(self.tree)
        self.menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.menu.addAction(self.card.button.text(), self.card.play)
        self.menu.addAction(self.card.rename.text(), self._rename)
        self.menu.addAction(self.card.remove.text(), self._remove).setEnabled(self.card.remove.isEnabled())
        self.menu.popup(self.tree.viewport().mapToGlobal(where))

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
        elif isinstance(what, _Fold):
            self._unfold(what)
        elif what is not None:
            self.resume_wanted.emit(what)

    def _clicked(self, item: QTreeWidgetItem) -> None:
        what = item.data(0, _WHAT)
        if isinstance(what, _Fold):
            self._unfold(what)


def _is_same(what: Card | SavedEntry, before: Any) -> bool:
    """Whether both are the same scenario or the same game; a game may have been played further."""
    if isinstance(what, SavedEntry) and isinstance(before, SavedEntry):
        return (what.name, what.autosave) == (before.name, before.autosave)
    return bool(what == before)


def _small(entry: SavedEntry) -> str:
    """The second line of a saved game."""
    return f"{counted(entry.actions, 'action')} · last played {_when(entry.changed)}"


def _when(stamp: str) -> str:
    """Date and time of a saved game in local time."""
    from datetime import datetime

    try:
        return f"{datetime.fromisoformat(stamp).astimezone():%d %b %Y, %H:%M}"
    except ValueError:
        return stamp
