"""The scenario tab: title, turns, description, area in play, options and special rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.commands.scenario import (
    set_labels,
    set_map_fields,
    set_options,
    set_scenario_fields,
    set_special_rules,
)
from editor.document.game_vocabulary import GameVocabulary, document_game
from editor.document.open_document import OpenDocument
from editor.document.problems import Spot
from editor.document.working_copy import WorkingCopy
from editor.forms.picture_field import PictureField
from editor.forms.rule_form_dialog import RuleFormDialog
from editor.forms.values_dialog import ValuesDialog
from editor.panels.lazy_panel import LazyPanel
from editor.tables.table_definitions import (
    OPTIONS,
    SETTINGS,
    SPECIAL_RULES,
    Offers,
    Setting,
    known_options,
    known_rules,
    known_settings,
    set_settings,
    settings,
)
from editor.tables.table_model import RecordsModel
from editor.tables.table_view import RecordsTable
from editor.window.splitter import splitter
from engine.catalogue.document import Plain, SpecialRule, Turns
from engine.catalogue.labels import is_draft, tags_of


class ScenarioPage(LazyPanel):
    """Every field creates commands while it is edited; typing into one field is one undo step."""

    def __init__(
        self,
        open_document: OpenDocument,
        parent: QWidget | None = None,
        selected: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """`selected` are the hexes selected on the map."""
        super().__init__(open_document, parent)
        self._selected = selected
        self.key = QLabel()
        self.title = QLineEdit()
        self.map_title = QLineEdit()
        self.scale = QLineEdit()
        self.scale.setPlaceholderText("2 km")
        self.first, self.last = _number(0, 9999), _number(0, 9999)
        self.names = QLineEdit()
        self.names.setPlaceholderText("Separated by commas; empty for numbers")
        self.area = QComboBox()
        self.complexity, self.minutes = _number(0, 10), _number(0, 100000)
        self.minutes.setSingleStep(15)
        self.description = QPlainTextEdit()
        self.description.setTabChangesFocus(True)
        self.picture = PictureField(open_document)
        self.balance = QLineEdit()
        self.draft = QCheckBox("a draft: not offered for play")
        self.tags = QLineEdit()
        self.tags.setPlaceholderText("Words to find it by, separated by commas")
        turns = QHBoxLayout()
        for words, field in (("from", self.first), ("to", self.last)):
            turns.addWidget(QLabel(words))
            turns.addWidget(field)
        turns.addStretch(1)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("Key", self.key),
            ("Title", self.title),
            ("Title of the map", self.map_title),
            ("Width of a hex", self.scale),
            ("Area in play", self.area),
            ("Complexity", self.complexity),
            ("Minutes", self.minutes),
            ("Description", self.description),
            ("Picture", self.picture),
            ("Balance", self.balance),
            ("State", self.draft),
            ("Tags", self.tags),
        )
        for words, widget in rows:
            widget.setAccessibleName(words)
            form.addRow(words, widget)
            if words == "Area in play":
                form.addRow("Turns", turns)
                form.addRow("Names of turns", self.names)
        self.first.setAccessibleName("First turn")
        self.last.setAccessibleName("Last turn")
        self.names.setAccessibleName("Names of the turns")
        # Build from the outside in: Qt polishes a widget again when it gets another parent.
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        across = splitter()
        layout.addWidget(across)
        left, right = QWidget(), splitter(Qt.Orientation.Vertical)
        left.setLayout(form)
        across.addWidget(left)
        across.addWidget(right)
        across.setSizes([480, 560])
        self.options = self._table("Options", OPTIONS, "options", set_options)
        self.rules = self._table("Special rules", SPECIAL_RULES, "special_rules", set_special_rules)
        right.addWidget(self.options)
        self.settings = RecordsTable(
            RecordsModel(self.open_document, SETTINGS, settings, set_settings), "Game settings"
        )
        for table, known in (
            (self.options, known_options),
            (self.rules, known_rules),
            (self.settings, known_settings),
        ):
            table.offers = partial(self._offers, known)
        self.rules.edit_form = self._edit_rule
        self.settings.edit_form = self._edit_setting
        self.edit_setting = self.settings.button(
            "Edit…", "Edit the selected setting in a form", self._edit_selected_setting
        )
        self.edit_rule = self.rules.button(
            "Parameters…", "Edit the parameters of the selected rule in a form", self._edit_selected_rule
        )
        right.addWidget(self.rules)
        right.addWidget(self.settings)
        self._connect()

    def _table(self, title: str, sheet, name: str, put) -> RecordsTable:
        return RecordsTable(
            RecordsModel(self.open_document, sheet, lambda work: work.scenario(name), put), title
        )

    def _offers(self, known: Callable[[WorkingCopy, GameVocabulary], Offers]) -> Offers:
        document = self.document
        return known(document.work, self.open_document.vocabulary) if document is not None else []

    def _edit_selected_rule(self) -> None:
        rows = self.rules.rows()
        if rows:
            self.rules.open_form(rows[-1])

    def _edit_selected_setting(self) -> None:
        rows = self.settings.rows()
        if rows:
            self.settings.open_form(rows[-1])

    def _edit_rule(self, rule: SpecialRule) -> SpecialRule | None:
        """Ask for the parameters of a rule; None if it has none, or was left as it is."""
        document = self.document
        game = document_game(document.game) if document is not None else None
        known = game.rule_parameters.get(rule.id) if game is not None else None
        if document is None or game is None or (known is None and not rule.parameters):
            self.rules.problem.setText(f"The rule {rule.id!r:.40} has no parameters.")
            return None
        self.rules.problem.setText("")
        if known is None:
            found = self._ask_values(f"Special rule {rule.id}", rule.parameters)
            return None if found is None else replace(rule, parameters=found)
        places = game.place_parameters.get(rule.id, ())
        dialog = RuleFormDialog(
            document, rule, known[1], places, self._selected, self.open_document, self.window()
        )
        try:
            accepted = dialog.exec() == QDialog.DialogCode.Accepted
            return replace(rule, parameters=dialog.values()) if accepted else None
        finally:
            dialog.deleteLater()

    def _edit_setting(self, setting: Setting) -> Setting | None:
        """Ask for the value of a setting; None if it was left as it is."""
        found = self._ask_values(f"Setting: {setting.key.replace('_', ' ')}", {setting.key: setting.value})
        return None if found is None else Setting(setting.key, found[setting.key])

    def _ask_values(self, title: str, values: Mapping[str, Plain]) -> dict[str, Plain] | None:
        document = self.document
        if document is None:
            return None
        dialog = ValuesDialog(title, document, values, self._selected, self.window())
        try:
            return dialog.values() if dialog.exec() == QDialog.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

    def _connect(self) -> None:
        self.title.textEdited.connect(lambda text: self._set("title", text))
        self.map_title.textEdited.connect(self._set_map_title)
        self.scale.textEdited.connect(self._set_scale)
        self.balance.textEdited.connect(self._set_balance)
        self.description.textChanged.connect(self._set_description)
        self.draft.clicked.connect(lambda _: self._set_labels())
        self.tags.editingFinished.connect(self._set_labels)
        self.area.activated.connect(lambda at: self._set("area", self.area.itemData(at)))
        for name in ("complexity", "minutes"):
            getattr(self, name).valueChanged.connect(partial(self._set, name))
        for field in (self.first, self.last):
            field.valueChanged.connect(lambda _: self._set_turns())
        self.names.editingFinished.connect(self._set_turns)

    def refresh(self) -> None:
        """Show the current scenario; unchanged fields keep their cursor."""
        document = self.document
        if document is None:
            return
        work = document.work
        turns = work.scenario("turns")
        self.key.setText(f"{work.scenario('key')} · {work.scenario('game')}")
        for field, text in (
            (self.title, work.scenario("title")),
            (self.map_title, work.sheet("title")),
            (self.scale, str(work.sheet("data").get("scale", ""))),
            (self.names, ", ".join(turns.names)),
            (self.balance, work.scenario("balance").text),
            (self.tags, ", ".join(tags_of(work.scenario("data")))),
        ):
            if field.text().strip() != text.strip():
                field.setText(text)
                field.setCursorPosition(0)
        for number, value in (
            (self.first, turns.first),
            (self.last, turns.last),
            (self.complexity, work.scenario("complexity")),
            (self.minutes, work.scenario("minutes")),
        ):
            number.blockSignals(True)
            number.setValue(value)
            number.blockSignals(False)
        if self.description.toPlainText() != work.scenario("description"):
            self.description.blockSignals(True)
            self.description.setPlainText(work.scenario("description"))
            self.description.blockSignals(False)
        self.draft.setChecked(is_draft(work.scenario("data")))
        self._fill_areas()
        self.picture.refresh()

    def go_to(self, spot: Spot) -> None:
        """Select the row with the problem."""
        self.catch_up()
        if spot.table:
            table: RecordsTable = getattr(self, spot.table)
            table.go_to(spot)

    def _fill_areas(self) -> None:
        document = self.document
        assert document is not None
        work = document.work
        self.area.clear()
        self.area.addItem("the whole map", "")
        for region in (*work.scenario("regions"), *work.sheet("regions")):
            self.area.addItem(region.title or region.key, region.key)
        self.area.setCurrentIndex(max(0, self.area.findData(work.scenario("area"))))

    # writing

    def _set(self, name: str, value: object) -> None:
        document = self.document
        if document is not None and document.work.scenario(name) != value:
            document.do(set_scenario_fields(document.work, f"typing {name}", **{name: value}))

    def _set_description(self) -> None:
        self._set("description", self.description.toPlainText())

    def _set_labels(self) -> None:
        document = self.document
        if document is not None:
            tags = [tag.strip() for tag in self.tags.text().split(",") if tag.strip()]
            document.do(set_labels(document.work, self.draft.isChecked(), tags))

    def _set_turns(self) -> None:
        names = tuple(name.strip() for name in self.names.text().split(",") if name.strip())
        self._set("turns", Turns(self.first.value(), self.last.value(), names))

    def _set_balance(self, text: str) -> None:
        document = self.document
        if document is not None:
            self._set("balance", replace(document.work.scenario("balance"), text=text))

    def _set_map_title(self, text: str) -> None:
        document = self.document
        if document is not None:
            document.do(set_map_fields(document.work, "typing the map's title", title=text))

    def _set_scale(self, text: str) -> None:
        document = self.document
        if document is not None:
            data = {key: value for key, value in document.work.sheet("data").items() if key != "scale"}
            if text.strip():
                data["scale"] = text.strip()
            document.do(set_map_fields(document.work, "typing the scale", data=data))


def _number(least: int, most: int) -> QSpinBox:
    field = QSpinBox()
    field.setRange(least, most)
    field.setMaximumWidth(field.fontMetrics().horizontalAdvance("0") * 10 + 40)
    return field
