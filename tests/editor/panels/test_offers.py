"""What a game knows already is offered: options, special rules, settings, names of allotments."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QTableWidgetItem
from pytestqt.qtbot import QtBot

from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.forms.value_table import ValueTable
from editor.forms.values_dialog import ValuesDialog
from editor.tables.table_view import RecordsTable
from engine import games
from engine.catalogue.document_game import DocumentGame
from tests.editor.forms.test_victory_templates import answer
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario


def offered(qtbot: QtBot, table: RecordsTable) -> dict[str, QAction]:
    """Click on Add and read the menu."""
    qtbot.mouseClick(table.add, Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return {action.text(): action for action in menu.actions() if action.text()}


def opened(page: EditorPage, key: str) -> Hands:
    game = games.game(key.partition("-")[0])
    assert isinstance(game, DocumentGame)
    document = next(found for found in game.documents() if found.key == key)
    page.file_actions.open_document(EditorDocument(document))
    page.show_part(page.parts.scenario)
    return Hands(page, None)  # type: ignore[arg-type]


def pick(offers: dict[str, QAction], words: str) -> None:
    next(action for text, action in offers.items() if text.startswith(words)).trigger()
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.close()


def test_special_rules_of_the_game(page: EditorPage, qtbot: QtBot) -> None:
    hands = opened(page, "ddb-carentan")
    known = {rule.id for rule in hands.work.scenario("special_rules")}
    offers = offered(qtbot, page.parts.scenario.rules)
    assert not any(text.startswith(tuple(f"{rule}:" for rule in known)) for text in offers)
    pick(offers, "scn.villers-weather")
    rule = hands.work.scenario("special_rules")[-1]
    assert rule.id == "scn.villers-weather" and {"side", "last_turn"} <= rule.parameters.keys() and rule.text


@pytest.mark.parametrize(
    ("key", "setting"), [("ddb-carentan", "daylight"), ("ttr-1-market-garden", "air_status")]
)
def test_settings_such_as_air_and_daylight(page: EditorPage, qtbot: QtBot, key: str, setting: str) -> None:
    hands = opened(page, key)
    table = page.parts.scenario.settings
    row = [record.key for record in table.model.records].index(setting)
    table.select([row])
    qtbot.mouseClick(table.remove, Qt.MouseButton.LeftButton)
    assert setting not in hands.work.scenario("data")
    pick(offered(qtbot, table), setting.replace("_", " "))
    assert setting in hands.work.scenario("data")


def test_tables_among_the_settings_open_a_form(page: EditorPage, qtbot: QtBot) -> None:
    hands = opened(page, "ttr-1-market-garden")
    table = page.parts.scenario.settings
    before = hands.work.scenario("data")
    row = [record.key for record in table.model.records].index("boundaries")
    assert not table.model.flags(table.model.index(row, 1)) & Qt.ItemFlag.ItemIsEditable
    assert "{" not in table.model.index(row, 1).data()

    def fill(dialog: ValuesDialog) -> None:
        field = dialog.fields["boundaries"]
        assert isinstance(field, ValueTable)
        field.table.setItem(0, 2, QTableWidgetItem("18"))

    answer(fill)
    table.open_form(row)
    after = hands.work.scenario("data")
    assert after["boundaries"]["allied"][0]["last_row"] == 18
    assert before["boundaries"]["allied"][1:] == after["boundaries"]["allied"][1:]
    assert after["open_track"] == before["open_track"]


def test_options_of_the_game_and_an_empty_line(page: EditorPage, qtbot: QtBot) -> None:
    page.file_actions.open_document(EditorDocument(small_scenario()))
    page.show_part(page.parts.scenario)
    hands, table = Hands(page, qtbot), page.parts.scenario.options
    table.select([0])
    qtbot.mouseClick(table.remove, Qt.MouseButton.LeftButton)
    offers = offered(qtbot, table)
    assert "Empty row" in offers and len(offers) > 1
    pick(offers, "Empty row")
    assert [option.key for option in hands.work.scenario("options")] == ["option"]
