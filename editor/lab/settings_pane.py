"""What is to be played: bots for each side, number of games, seed, processes, what-ifs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.bots.names import USUAL, names, title_of
from engine.catalogue.document import ScenarioDocument
from engine.lab.plan import Wanted
from engine.lab.what_if import usual

MOST_GAMES: Final = 10_000
USUAL_GAMES: Final = 40
USUAL_SEED: Final = "lab"
CHANGED_DELAY_MS: Final = 300
_WORDS: Final = Qt.ItemDataRole.UserRole


class SettingsPane(QWidget):
    """`wanted()` is what was chosen."""

    changed = Signal()
    """Something else is wanted; emitted a moment after the last change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides: list[str] = []
        self._titles: Mapping[str, str] = {}
        """Titles of the usual what-ifs by their words."""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(CHANGED_DELAY_MS)
        self._later.timeout.connect(self.changed)
        self._make_bots()
        self.games = QSpinBox()
        self.games.setRange(1, MOST_GAMES)
        self.games.setValue(USUAL_GAMES)
        self.games.setAccessibleName("Games of each pairing and what-if")
        self.games.valueChanged.connect(self._touched)
        self.seed = QLineEdit(USUAL_SEED)
        self.seed.setAccessibleName("Seed")
        self.seed.setToolTip("The same seed plays the same games")
        self.seed.textChanged.connect(self._touched)
        self.jobs = QSpinBox()
        cores = os.cpu_count() or 1
        self.jobs.setRange(1, cores)
        self.jobs.setValue(max(1, cores - 1))
        self.jobs.setAccessibleName("Games at once")
        self.jobs.setToolTip("Each game at once takes a processor core")
        self._make_what_ifs()
        self._arrange()

    def _make_bots(self) -> None:
        self.bots = QTableWidget(len(names()), 0)
        self.bots.setAccessibleName("Bots of each side")
        self.bots.setVerticalHeaderLabels([title_of(name) for name in names()])
        self.bots.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.bots.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.bots.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.bots.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.bots.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.bots.itemChanged.connect(self._touched)

    def _make_what_ifs(self) -> None:
        self.proposals = QComboBox()
        self.proposals.setAccessibleName("A what-if to add")
        self.proposals.view().setAccessibleName("What-ifs to choose from")
        self.proposals.setEditable(True)
        self.proposals.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.proposals.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.proposals.setMinimumContentsLength(14)
        self.proposals.setToolTip(
            "Choose one, or write turns=+1, victory:KEY=+2, option:KEY=VALUE or scenario:KEY"
        )
        line = self.proposals.lineEdit()
        assert line is not None
        line.setPlaceholderText("Choose or write one…")
        line.setAccessibleName("A what-if in words")
        line.returnPressed.connect(self._add_written)
        self.add = QPushButton("Add")
        self.add.setAccessibleName("Add the what-if")
        self.add.setAutoDefault(False)
        self.add.clicked.connect(self._add_written)
        self.what_ifs = QListWidget()
        self.what_ifs.setAccessibleName("What-ifs")
        self.what_ifs.setMaximumHeight(self.fontMetrics().height() * 6)
        self.what_ifs.setToolTip("Delete removes the selected one")
        self.remove = QPushButton("Remove")
        self.remove.setAccessibleName("Remove the selected what-if")
        self.remove.setAutoDefault(False)
        self.remove.clicked.connect(self._remove)
        self.remove.setEnabled(False)
        self.what_ifs.currentRowChanged.connect(lambda row: self.remove.setEnabled(row >= 0))
        QShortcut(
            QKeySequence("Delete"), self.what_ifs, self._remove, context=Qt.ShortcutContext.WidgetShortcut
        )

    def _arrange(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow("Games of each pairing", self.games)
        form.addRow("Seed", self.seed)
        form.addRow("Games at once", self.jobs)
        adding = QHBoxLayout()
        adding.setSpacing(6)
        adding.addWidget(self.proposals, 1)
        adding.addWidget(self.add)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(_heading("Bots of each side"))
        layout.addWidget(self.bots, 3)
        layout.addLayout(form)
        layout.addWidget(_heading("What-ifs"))
        layout.addLayout(adding)
        layout.addWidget(self.what_ifs, 1)
        layout.addWidget(self.remove, alignment=Qt.AlignmentFlag.AlignRight)

    # a scenario

    def show_scenario(self, document: ScenarioDocument) -> None:
        """Offer the sides and the what-ifs of a scenario; what was chosen stays where it fits."""
        self._titles = usual(document)
        self.proposals.clear()
        for words, title in self._titles.items():
            self.proposals.addItem(title, words)
        self.proposals.setCurrentIndex(-1)
        self.proposals.clearEditText()
        sides = [side.key for side in document.playing_sides]
        if sides == self._sides:
            return
        self._sides = sides
        self.bots.blockSignals(True)
        self.bots.setColumnCount(len(sides))
        self.bots.setHorizontalHeaderLabels([side.title or side.key for side in document.playing_sides])
        for row, name in enumerate(names()):
            for column in range(len(sides)):
                item = QTableWidgetItem()
                item.setFlags(
                    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable
                )
                item.setCheckState(Qt.CheckState.Checked if name == USUAL else Qt.CheckState.Unchecked)
                self.bots.setItem(row, column, item)
        self.bots.blockSignals(False)

    def clear_what_ifs(self) -> None:
        """Forget the what-ifs of another scenario."""
        self.what_ifs.clear()

    def wanted(self) -> Wanted:
        """What was chosen. A side without a bot gets the usual one."""
        seats = {}
        for column, side in enumerate(self._sides):
            chosen = [name for row, name in enumerate(names()) if self._is_checked(row, column)]
            seats[side] = tuple(chosen) or (USUAL,)
        return Wanted(
            (USUAL,), self.games.value(), self.seed.text() or USUAL_SEED, self._wanted_what_ifs(), seats=seats
        )

    def show_wanted(self, wanted: Wanted) -> None:
        """Choose what was wanted before, as far as it fits the scenario."""
        for side in self._sides:
            chosen = wanted.seats.get(side, wanted.bots)
            for name in names():
                self.check(name, side, name in chosen)
        self.games.setValue(wanted.games)
        self.seed.setText(wanted.seed)
        self.what_ifs.clear()
        for words in wanted.what_ifs:
            self.add_what_if(words)

    def _is_checked(self, row: int, column: int) -> bool:
        item = self.bots.item(row, column)
        return item is not None and item.checkState() == Qt.CheckState.Checked

    def check(self, bot: str, side: str, on: bool = True) -> None:
        """Let this bot play this side, or not."""
        item = self.bots.item(names().index(bot), self._sides.index(side))
        assert item is not None
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def set_enabled(self, on: bool) -> None:
        """While games are played, nothing else can be chosen."""
        for widget in (self.bots, self.games, self.seed, self.jobs, self.proposals, self.add, self.what_ifs):
            widget.setEnabled(on)
        self.remove.setEnabled(on and self.what_ifs.currentRow() >= 0)

    # what-ifs

    def title_of(self, words: str) -> str:
        """What players read of a what-if."""
        return self._titles.get(words, words) if words else "As it is"

    def add_what_if(self, words: str) -> None:
        """Compare with this change, too."""
        if words and words not in self._wanted_what_ifs():
            item = QListWidgetItem(self.title_of(words))
            item.setData(_WORDS, words)
            item.setToolTip(words)
            self.what_ifs.addItem(item)
            self._touched()

    def _add_written(self) -> None:
        written = self.proposals.currentText().strip()
        at = self.proposals.findText(written)
        self.add_what_if(str(self.proposals.itemData(at)) if at >= 0 else written)
        self.proposals.setCurrentIndex(-1)
        self.proposals.clearEditText()

    def _remove(self) -> None:
        if self.what_ifs.takeItem(self.what_ifs.currentRow()) is not None:
            self._touched()

    def _wanted_what_ifs(self) -> tuple[str, ...]:
        return tuple(str(self.what_ifs.item(row).data(_WORDS)) for row in range(self.what_ifs.count()))

    def _touched(self, *_: object) -> None:
        self._later.start()


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("panelHeading")
    return label
