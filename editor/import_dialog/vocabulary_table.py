"""A table that maps the kinds of a foreign file to the kinds of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import Any, Final

from msgspec.structs import replace
from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from editor.document.game_vocabulary import GameVocabulary, shown_kind
from editor.importers.convert import (
    FEATURE,
    LEAVE,
    NAME,
    NO_HEX,
    PLACE,
    TERRAIN,
    Decisions,
    first_guess,
)
from editor.importers.foreign_map import EMPTY, ForeignMap
from editor.panels.swatches import swatch
from editor.window.tree_heading import tree_heading
from engine.catalogue.check_map import is_path
from engine.catalogue.document import Side, UnitType

ROW: Final = QSize(0, 40)
ICON: Final = QSize(22, 22)
HEADING_HEIGHT_PX: Final = 28
_LEAVE_IT: Final = "do not import"

Index = QModelIndex | QPersistentModelIndex
Choice = tuple[str, str]
"""Display text and value."""
Look = tuple[str, str]
"""Palette and kind of a drawable choice."""
Key = tuple[str, str]
"""A group and a kind in it."""
_TIME_SLICE_SECONDS: Final = 0.008
"""Time for building widgets before events are processed again."""


class QuietCombo(QComboBox):
    """A combo box that ignores the mouse wheel."""

    def wheelEvent(self, event: object) -> None:
        event.ignore()  # type: ignore[attr-defined]


class Choices(QAbstractListModel):
    """The choices for the kinds of one group; shared by all combo boxes of the group.

    Icons are drawn one at a time after they are first requested, because drawing one takes several frames.
    """

    def __init__(
        self,
        choices: Sequence[Choice],
        look: Callable[[str], Look | None],
        draw: Callable[[Look], QIcon],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._choices, self._look, self._draw = list(choices), look, draw
        self._icons: dict[Look, QIcon] = {}
        self._wanted: dict[Look, int] = {}
        blank = QPixmap(ICON)
        blank.fill(Qt.GlobalColor.transparent)
        self._blank = QIcon(blank)
        self._pictures = QTimer(self)
        self._pictures.timeout.connect(self._draw_next)

    def row_of(self, value: str) -> int:
        """The row of a value; the first row if it is not offered."""
        return next((row for row, (_, known) in enumerate(self._choices) if known == value), 0)

    def value(self, row: int) -> str:
        """The value of a row; empty without such a row."""
        return self._choices[row][1] if 0 <= row < len(self._choices) else ""

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._choices)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        text, value = self._choices[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return text
        if role == Qt.ItemDataRole.UserRole:
            return value
        return self._picture(index.row(), value) if role == Qt.ItemDataRole.DecorationRole else None

    def _picture(self, row: int, value: str) -> QIcon:
        look = self._look(value)
        if look is None:
            return QIcon()
        if look not in self._icons:
            self._wanted[look] = row
            self._pictures.start(0)
        return self._icons.get(look, self._blank)

    def _draw_next(self) -> None:
        look, row = next(iter(self._wanted.items()))
        self._icons[look] = self._draw(look)
        del self._wanted[look]
        if not self._wanted:
            self._pictures.stop()
        self.dataChanged.emit(self.index(row), self.index(row), [Qt.ItemDataRole.DecorationRole])


def _with_room(combo: QComboBox) -> QWidget:
    """Wrap a combo box in a margin."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(4, 3, 4, 3)
    row.addWidget(combo)
    return holder


