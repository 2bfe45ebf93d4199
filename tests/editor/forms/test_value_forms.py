"""Rules and settings are edited in forms: nothing has to be written in the spelling of scenario files."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest
from msgspec.structs import fields
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QTableWidgetItem
from pytestqt.qtbot import QtBot

from editor.document.editor_document import EditorDocument
from editor.document.value_shapes import form_of, in_short, shape_of
from editor.editor_page import EditorPage
from editor.forms.conditions_field import ConditionDialog, ConditionsField
from editor.forms.rule_form_dialog import RuleFormDialog
from editor.forms.value_table import ValueTable
from editor.forms.values_dialog import ValuesDialog
from editor.tables.table_definitions import settings
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import Plain, ScenarioDocument, SpecialRule
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.plain_data import plain
from tests.editor.forms.test_victory_templates import answer

WRITTEN = (str, tuple[str, ...], tuple[int, ...])
"""What may be one line of text: a word, words or numbers with commas between them."""
NESTED = [
    (("a", "b"), "list"),
    (({"name": "x", "turn": 1}, {"name": "y"}), "records"),
    ({"red": 3, "blue": 4}, "table"),
    (
        {"red": ({"group": "x", "last": 3},), "blue": ({"group": "y", "last": 4}, {"group": "z", "last": 5})},
        "groups",
    ),
]


def shipped(key: str) -> ScenarioDocument:
    game = games.game(key.partition("-")[0])
    assert isinstance(game, DocumentGame)
    return next(known for known in game.documents() if known.key == key)


@pytest.mark.parametrize("key", games.SHIPPED)
def test_no_parameter_of_any_rule_is_raw_text(page: EditorPage, qtbot: QtBot, key: str) -> None:
    game = games.game(key)
    assert isinstance(game, DocumentGame)
    opened = EditorDocument(next(iter(game.documents())))
    for rule, (_, kind) in game.rule_parameters.items():
        places = game.place_parameters.get(rule, ())
        dialog = RuleFormDialog(
            opened, SpecialRule(rule), kind, places, tuple, page.workspace.open_document, page
        )
        qtbot.addWidget(dialog)
        types = get_type_hints(kind)
        for field in fields(kind):
            if isinstance(dialog.fields[field.name], QLineEdit):
                assert types[field.name] in WRITTEN, (rule, field.name)


@pytest.mark.parametrize("key", games.SHIPPED)
def test_every_setting_of_every_shipped_scenario_keeps_its_value(
    page: EditorPage, qtbot: QtBot, key: str
) -> None:
    game = games.game(key)
    assert isinstance(game, DocumentGame)
    for document in game.documents():
        opened = EditorDocument(document)
        found = {setting.key: setting.value for setting in settings(opened.work)}
        undeclared = [r.parameters for r in document.special_rules if r.id not in game.rule_parameters]
        for values in (found, *undeclared):
            dialog = ValuesDialog("Settings", opened, values, tuple, page)
            qtbot.addWidget(dialog)
            assert dialog.problem.text() == ""
            assert plain(dialog.values(), "form") == plain(values, "file")
            for name, made in dialog.fields.items():
                assert not (isinstance(made, QLineEdit) and isinstance(values[name], (tuple, dict))), name


@pytest.mark.parametrize(("value", "form"), NESTED)
def test_lists_and_tables_become_rows_and_back(page: EditorPage, value: Plain, form: str) -> None:
    opened = EditorDocument(shipped("ddb-carentan"))
    assert form_of(value) == form
    shape = shape_of(value, opened.work, opened.lattice)
    assert shape is not None and shape.value(shape.rows(value)) == value
    assert "{" not in in_short(value, opened.work)


def test_a_ship_is_added_to_the_settings(page: EditorPage, qtbot: QtBot) -> None:
    page.file_actions.open_document(EditorDocument(shipped("avl-1-paestum")))
    page.show_part(page.parts.scenario)
    scenario = page.parts.scenario
    row = [record.key for record in scenario.settings.model.records].index("ships")
    scenario.settings.select([row])

    def fill(dialog: ValuesDialog) -> None:
        table = dialog.fields["ships"]
        assert isinstance(table, ValueTable)
        table.add.click()
        last = table.table.rowCount() - 1
        for column, words in enumerate(("HMS Test", "UK", "DD", "two")):
            table.table.setItem(last, column, QTableWidgetItem(words))
        assert "must be a whole number" in dialog.problem.text()
        table.table.setItem(last, 3, QTableWidgetItem("2"))
        assert dialog.problem.text() == ""

    answer(fill)
    qtbot.mouseClick(scenario.edit_setting, Qt.MouseButton.LeftButton)
    assert page.document is not None
    ships = page.document.work.scenario("data")["ships"]
    assert ships[-1] == {"name": "HMS Test", "nation": "UK", "class": "DD", "from_turn": 2}
    page.document.undo()
    assert len(page.document.work.scenario("data")["ships"]) == len(ships) - 1


def test_hexes_of_a_setting_are_picked_on_the_map(page: EditorPage, qtbot: QtBot) -> None:
    opened = EditorDocument(shipped("ttr-1-market-garden"))
    values = {"open_track": opened.work.scenario("data")["open_track"]}
    dialog = ValuesDialog("Settings", opened, values, lambda: ["1421", "1521"], page)
    qtbot.addWidget(dialog)
    table = dialog.fields["open_track"]
    assert isinstance(table, ValueTable) and table.pick is not None
    table.table.setCurrentCell(0, 1)
    table.pick.click()
    changed = dialog.values()["open_track"]
    first = next(iter(values["open_track"]))
    assert changed[first] == "1421 1521"
    table.table.setItem(0, 1, QTableWidgetItem("1421 9999"))
    assert "The map has no 9999" in dialog.problem.text()
    with pytest.raises(BadInput):
        dialog.values()


def test_conditions_of_a_front_are_built_from_choices(page: EditorPage, qtbot: QtBot) -> None:
    document = shipped("leb-13-combination")
    page.file_actions.open_document(EditorDocument(document))
    opened = page.document
    assert opened is not None
    game = games.game("leb")
    assert isinstance(game, DocumentGame)
    rule = next(rule for rule in document.special_rules if rule.id == "13.0-k")
    kind = game.rule_parameters[rule.id][1]
    dialog = RuleFormDialog(opened, rule, kind, (), tuple, page.workspace.open_document, page)
    qtbot.addWidget(dialog)
    assert plain(dialog.values(), "form") == plain(rule.parameters, "file")
    east = dialog.fields["east"]
    assert isinstance(east, ConditionsField)
    assert "{" not in east.words["axis"].text() and "Axis" in east.words["axis"].toolTip()

    def change(made: ConditionDialog) -> None:
        made.tree.use_word("not")

    answer(change)
    east.edit("axis")
    assert dialog.values()["east"]["axis"] != rule.parameters["east"]["axis"]  # type: ignore[index, call-overload]
    east.remove("axis")
    assert east.words["axis"].text() == "never" and "axis" not in dialog.values()["east"]  # type: ignore[operator]


def test_a_word_that_a_rule_knows_is_chosen(page: EditorPage, qtbot: QtBot) -> None:
    document = shipped("ttr-4-herbstnebel")
    game = games.game("ttr")
    assert isinstance(game, DocumentGame)
    rule = next(rule for rule in document.special_rules if rule.id == "16.4.7-b")
    kind = game.rule_parameters[rule.id][1]
    opened = EditorDocument(document)
    dialog = RuleFormDialog(opened, rule, kind, (), tuple, page.workspace.open_document, page)
    qtbot.addWidget(dialog)
    condition = dialog.fields["condition"]
    assert isinstance(condition, QComboBox)
    assert condition.count() == len(get_args(get_type_hints(kind)["condition"]))


def test_long_texts_of_a_chart_are_read_to_the_end(page: EditorPage, qtbot: QtBot) -> None:
    """A text that spans its row gets the height that its lines need."""
    page.file_actions.open_document(EditorDocument(shipped("avl-1-paestum")))
    charts = page.parts.charts
    page.show_part(charts)
    charts.list.setCurrentRow(0)
    table, seen = charts.table, 0
    for row in range(table.rowCount()):
        item = table.item(row, 1)
        if item is None or table.columnSpan(row, 1) < 2:
            continue
        width = sum(table.columnWidth(column) for column in range(1, table.columnCount()))
        lines = table.fontMetrics().boundingRect(
            QRect(0, 0, width - 18, 4000), Qt.TextFlag.TextWordWrap, item.text()
        )
        assert lines.height() < table.rowHeight(row)
        seen += 1
    assert seen
