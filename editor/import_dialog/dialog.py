"""Asks how a foreign map is imported: as a new scenario or as the map of the open one, kind by kind."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from editor.document.game_vocabulary import has_table_parts, vocabulary_for
from editor.files.scenario_fields import ScenarioFields
from editor.files.scenario_store import ScenarioStore
from editor.import_dialog.preview import ImportPreview
from editor.import_dialog.vocabulary_table import VocabularyTable
from editor.importers.convert import Decisions
from editor.importers.foreign_map import ForeignMap
from editor.importers.table_game import parts_left_behind, sides_of
from editor.window.dialog_widgets import accept_or_cancel, resize_within
from engine.catalogue.document import MapSheet, ScenarioDocument, Side
from engine.mechanics.plural import counted


class ImportDialog(QDialog):
    """`target()` is the scenario that gets the map, `decisions()` how the kinds of the file are imported."""

    def __init__(
        self,
        foreign: ForeignMap,
        scenario_store: ScenarioStore,
        open_one: ScenarioDocument | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("help", "editor.import")
        self.setWindowTitle(f"Import: {foreign.source}")
        self._foreign = foreign
        self._open_one = open_one
        self._scenario = ScenarioFields(scenario_store, foreign.title, self)
        self.game, self.title, self.key = self._scenario.game, self._scenario.title, self._scenario.key
        self.table = VocabularyTable(foreign)
        self.preview = ImportPreview(foreign)
        self.lost = QListWidget()
        self.lost.setAccessibleName("What is not imported")
        self.lost.setMaximumHeight(150)
        self.lost.setWordWrap(True)
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.buttons, self._accept = accept_or_cancel(self, "Import")
        self._lay_out()
        self.table.decided.connect(self._decided)
        self._offer_kinds()
        self._scenario.changed.connect(self._check)
        self._scenario.game_changed.connect(self._offer_kinds)
        resize_within(self, QSize(1240, 760))

    # building

    def _lay_out(self) -> None:
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self._heading("How its terrain and pieces are imported"))
        left.addWidget(self.table, 1)
        right.addLayout(self._make_target())
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
            parts.append(f"{counted(len(foreign.pieces), 'counter')} ({placed} on the map)")
        if foreign.labels:
            parts.append(counted(len(foreign.labels), "name"))
        return ", ".join(parts)

    @staticmethod
    def _heading(words: str) -> QLabel:
        label = QLabel(words)
        font = label.font()
        font.setBold(True)
        label.setFont(font)
        return label

    def _make_target(self) -> QFormLayout:
        form = QFormLayout()
        self.as_new = QRadioButton("A new scenario")
        self.as_new.setChecked(True)
        self.into = QRadioButton()
        if self._open_one is not None:
            self.into.setText(f"The map of “{self._open_one.title}”")
            form.addRow("Import as", self.as_new)
            form.addRow("", self.into)
        self.as_new.toggled.connect(lambda _: self._offer_kinds())
        if self._foreign.is_whole_game:
            self.game.setCurrentIndex(max(0, self._first_free_game()))
        elif self._open_one is not None:
            self.game.setCurrentIndex(max(0, self.game.findData(self._open_one.game)))
        self._scenario.add_to(form)
        return form

    def _first_free_game(self) -> int:
        """The row of the first game that takes over what lies on the table."""
        rows = range(self.game.count())
        return next((row for row in rows if has_table_parts(self.game.itemData(row))), -1)

    # result

    def _offer_kinds(self) -> None:
        """Offer the kinds of the scenario that gets the map."""
        for field in (self.game, self.title, self.key):
            field.setEnabled(self.is_new)
        if not self.is_new and self._open_one is not None:
            known = vocabulary_for(self._open_one)
            self.table.offer(known, self._open_one.sides, self._open_one.unit_types)
        else:
            known = self._scenario.vocabulary
            self.table.offer(known, self._new_sides(), self._scenario.unit_types)
        self._check()

    def _decided(self) -> None:
        self.preview.show_kinds(self.table.decisions().terrain)
        self.lost.clear()
        sentences = [*self._foreign.lost, *self.table.not_imported()]
        if not has_table_parts(self._game_of_target()):
            sentences += parts_left_behind(self._foreign)
        self.lost.addItems(sentences or ["Nothing."])

    def _check(self) -> None:
        problem = self._scenario.problem() if self.is_new else ""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self._accept.setEnabled(not problem)

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

    def target(self) -> ScenarioDocument:
        """The scenario that gets the map: the open one, or a new one."""
        if not self.is_new and self._open_one is not None:
            return self._open_one
        new = self._scenario
        made = new.scenario(MapSheet(new.checked_key(), new.checked_title(), self._foreign.grid))
        return replace(made, sides=self._new_sides())

    def _game_of_target(self) -> str:
        if not self.is_new and self._open_one is not None:
            return self._open_one.game
        return self.game.currentData() or ""

    def _new_sides(self) -> tuple[Side, ...]:
        """The sides of a new scenario: those of the game, or of the file where the author names them."""
        usual = self._scenario.sides
        return sides_of(self._foreign, usual) if has_table_parts(self.game.currentData() or "") else usual