class VocabularyTable(QTreeWidget):
    """Terrain, features, hexsides and counters: one row per kind."""

    decided = Signal()

    def __init__(self, foreign: ForeignMap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("How the terrain and pieces of the file are imported")
        self.setHeaderLabels(["In the file", "Count", "Imported as", ""])
        self.setIconSize(QSize(30, 30))
        self.setRootIsDecorated(False)
        self.setIndentation(12)
        self.setSelectionMode(QTreeWidget.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._foreign = foreign
        self._words = {
            "terrain": foreign.terrain_words(),
            "features": foreign.feature_words(),
            "hexsides": foreign.hexside_words(),
            "sides": foreign.groups(),
        }
        self._chosen: dict[Key, str] = {}
        self._combos: dict[Key, QComboBox] = {}
        self._waiting: dict[Key, tuple[QTreeWidgetItem, int, Choices]] = {}
        """Rows whose combo box is not created yet."""
        self._making = QTimer(self)
        self._making.timeout.connect(self._make_some)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(header.fontMetrics().horizontalAdvance(self.headerItem().text(0)) + 12)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        for column, width in ((2, 176), (3, 136)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            self.setColumnWidth(column, width)

    def offer(self, kinds: GameVocabulary, sides: Sequence[Side], types: Sequence[UnitType]) -> None:
        """Offer the kinds of a game, with a guess for each kind of the file."""
        foreign = self._foreign
        guess = first_guess(foreign, replace(kinds, sides=tuple(sides), unit_types=tuple(types)))
        self.clear()
        for known in (self._chosen, self._combos, self._waiting):
            known.clear()
        terrain: list[Choice] = [("no terrain", LEAVE), ("no hex", NO_HEX)]
        terrain += [(shown_kind(kind), kind) for kind in kinds.terrain]
        self._fill("terrain", "Terrain", self._words["terrain"], terrain, guess.terrain)
        features: list[Choice] = [(_LEAVE_IT, LEAVE), ("a name on the map", NAME)]
        features += [(shown_kind(kind), f"{FEATURE} {kind}") for kind in kinds.features]
        features += [(f"{shown_kind(kind)} (scenario)", f"{PLACE} {kind}") for kind in kinds.places]
        features += [(f"terrain: {shown_kind(kind)}", f"{TERRAIN} {kind}") for kind in kinds.terrain]
        self._fill("features", "In hexes", self._words["features"], features, guess.features)
        lines: list[Choice] = [(_LEAVE_IT, LEAVE)]
        lines += [(shown_kind(kind), kind) for kind in (*kinds.hexsides, *kinds.roads)]
        self._fill("hexsides", "On hexsides", self._words["hexsides"], lines, guess.hexsides)
        self._fill_counters(guess.groups, sides, types)
        self.setColumnHidden(3, not foreign.pieces)
        self.expandAll()
        self._making.start(0)
        self.decided.emit()

    def _fill(
        self,
        table: str,
        title: str,
        words: Mapping[str, int],
        choices: Sequence[Choice],
        guesses: Mapping[str, str],
    ) -> None:
        if not words:
            return
        group = tree_heading(self, title, height=HEADING_HEIGHT_PX)
        offered = self._choices(table, choices)
        for word, count in words.items():
            item = self._line(group, word, count)
            self._put(item, 2, (table, word), offered, guesses.get(word, LEAVE))

    def _fill_counters(
        self, guesses: Mapping[str, tuple[str, str]], sides: Sequence[Side], types: Sequence[UnitType]
    ) -> None:
        words = self._words["sides"]
        if not words:
            return
        group = tree_heading(self, "Counters: side and unit type", height=HEADING_HEIGHT_PX)
        whose: list[Choice] = [(_LEAVE_IT, ""), *((side.title or side.key, side.key) for side in sides)]
        which: list[Choice] = [(kind.title or kind.key, kind.key) for kind in types]
        sides_offered, types_offered = self._choices("sides", whose), self._choices("types", which)
        for word, count in words.items():
            item = self._line(group, word, count)
            side, kind = guesses.get(word, ("", ""))
            self._put(item, 2, ("sides", word), sides_offered, side)
            self._put(item, 3, ("types", word), types_offered, kind)

    def _choices(self, table: str, choices: Sequence[Choice]) -> Choices:
        return Choices(choices, partial(_look, table), self._draw, self)

    def _line(self, group: QTreeWidgetItem, word: str, count: int) -> QTreeWidgetItem:
        foreign = self._foreign
        item = QTreeWidgetItem([self._described(word), f"{count:,}"])
        item.setToolTip(0, item.text(0))
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setSizeHint(0, ROW)
        if word in foreign.tiles:
            picture = QPixmap()
            picture.loadFromData(foreign.tiles[word])
            item.setIcon(0, QIcon(picture))
        group.addChild(item)
        return item

    def _put(self, item: QTreeWidgetItem, column: int, key: Key, choices: Choices, now: str) -> None:
        """Set the choice of a row; its combo box is created later, a few at a time."""
        self._chosen[key] = choices.value(choices.row_of(now))
        self._waiting[key] = (item, column, choices)

    def _make_some(self) -> None:
        until = perf_counter() + _TIME_SLICE_SECONDS
        while self._waiting and perf_counter() < until:
            self._make(next(iter(self._waiting)))
        if not self._waiting:
            self._making.stop()

    def combo(self, table: str, word: str) -> QComboBox:
        """The combo box of a kind in a group ("terrain", "features", "hexsides", "sides", "types")."""
        if (table, word) in self._waiting:
            self._make((table, word))
        return self._combos[table, word]

    def _make(self, key: Key) -> None:
        item, column, choices = self._waiting.pop(key)
        combo = QuietCombo()
        combo.setIconSize(ICON)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setModel(choices)
        combo.setCurrentIndex(choices.row_of(self._chosen[key]))
        combo.setMaxVisibleItems(20)
        combo.setAccessibleName(
            f"{item.text(0) or 'empty'}: {'type' if key[0] == 'types' else 'imported as'}"
        )
        combo.currentIndexChanged.connect(lambda row: self._decide(key, choices.value(row)))
        self.setItemWidget(item, column, _with_room(combo))
        self._combos[key] = combo

    def _decide(self, key: Key, value: str) -> None:
        self._chosen[key] = value
        self.decided.emit()

    def _draw(self, look: Look) -> QIcon:
        night = self.palette().color(QPalette.ColorRole.Base).lightness() < 128
        return swatch(*look, night, self.devicePixelRatioF())

    def _of(self, table: str) -> dict[str, str]:
        return {word: chosen for (name, word), chosen in self._chosen.items() if name == table}

    def decisions(self) -> Decisions:
        """The current decisions."""
        sides, types = self._of("sides"), self._of("types")
        return Decisions(
            self._of("terrain"),
            self._of("features"),
            self._of("hexsides"),
            {group: (side, types[group]) for group, side in sides.items()},
        )

    def not_imported(self) -> list[str]:
        """One sentence for each kind that is not imported."""
        sentences: list[str] = []
        for table, words in self._words.items():
            chosen = self._of(table)
            what = "without terrain" if table == "terrain" else "not imported"
            for word, count in words.items():
                if chosen.get(word) == LEAVE and word != EMPTY:
                    sentences.append(f"{self._described(word)}: {count:,} {what}.")
        return sentences

    def _described(self, word: str) -> str:
        """A kind with its meaning, if the format gives one."""
        shown = self._foreign.names.get(word) or word
        meaning = self._foreign.meanings.get(word, "")
        return f"{shown} ({meaning})" if meaning and meaning != shown.casefold() else shown


def _look(table: str, value: str) -> Look | None:
    """How a choice is drawn on the map; None if it is not drawn."""
    if table == "terrain" and value not in (LEAVE, NO_HEX):
        return "terrain", value
    palette, _, kind = value.partition(" ")
    if table == "features" and kind:
        return palette, kind
    if table == "hexsides" and value:
        return "roads" if is_path(value) else "hexsides", value
    return None
