"""Asks how a foreign map is imported: as a new scenario or as the map of the open one, kind by kind."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from editor.document.game_vocabulary import vocabulary_for, vocabulary_of_game
from editor.files.scenario_store import ScenarioStore, check_key
from editor.import_dialog.preview import ImportPreview
from editor.import_dialog.vocabulary_table import VocabularyTable
from editor.importers.convert import Decisions
from editor.importers.foreign_map import ForeignMap
from editor.tools.start_lines import new_key
from editor.window.dialog_widgets import resize_within
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import MapSheet, ScenarioDocument, Side, Turns


class ImportDialog(QDialog):
    """`head()` is the scenario that gets the map, `decisions()` how its kinds are imported."""

    def __init__(
        self,
        foreign: ForeignMap,
        scenario_store: ScenarioStore,
        open_one: ScenarioDocument | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Import: {foreign.source}")
        self._foreign = foreign
        self._scenario_store = scenario_store
        self._open_one = open_one
        self._taken = {kept.key for kept in scenario_store.scenarios()}
        self.table = VocabularyTable(foreign)
        self.preview = ImportPreview(foreign)
        self.lost = QListWidget()
        self.lost.setAccessibleName("What is not imported")
        self.lost.setMaximumHeight(150)
        self.lost.setWordWrap(True)
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        bring = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        bring.setText("Import")
        bring.setObjectName("primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        self.table.decided.connect(self._decided)
        self._game_chosen()
        resize_within(self, QSize(1080, 720))

    # building

    def _lay_out(self) -> None:
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self._heading("How its terrain and pieces are imported"))
        left.addWidget(self.table, 1)
        right.addLayout(self._make_head())
        right.addWidget(self.preview, 1)
        right.addWidget(self._heading("What is not imported"))
        right.addWidget(self.lost)
        columns = QHBoxLayout()
        columns.setSpacing(16)
        columns.addLayout(left, 3)
        columns.addLayout(right, 2)
        layout = QVBoxLayout(self)
        layout.addWidget(QLabel(self._described()))
        layout.addLayout(columns, 1)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)

    def _described(self) -> str:
        grid, foreign = self._foreign.grid, self._foreign
        parts = [f"“{foreign.title}”: {grid.columns} × {grid.rows} hexes"]
        if foreign.pieces:
            placed = sum(bool(piece.hex) for piece in foreign.pieces)
            parts.append(f"{len(foreign.pieces)} counters, {placed} of them on the map")
        if foreign.labels:
            parts.append(f"{len(foreign.labels)} names")
        return ", ".join(parts)

    @staticmethod
    def _heading(words: str) -> QLabel:
        label = QLabel(words)
        font = label.font()
        font.setBold(True)
        label.setFont(font)
        return label

    def _make_head(self) -> QFormLayout:
        form = QFormLayout()
        self.as_new = QRadioButton("A new scenario")
        self.as_new.setChecked(True)
        self.into = QRadioButton()
        if self._open_one is not None:
            self.into.setText(f"The map of “{self._open_one.title}”")
            form.addRow("Import as", self.as_new)
            form.addRow("", self.into)
        self.as_new.toggled.connect(lambda _: self._game_chosen())
        self.game = QComboBox()
        for game in map(games.game, games.keys()):
            self.game.addItem(game.title, game.key)
        if self._open_one is not None:
            self.game.setCurrentIndex(max(0, self.game.findData(self._open_one.game)))
        self.game.currentIndexChanged.connect(lambda _: self._game_chosen())
        self.title = QLineEdit(self._foreign.title)
        self.title.textEdited.connect(lambda _: self._titled())
        self.key = QLineEdit()
        self.key.setToolTip("A short name without spaces; files and commands use it for the scenario")
        self.key.textEdited.connect(lambda _: self._check())
        for words, field in (("Game", self.game), ("Title", self.title), ("Key", self.key)):
            field.setAccessibleName(words)
            form.addRow(words, field)
        return form

    # result

    def _game_chosen(self) -> None:
        new = self.as_new.isChecked() or self._open_one is None
        for field in (self.game, self.title, self.key):
            field.setEnabled(new)
        head = self._open_one if not new and self._open_one is not None else None
        if head is not None:
            self.table.offer(vocabulary_for(head), head.sides, head.unit_types)
        else:
            kinds = vocabulary_of_game(self.game.currentData() or "")
            self.table.offer(kinds, _two_sides(kinds.sides), kinds.unit_types)
        self._titled()

    def _titled(self) -> None:
        """Derive the key from the title until the user edits the key."""
        if not self.key.isModified():
            title = self.title.text().strip()
            stem = new_key(f"{self.game.currentData() or ''} {title}", set())
            self.key.setText(self._scenario_store.free_key(stem) if title else "")
        self._check()

    def _decided(self) -> None:
        self.preview.show_kinds(self.table.decisions().terrain)
        self.lost.clear()
        sentences = [*self._foreign.lost, *self.table.not_imported()]
        self.lost.addItems(sentences or ["Nothing."])

    def _check(self) -> None:
        problem = self._missing()
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)

    def _missing(self) -> str:
        if not self.as_new.isChecked() and self._open_one is not None:
            return ""
        if not self.game.count():
            return "No game is installed."
        if not self.title.text().strip():
            return "Give the scenario a title."
        try:
            key = check_key(self.key.text())
        except BadInput as bad:
            return str(bad)
        if key in self._taken:
            return "There is already a scenario with this key; choose another."
        return ""

    def done(self, result: int) -> None:
        self.preview.close_down()
        super().done(result)

    @property
    def is_new(self) -> bool:
        """Whether the map becomes a new scenario."""
        return self.as_new.isChecked() or self._open_one is None

    def decisions(self) -> Decisions:
        """The decisions made in the table."""
        return self.table.decisions()

    def head(self) -> ScenarioDocument:
        """The open scenario, or a new one with the usual data of its game, without the map."""
        if not self.is_new and self._open_one is not None:
            return self._open_one
        key, title = check_key(self.key.text()), self.title.text().strip()
        kinds = vocabulary_of_game(self.game.currentData())
        sheet = MapSheet(key, title, self._foreign.grid)
        return ScenarioDocument(
            key,
            title,
            self.game.currentData(),
            sheet,
            _two_sides(kinds.sides),
            Turns(1, 10),
            unit_types=kinds.unit_types,
            data=dict(kinds.settings),
        )


def _two_sides(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    return tuple(sides[:2]) or (Side("red", "Red", "#a8453a"), Side("blue", "Blue", "#5a76a6"))
