"""Fields for game, title and key of a new scenario."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit

from editor.document.game_vocabulary import GameVocabulary, beginning_of, vocabulary_of_game
from editor.document.keys import new_key
from editor.files.scenario_store import ScenarioStore, check_key
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.beginning import Beginning
from engine.catalogue.document import MapSheet, ScenarioDocument, Side, Turns, UnitType

TURNS = Turns(1, 10)
"""The turns of a new scenario."""
DEFAULT_SIDES = (Side("red", "Red", "#a8453a"), Side("blue", "Blue", "#5a76a6"))
"""The sides of a new scenario if the game has none."""

GAME_CHARS: Final = 16
"""At least; in a wide dialog the titles of games can be read whole."""


class ScenarioFields(QObject):
    """The key follows the title until the user edits it."""

    changed = Signal()
    game_changed = Signal()

    def __init__(self, scenario_store: ScenarioStore, title: str, parent: QObject) -> None:
        super().__init__(parent)
        self._scenario_store = scenario_store
        self._taken = {kept.key for kept in scenario_store.scenarios()}
        self.game = QComboBox()
        self.game.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.game.setMinimumContentsLength(GAME_CHARS)
        for game in map(games.game, games.keys()):
            self.game.addItem(game.title, game.key)
        self.title = QLineEdit(title)
        self.title.setPlaceholderText("The battle of …")
        self.key = QLineEdit()
        self.key.setToolTip("A short name without spaces; files and commands use it for the scenario")
        self.game.currentIndexChanged.connect(self._game_changed)
        self.title.textChanged.connect(lambda _: self._suggest_key())
        self.key.textEdited.connect(lambda _: self.changed.emit())
        self._suggest_key()

    def add_to(self, form: QFormLayout) -> None:
        """Add the fields with their labels to a form."""
        for words, field in (("Game", self.game), ("Title", self.title), ("Key", self.key)):
            field.setAccessibleName(words)
            form.addRow(words, field)

    @property
    def vocabulary(self) -> GameVocabulary:
        """The vocabulary of the chosen game."""
        return vocabulary_of_game(self.game.currentData() or "")

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the new scenario: the usual ones of the game."""
        return self._beginning.sides or self.vocabulary.sides[:2] or DEFAULT_SIDES

    @property
    def unit_types(self) -> tuple[UnitType, ...]:
        """The types of units of the new scenario."""
        return self._beginning.unit_types or self.vocabulary.unit_types

    @property
    def _beginning(self) -> Beginning:
        return beginning_of(self.game.currentData() or "")

    def problem(self) -> str:
        """Why there can be no such scenario, as a sentence; empty if there can."""
        if not self.game.count():
            return "No game is installed."
        if not self.title.text().strip():
            return "Give the scenario a title."
        try:
            is_taken = check_key(self.key.text()) in self._taken
        except BadInput as bad:
            return str(bad)
        return "There is already a scenario with this key; choose another." if is_taken else ""

    def scenario(self, sheet: MapSheet) -> ScenarioDocument:
        """A scenario on this map with sides and unit types of the game, and nothing of another scenario."""
        return ScenarioDocument(
            self.checked_key(),
            self.checked_title(),
            self.game.currentData(),
            sheet,
            self.sides,
            TURNS,
            unit_types=self.unit_types,
            data=dict(self._beginning.data),
        )

    def checked_key(self) -> str:
        """The key; BadInput if it is not valid."""
        return check_key(self.key.text())

    def checked_title(self) -> str:
        """The title without spaces around it."""
        return self.title.text().strip()

    def _game_changed(self) -> None:
        self.game_changed.emit()
        self._suggest_key()

    def _suggest_key(self) -> None:
        if not self.key.isModified():
            title = self.checked_title()
            stem = new_key(f"{self.game.currentData() or ''} {title}", ())
            self.key.setText(self._scenario_store.free_key(stem) if title else "")
        self.changed.emit()
