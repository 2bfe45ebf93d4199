"""The dialog for a new map: game, size, orientation and numbering of hexes, scale, known places."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.document.game_vocabulary import shown_kind
from editor.files.new_map_preview import NewMapPreview
from editor.files.scenario_fields import ScenarioFields
from editor.files.scenario_store import ScenarioStore
from editor.files.scenario_templates import EMPTY, SMALLEST, TITLES, from_template
from editor.tracing.georeference import KnownPlaces
from editor.window.dialog_widgets import accept_or_cancel, choice, resize_within
from engine.bad_input import BadInput
from engine.catalogue.document import Georeference, MapSheet, ScenarioDocument
from engine.hexes.spec import MOST_PER_EDGE, GridSpec

_CHOICES: Final = {
    "orientation": (("flat", "flat side at the top"), ("pointy", "point at the top")),
    "stagger": (("even", "even numbers"), ("odd", "odd numbers")),
    "order": (("column-row", "column, then row"), ("row-column", "row, then column")),
    "columns_run": (("right", "from left to right"), ("left", "from right to left")),
    "rows_run": (("down", "from top to bottom"), ("up", "from bottom to top")),
}
WIDTH_PX: Final = 1080
"""Wide enough to read titles of games and templates whole."""
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
        self._scenario = ScenarioFields(scenario_store, "", self)
        self.game, self.title, self.key = self._scenario.game, self._scenario.title, self._scenario.key
        self.fields: dict[str, Any] = {}
        self.preview = NewMapPreview()
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.buttons, self._accept = accept_or_cancel(self, "Create map")
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self._make_scenario())
        left.addWidget(self._make_grid())
        left.addStretch(1)
        right.addWidget(self._make_numbers())
        right.addWidget(self.preview, 1)
        self.places = KnownPlaces()
        right.addWidget(self.places)
        columns = QHBoxLayout()
        columns.setSpacing(16)
        columns.addLayout(left, 1)
        columns.addLayout(right, 1)
        layout = QVBoxLayout(self)
        layout.addLayout(columns, 1)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        self.places.changed.connect(self._check)
        self._scenario.changed.connect(self._check)
        self._scenario.game_changed.connect(self._offer_terrain)
        self._offer_terrain()
        self._check()
        resize_within(self, QSize(WIDTH_PX, self.sizeHint().height()))

    # building

    def _make_scenario(self) -> QWidget:
        box, form = QGroupBox("The scenario"), QFormLayout()
        box.setLayout(form)
        self._scenario.add_to(form)
        self.terrain = QComboBox()
        self.scale = QLineEdit()
        self.scale.setPlaceholderText("2 km")
        self.scale.setToolTip("The width of a hex, for the measuring tool; optional")
        self.template = choice("Begin with", TITLES)
        self.template.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.template.currentIndexChanged.connect(self._check)
        for words, field in (
            ("Begin with", self.template),
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
        for name, words in (("prefix", "before"), ("separator", "between"), ("suffix", "after")):
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

    def _offer_terrain(self) -> None:
        kinds = self._scenario.vocabulary.terrain
        self.terrain.clear()
        self.terrain.addItem("no terrain", "")
        for kind in kinds:
            self.terrain.addItem(shown_kind(kind), kind)
        dry = sorted(kind for kind in kinds if kind not in ("sea", "lake", "water"))
        plain = next((kind for kind in kinds if kind in ("clear", "open")), dry[0] if dry else "")
        self.terrain.setCurrentIndex(max(0, self.terrain.findData(plain)))

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
            if self.template.currentData() != EMPTY and min(spec.columns, spec.rows) < SMALLEST:
                problem = f"This template needs a map of at least {SMALLEST} columns and {SMALLEST} rows."
        except BadInput as bad:
            problem = str(bad)
            self.preview.show_problem(problem)
        problem = problem or self._scenario.problem()
        self.problem.setText(problem)
        self._accept.setEnabled(not problem)

    def document(self) -> ScenarioDocument:
        """The new scenario on a map of one terrain."""
        spec, kind = self.spec(), self.terrain.currentData()
        sheet = MapSheet(
            self._scenario.checked_key(),
            self._scenario.checked_title(),
            spec,
            {cell.hex: kind for cell in spec.cells()} if kind else {},
            georeference=Georeference(anchors=self.places.anchors()),
            data={"scale": self.scale.text().strip()} if self.scale.text().strip() else {},
        )
        return from_template(self.template.currentData(), self._scenario.scenario(sheet))
