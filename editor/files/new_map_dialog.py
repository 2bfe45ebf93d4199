"""The dialog for a new map: game, size, orientation and numbering of hexes, scale, known places."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.document.game_vocabulary import vocabulary_of_game
from editor.files.new_map_preview import NewMapPreview
from editor.files.scenario_store import ScenarioStore, check_key
from editor.tools.start_lines import new_key
from editor.tracing.georeference import KnownPlaces
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import Georeference, MapSheet, ScenarioDocument, Side, Turns
from engine.hexes.spec import MOST_PER_EDGE, GridSpec

_CHOICES: Final = {
    "orientation": (("flat", "flat side at the top"), ("pointy", "point at the top")),
    "stagger": (("even", "even numbers"), ("odd", "odd numbers")),
    "order": (("column-row", "column, then row"), ("row-column", "row, then column")),
    "columns_run": (("right", "from left to right"), ("left", "from right to left")),
    "rows_run": (("down", "from top to bottom"), ("up", "from bottom to top")),
}
_TITLES: Final = {
    "columns": "Columns",
    "rows": "Rows",
    "orientation": "Hex orientation",
    "stagger": "Shifted by half a hex",
    "order": "Order of the number",
    "column_digits": "Digits for the column",
    "row_digits": "Digits for the row",
    "first_column": "First column",
    "first_row": "First row",
    "columns_run": "Columns are numbered",
    "rows_run": "Rows are numbered",
}


class NewMapDialog(QDialog):
    """`document()` is the new scenario after the dialog was accepted."""

    def __init__(self, scenario_store: ScenarioStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New map")
        self._scenario_store = scenario_store
        self.fields: dict[str, Any] = {}
        self.preview = NewMapPreview()
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        make = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        make.setText("Create map")
        make.setObjectName("primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self._make_head())
        left.addWidget(self._make_grid())
        left.addStretch(1)
        right.addWidget(self._make_numbers())
        right.addWidget(self.preview, 1)
        self.places = KnownPlaces()
        right.addWidget(self.places)
        columns = QHBoxLayout()
        columns.setSpacing(16)
        columns.addLayout(left)
        columns.addLayout(right, 1)
        layout = QVBoxLayout(self)
        layout.addLayout(columns, 1)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        self.places.changed.connect(self._check)
        self._game_chosen()
        self._titled("")
        self._check()

    # building

    def _make_head(self) -> QWidget:
        box, form = QGroupBox("The scenario"), QFormLayout()
        box.setLayout(form)
        self.game = QComboBox()
        for game in map(games.game, games.keys()):
            self.game.addItem(game.title, game.key)
        self.game.currentIndexChanged.connect(self._game_chosen)
        self.title = QLineEdit()
        self.title.setPlaceholderText("The battle of …")
        self.title.textChanged.connect(self._titled)
        self.key = QLineEdit()
        self.key.setToolTip("A short name without spaces; files and commands use it for the scenario")
        self.key.textEdited.connect(lambda _: self._check())
        self.terrain = QComboBox()
        self.scale = QLineEdit()
        self.scale.setPlaceholderText("2 km")
        self.scale.setToolTip("The width of a hex, for the measuring tool; optional")
        for words, field in (
            ("Game", self.game),
            ("Title", self.title),
            ("Key", self.key),
            ("Terrain", self.terrain),
            ("Width of a hex", self.scale),
        ):
            field.setAccessibleName(words)
            form.addRow(words, field)
        return box

    def _make_grid(self) -> QWidget:
        box, form = QGroupBox("The hexes"), QFormLayout()
        box.setLayout(form)
        for name, value in (("columns", 30), ("rows", 24)):
            form.addRow(_TITLES[name], self._number(name, value, 1, MOST_PER_EDGE))
        for name in ("orientation", "stagger"):
            form.addRow(_TITLES[name], self._choice(name))
        short = self.fields["short_staggered"] = QCheckBox("one hex shorter")
        short.setAccessibleName("Short columns")
        short.toggled.connect(self._check)
        form.addRow("Shifted lines", short)
        return box

    def _make_numbers(self) -> QWidget:
        box, form = QGroupBox("The numbers"), QFormLayout()
        box.setLayout(form)
        form.addRow(_TITLES["order"], self._choice("order"))
        for name in ("column", "row"):
            row = QHBoxLayout()
            row.addWidget(self._number(f"first_{name}", 1, 0, 9999))
            row.addWidget(QLabel("with"))
            row.addWidget(self._number(f"{name}_digits", 2, 1, 4))
            row.addWidget(QLabel("digits,"))
            row.addWidget(self._choice(f"{name}s_run"), 1)
            form.addRow(f"{name.capitalize()}s from", row)
        row = QHBoxLayout()
        for name, words in (("prefix", "before"), ("separator", "between"), ("suffix", "behind")):
            field = self.fields[name] = QLineEdit()
            field.setMaxLength(8)
            field.setMaximumWidth(64)
            field.setAccessibleName(f"Letters {words}")
            field.textEdited.connect(lambda _: self._check())
            row.addWidget(QLabel(words))
            row.addWidget(field)
        row.addStretch(1)
        form.addRow("Letters", row)
        return box

    def _number(self, name: str, value: int, least: int, most: int) -> QSpinBox:
        field = self.fields[name] = QSpinBox()
        field.setRange(least, most)
        field.setValue(value)
        field.setAccessibleName(_TITLES[name])
        field.valueChanged.connect(lambda _: self._check())
        return field

    def _choice(self, name: str) -> QComboBox:
        field = self.fields[name] = QComboBox()
        field.setAccessibleName(_TITLES[name])
        for value, words in _CHOICES[name]:
            field.addItem(words, value)
        field.currentIndexChanged.connect(lambda _: self._check())
        return field

    # result

    def _game_chosen(self) -> None:
        kinds = vocabulary_of_game(self.game.currentData() or "")
        self.terrain.clear()
        self.terrain.addItem("no terrain", "")
        for kind in kinds.terrain:
            self.terrain.addItem(kind, kind)
        plain = next((kind for kind in kinds.terrain if kind in ("clear", "open")), "")
        self.terrain.setCurrentIndex(max(0, self.terrain.findData(plain)))
        self._titled(self.title.text())

    def _titled(self, text: str) -> None:
        """Derive the key from the title until the user edits the key."""
        if not self.key.isModified():
            stem = new_key(f"{self.game.currentData() or ''} {text}", set())
            self.key.setText(self._scenario_store.free_key(stem) if text.strip() else "")
        self._check()

    def spec(self) -> GridSpec:
        """The grid described by the fields; BadInput if it is invalid."""
        settings: dict[str, Any] = {}
        for name, field in self.fields.items():
            if isinstance(field, QSpinBox):
                settings[name] = field.value()
            elif isinstance(field, QComboBox):
                settings[name] = field.currentData()
            elif isinstance(field, QCheckBox):
                settings[name] = field.isChecked()
            else:
                settings[name] = field.text()
        return GridSpec(**settings)

    def _check(self) -> None:
        problem = ""
        try:
            spec = self.spec()
            self.preview.show_spec(spec)
            self.places.check(spec)
        except BadInput as bad:
            problem = str(bad)
            self.preview.show_problem(problem)
        if not problem:
            problem = self._missing()
        self.problem.setText(problem)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)

    def _missing(self) -> str:
        if not self.game.count():
            return "No game is installed."
        if not self.title.text().strip():
            return "Give the map a title."
        try:
            check_key(self.key.text())
        except BadInput as bad:
            return str(bad)
        if self.key.text().strip() in {kept.key for kept in self._scenario_store.scenarios()}:
            return "There is already a scenario with this key; choose another."
        return ""

    def document(self) -> ScenarioDocument:
        """The scenario: an empty map, the usual sides and unit types of the game, ten turns."""
        spec, key, title = self.spec(), check_key(self.key.text()), self.title.text().strip()
        game, kind = self.game.currentData(), self.terrain.currentData()
        kinds = vocabulary_of_game(game)
        sheet = MapSheet(
            key,
            title,
            spec,
            {cell.hex: kind for cell in spec.cells()} if kind else {},
            georeference=Georeference(anchors=self.places.anchors()),
            data={"scale": self.scale.text().strip()} if self.scale.text().strip() else {},
        )
        sides = tuple(kinds.sides[:2]) or (Side("red", "Red", "#a8453a"), Side("blue", "Blue", "#5a76a6"))
        return ScenarioDocument(
            key,
            title,
            game,
            sheet,
            sides,
            Turns(1, 10),
            unit_types=kinds.unit_types,
            data=dict(kinds.settings),
        )
