"""Victory from templates, and special rules as forms with places taken from the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QSpinBox
from pytestqt.qtbot import QtBot

from editor.document.editor_document import EditorDocument
from editor.document.game_vocabulary import document_game
from editor.document.problems import problems_of
from editor.document.rule_words import parameters_in_words, titles_for
from editor.editor_page import EditorPage
from editor.forms.hex_list_field import HexListField
from editor.forms.named_fields import NamedListField, NamedPlacesField
from editor.forms.rule_form_dialog import RuleFormDialog
from editor.forms.victory_template_dialog import VictoryTemplateDialog
from engine import games
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.plain_data import plain
from tests.editor.hands import Hands
from tests.editor.table_hands import cell

LEFT = Qt.MouseButton.LeftButton


def answer(act: Callable[[Any], None], accept: bool = True) -> None:
    """Fill in the dialogue that opens next."""

    def fill() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        try:
            act(dialog)
        finally:
            dialog.accept() if accept else dialog.reject()

    QTimer.singleShot(0, fill)


@pytest.mark.parametrize(
    ("template", "number", "when", "count"),
    [
        ("hold hexes", 2, "end", 2),
        ("exit", 1, "turn", 2),
        ("points", 3, "end", 1),
        ("destroyed", 1, "turn", 2),
    ],
)
def test_each_template_makes_conditions_that_can_be_met(
    hands: Hands, qtbot: QtBot, template: str, number: int, when: str, count: int
) -> None:
    page, document = hands.page, hands.document
    before = document.snapshot()
    page.workspace.selection.select(["0504", "0604"])
    page.parts.show_part(page.parts.victory)
    listed = len(before.victory)

    def fill(dialog: VictoryTemplateDialog) -> None:
        dialog.template.setCurrentIndex(dialog.template.findData(template))
        if dialog.chosen.asks_hexes:
            assert "pick them" in dialog.problem.text()
            qtbot.mouseClick(dialog.hexes.pick, LEFT)
            assert dialog.hexes.hexes() == ("0504", "0604")
        dialog.number.setValue(number)
        dialog.otherwise.setChecked(True)
        assert dialog.problem.text() == ""

    answer(fill)
    qtbot.mouseClick(page.parts.victory.from_template, LEFT)
    made = document.work.scenario("victory")[listed:]
    assert (made[0].when, len(made)) == (when, count)
    keys = {f"victory {condition.key}" for condition in made}
    assert [str(p) for p in problems_of(document.snapshot()) if p.finding.where in keys] == []
    document.undo()
    assert document.snapshot() == before, "all of it is one step"
    document.redo()
    assert document.work.scenario("victory")[listed:] == made


def test_what_cannot_be_won_is_not_added(hands: Hands, qtbot: QtBot) -> None:
    page = hands.page
    page.parts.show_part(page.parts.victory)

    def fill(dialog: VictoryTemplateDialog) -> None:
        dialog.hexes.set_hexes(["0504", "9999"])
        assert dialog.problem.text() == "The map has no 9999."
        dialog.hexes.set_hexes(["0504"])
        dialog.number.setValue(2)
        assert dialog.problem.text() == "2 hexes must be held, but only 1 is named."
        dialog.number.setValue(1)
        dialog.enemy.setCurrentIndex(dialog.side.currentIndex())
        assert "its own enemy" in dialog.problem.text()

    answer(fill, accept=False)
    before = hands.document.snapshot()
    qtbot.mouseClick(page.parts.victory.from_template, LEFT)
    assert hands.document.snapshot() == before


def open_shipped(page: EditorPage, game: str, scenario: str) -> EditorDocument:
    known = document_game(game)
    assert known is not None
    page.file_actions.open_document(EditorDocument(known.document(known.scenario_text(scenario))))
    assert page.document is not None
    page.parts.show_part(page.parts.scenario)
    page.parts.scenario.catch_up()
    page.parts.scenario.rules.catch_up()
    return page.document


def row_of(page: EditorPage, rule: str) -> int:
    return next(n for n, known in enumerate(page.parts.scenario.rules.model.records) if known.id == rule)


def test_a_rule_is_a_form_with_places_taken_from_the_map(page: EditorPage, qtbot: QtBot) -> None:
    document = open_shipped(page, "ttr", "ttr-2-scheldt")
    table, rule = page.parts.scenario.rules, "16.2.7-a"
    row, before = row_of(page, rule), document.snapshot()
    hexes = document.lattice.hexes
    page.workspace.selection.select([hexes[7]])

    def fill(dialog: RuleFormDialog) -> None:
        target = dialog.fields["target"]
        assert isinstance(target, HexListField) and target.hexes()
        qtbot.mouseClick(target.pick, LEFT)
        assert target.hexes() == (hexes[7],)

    answer(fill)
    spot = cell(table, row, "parameters")
    qtbot.mouseClick(table.view.viewport(), LEFT, pos=spot)
    qtbot.mouseDClick(table.view.viewport(), LEFT, pos=spot)
    assert document.work.scenario("special_rules")[row].parameters["target"] == hexes[7]
    document.undo()
    assert document.snapshot() == before


def test_numbers_sides_and_units_have_fields_of_their_own(page: EditorPage, qtbot: QtBot) -> None:
    document = open_shipped(page, "ddb", "ddb-villers")
    row = row_of(page, "scn.villers-weather")

    def fill(dialog: RuleFormDialog) -> None:
        side, turn = dialog.fields["side"], dialog.fields["last_turn"]
        assert isinstance(side, QComboBox) and isinstance(turn, QSpinBox)
        side.setCurrentIndex(side.findData("german"))
        turn.setValue(5)

    answer(fill)
    page.parts.scenario.rules.select([row])
    qtbot.mouseClick(page.parts.scenario.edit_rule, LEFT)
    assert document.work.scenario("special_rules")[row].parameters == {"side": "german", "last_turn": 5}


@pytest.mark.parametrize("key", [key for key in games.SHIPPED if key != "free"])
def test_every_rule_of_every_shipped_scenario_keeps_its_parameters(
    page: EditorPage, qtbot: QtBot, key: str
) -> None:
    """The form shows what the file says, and writes the same."""
    game, seen = games.game(key), 0
    assert isinstance(game, DocumentGame)
    for document in game.documents():
        opened = EditorDocument(document)
        for rule in document.special_rules:
            if rule.id in game.rule_parameters:
                kind, places = game.rule_parameters[rule.id][1], game.place_parameters.get(rule.id, ())
                dialog = RuleFormDialog(opened, rule, kind, places, tuple, page.workspace.open_document, page)
                qtbot.addWidget(dialog)
                assert dialog.problem.text() == ""
                assert plain(dialog.values(), "form") == plain(rule.parameters, "file"), rule.id
                seen += 1
    assert seen


def test_a_form_says_what_does_not_fit(page: EditorPage, qtbot: QtBot) -> None:
    document = open_shipped(page, "ddb", "ddb-seelow")
    game, rule = (
        games.game("ddb"),
        document.work.scenario("special_rules")[row_of(page, "scn.seelow-bridges")],
    )
    assert isinstance(game, DocumentGame)
    dialog = RuleFormDialog(
        document,
        rule,
        game.rule_parameters[rule.id][1],
        game.place_parameters[rule.id],
        tuple,
        page.workspace.open_document,
        page,
    )
    qtbot.addWidget(dialog)
    bridges, river = dialog.fields["bridges"], dialog.fields["river"]
    assert isinstance(bridges, HexListField) and isinstance(river, QComboBox)
    assert river.currentText() == "Oder"
    bridges.set_hexes(["nowhere"])
    assert dialog.problem.text() == "The map has no nowhere."


def test_a_rule_without_parameters_says_so(page: EditorPage) -> None:
    open_shipped(page, "ddb", "ddb-carentan")
    rules = page.parts.scenario.rules
    rules.open_form(row_of(page, "scn.carentan-first"))
    assert "has no parameters" in rules.problem.text()


def test_rules_name_units_and_countries_by_title(page: EditorPage) -> None:
    """In the table in words, in the form by title; what the scenario does not have is told."""
    game = document_game("leb")
    assert game is not None
    document = next(known for known in game.documents() if known.key == "leb-12-1-italy")
    opened = EditorDocument(document)
    rules = {rule.id: rule for rule in document.special_rules}
    said = parameters_in_words(rules["12.1-c"].parameters, opened.work)
    assert "5 US" in said and "western-5-us" not in said and "[" not in said
    assert "France" in parameters_in_words(rules["12.1-e"].parameters, opened.work)
    dialog = RuleFormDialog(
        opened,
        rules["12.1-c"],
        game.rule_parameters["12.1-c"][1],
        (),
        tuple,
        page.workspace.open_document,
        page,
    )
    units = dialog.fields["units"]
    assert isinstance(units, NamedListField) and "5 US" in units.line.text()
    assert dialog.values() == dict(rules["12.1-c"].parameters)
    units.add.setCurrentText("7 US")
    units.add.activated.emit(0)
    assert "western-7-us" in dialog.values()["units"]  # type: ignore[operator]
    units.line.setText("5 US, 99 US")
    assert dialog.problem.text() == "The scenario has no unit '99 US'."
    dialog.deleteLater()


def test_a_rule_with_a_place_for_each_unit_is_a_table(page: EditorPage) -> None:
    game = document_game("leb")
    assert game is not None
    document = next(known for known in game.documents() if known.key == "leb-13-combination")
    opened = EditorDocument(document)
    rule = next(rule for rule in document.special_rules if rule.id == "13.0-c")
    said = parameters_in_words(rule.parameters, opened.work)
    assert "Ger 1 E2148" in said and "axis-1" not in said, said
    dialog = RuleFormDialog(
        opened, rule, game.rule_parameters[rule.id][1], (), tuple, page.workspace.open_document, page
    )
    places = dialog.fields["places"]
    assert isinstance(places, NamedPlacesField)
    assert dialog.values() == dict(rule.parameters)
    key = next(iter(rule.parameters["places"]))  # type: ignore[arg-type, call-overload]
    titles = {unit.id: unit.name for unit in document.units}
    cell = places.table.item(0, 0)
    assert cell is not None and cell.text().startswith(titles.get(key, key))
    changed = places.table.item(0, 1)
    assert changed is not None
    changed.setText("E1032")
    assert dialog.values()["places"][key] == "E1032"  # type: ignore[index, call-overload]
    dialog.deleteLater()


def test_what_may_be_added_is_called_by_its_kind() -> None:
    """The parameter `earlier` names units, and a long list begins with its first."""
    game = document_game("avl")
    assert game is not None
    document = next(known for known in game.documents() if known.key == "avl-4-avalanche")
    what, titles = titles_for("earlier", EditorDocument(document).work)
    field = NamedListField(what, titles)
    line = field.add.lineEdit()
    assert line is not None and line.placeholderText() == "Add another unit…"
    field.set_keys(tuple(titles)[:20])
    assert field.line.cursorPosition() == 0
