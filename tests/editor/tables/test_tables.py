"""Tables of records under the mouse and the keyboard: several lines at once, spreadsheets, order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.commands.order_of_battle import place_units
from editor.tables.columns import Column, TableDefinition, cells_of
from editor.tables.table_view import RecordsTable
from engine.bad_input import BadInput
from engine.catalogue.document import Placement, Setup
from tests.editor.hands import CTRL, Hands
from tests.editor.table_hands import click, confirm, open_cell, write


@pytest.fixture
def units(hands: Hands) -> RecordsTable:
    hands.page.show_part(hands.page.parts.forces)
    return hands.page.parts.forces.units


def names(hands: Hands) -> list[str]:
    return [unit.name for unit in hands.work.scenario("units")]


def test_a_double_click_into_one_of_several_lines_writes_into_all(
    hands: Hands, units: RecordsTable, qtbot: QtBot
) -> None:
    click(qtbot, units, 0, "id")
    click(qtbot, units, 1, "id", CTRL)
    click(qtbot, units, 3, "id", CTRL)
    assert units.rows() == [0, 1, 3]
    write(qtbot, units, 1, "size", "regiment")
    assert [unit.size for unit in hands.work.scenario("units")] == ["regiment", "regiment", "", "regiment"]
    assert len(hands.steps) == 1 and units.rows() == [0, 1, 3]


def test_a_single_click_into_one_of_several_lines_chooses_it_alone(units: RecordsTable, qtbot: QtBot) -> None:
    click(qtbot, units, 0, "id")
    click(qtbot, units, 1, "id", CTRL)
    click(qtbot, units, 1, "name")
    qtbot.waitUntil(lambda: units.rows() == [1])


def test_letters_go_into_the_cell_and_change_no_tool(hands: Hands, units: RecordsTable, qtbot: QtBot) -> None:
    tool = hands.page.workspace.canvas.tool
    click(qtbot, units, 2, "name")
    qtbot.keyClick(units.view, Qt.Key.Key_E)
    line = QApplication.focusWidget()
    assert line is not None
    qtbot.keyClicks(line, "state guard")
    confirm(qtbot, line)
    assert names(hands)[2] == "estate guard" and hands.page.workspace.canvas.tool is tool
    hands.page.show_part(hands.page.parts.map)
    hands.page.workspace.canvas.setFocus()
    hands.key(Qt.Key.Key_E)
    assert hands.page.workspace.canvas.tool is not tool, "over the map they are the tools' again"


def test_a_flag_is_chosen(hands: Hands, units: RecordsTable, qtbot: QtBot) -> None:
    write(qtbot, units, 0, "guns", "yes")
    assert hands.work.scenario("units")[0].ratings == {"guns": True}
    write(qtbot, units, 0, "guns", "")
    assert hands.work.scenario("units")[0].ratings == {}


def test_a_long_list_is_searched_and_takes_nothing_else(hands: Hands, qtbot: QtBot) -> None:
    units = hands.page.parts.forces.units
    hands.page.show_part(hands.page.parts.forces)
    for _ in range(12):
        units.add.click()
    page = hands.page.parts.schedule
    hands.page.show_part(page)
    before = hands.document.snapshot()
    write(qtbot, page.entries, 0, "unit", "nobody")
    assert hands.document.snapshot() == before
    write(qtbot, page.entries, 0, "unit", "r2")
    assert hands.work.scenario("schedule")[0].unit == "R2"


def paste(qtbot: QtBot, table: RecordsTable, text: str) -> None:
    QApplication.clipboard().setText(text)
    qtbot.keyClick(table.view, Qt.Key.Key_V, CTRL)


def test_cells_of_a_spreadsheet_go_in_where_the_cursor_is(
    hands: Hands, units: RecordsTable, qtbot: QtBot
) -> None:
    click(qtbot, units, 2, "name")
    paste(qtbot, units, "Harbour\tH\tred\nDepot\tD\tblue\nMole\tM\tRed\n")
    assert names(hands)[2:] == ["Harbour", "Depot", "Mole"]
    assert [unit.side for unit in hands.work.scenario("units")[2:]] == ["red", "blue", "red"]
    assert len({unit.id for unit in hands.work.scenario("units")}) == 5 and len(hands.steps) == 1


def test_one_cell_goes_into_all_selected_lines(hands: Hands, units: RecordsTable, qtbot: QtBot) -> None:
    click(qtbot, units, 0, "name")
    click(qtbot, units, 3, "name", Qt.KeyboardModifier.ShiftModifier)
    paste(qtbot, units, "Alike")
    assert names(hands) == ["Alike"] * 4


def test_one_cell_that_does_not_fit_changes_nothing(hands: Hands, units: RecordsTable, qtbot: QtBot) -> None:
    click(qtbot, units, 0, "steps")
    before = hands.document.snapshot()
    paste(qtbot, units, "1\n2\n77\n")
    assert "above 2" in units.problem.text() and hands.document.snapshot() == before


def test_a_sorted_table_takes_cells_in_the_order_that_is_seen(
    hands: Hands, units: RecordsTable, qtbot: QtBot
) -> None:
    units.view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    click(qtbot, units, 0, "name")
    paste(qtbot, units, "First\nSecond\n")
    found = {unit.id: unit.name for unit in hands.work.scenario("units")}
    assert (found["B1"], found["B2"]) == ("First", "Second")


def test_copied_lines_come_back_from_a_spreadsheet(hands: Hands, units: RecordsTable, qtbot: QtBot) -> None:
    click(qtbot, units, 0, "name")
    qtbot.keyClick(units.view, Qt.Key.Key_C, CTRL)
    paste(qtbot, units, QApplication.clipboard().text().replace("Red one", "Red, renamed"))
    assert names(hands) == ["Red, renamed", "Red two", "Blue one", "Blue two"]


def test_conditions_are_put_into_another_order(hands: Hands, qtbot: QtBot) -> None:
    page = hands.page.parts.victory
    hands.page.show_part(page)
    click(qtbot, page.conditions, 1, "key")
    qtbot.mouseClick(page.conditions.up, Qt.MouseButton.LeftButton)
    assert [known.key for known in hands.work.scenario("victory")] == ["taken", "places"]
    assert page.conditions.rows() == [0]
    qtbot.mouseClick(page.conditions.up, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.conditions.down, Qt.MouseButton.LeftButton)
    assert [known.key for known in hands.work.scenario("victory")] == ["places", "taken"]


STATE = Column("data", "State", "data")


@pytest.mark.parametrize(
    ("words", "means"),
    [
        ("facing = 3", {"facing": 3}),
        ("facing=3, dug_in = true", {"facing": 3, "dug_in": True}),
        ('entry = "7"', {"entry": "7"}),
        ("kind = armor", {"kind": "armor"}),
        ("kind = heavy armor, steps = 2", {"kind": "heavy armor", "steps": 2}),
        ('units = ["a", "b"]', {"units": ("a", "b")}),
        ('{"facing": 3}', {"facing": 3}),
        ("", {}),
    ],
)
def test_named_values_are_written_as_people_write_them(words: str, means: dict[str, object]) -> None:
    record = STATE.written(Setup("R1", None), words)  # type: ignore[arg-type]
    assert record.data == means
    assert STATE.written(record, STATE.shown(record)) == record, "what is shown can be written back"


@pytest.mark.parametrize("words", ["facing", "= 3", "{bad", "[1]", "a = [1", "a = {", "a b = 3"])
def test_other_words_are_no_named_values(words: str) -> None:
    with pytest.raises(BadInput, match="must be written like"):
        STATE.written(Setup("R1", None), words)  # type: ignore[arg-type]


def test_a_table_that_is_too_long_is_refused() -> None:
    with pytest.raises(BadInput, match="too long"):
        cells_of("x" * (4 * 2**20 + 1))


def test_records_without_keys_stay_as_they_are() -> None:
    sheet = TableDefinition((STATE,), lambda work: None, "unit")
    record = Setup("R1", None)  # type: ignore[arg-type]
    assert sheet.apart(record, {"R1"}) is record


def test_the_editor_of_a_cell_is_closed_by_escape(hands: Hands, units: RecordsTable, qtbot: QtBot) -> None:
    line = open_cell(qtbot, units, 0, "name")
    qtbot.keyClicks(line, "xyz")
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert names(hands)[0] == "Red one" and not hands.steps


def test_a_long_title_does_not_widen_the_other_columns(hands: Hands) -> None:
    page = hands.page.parts.forces
    hands.page.show_part(page)
    header = page.units.view.horizontalHeader()
    definition = page.units.model.definition
    first, *others = definition.columns
    long = replace(others[-1], title="A rating with a very long title, one per step")
    page.units.model.set_definition(replace(definition, columns=(first, *others, *others, *others, long)))
    assert header.length() > page.units.view.viewport().width(), "wider than the window"
    assert header.sectionSize(header.count() - 1) > 250
    assert header.sectionSize(0) == first.width


# new rows


def test_a_new_unit_gets_its_id_by_its_name(hands: Hands, units: RecordsTable, qtbot: QtBot) -> None:
    """As long as nobody has given it an id; a set-up follows, and all is one step."""
    units.add.click()
    row = len(units.model.records) - 1
    hands.document.do(place_units(hands.work, [units.model.records[row].id], Placement("hex", "0503")))
    steps = len(hands.steps)
    write(qtbot, units, row, "name", "3rd Light Horse")
    assert hands.work.scenario("units")[row].id == "3rd-light-horse" and len(hands.steps) == steps + 1
    assert "3rd-light-horse" in {setup.unit for setup in hands.work.scenario("setups")}
    write(qtbot, units, row, "name", "4th Light Horse")
    assert hands.work.scenario("units")[row].id == "3rd-light-horse", "it has an id of its own now"
    hands.document.undo()
    hands.document.undo()
    assert hands.work.scenario("units")[row].id == "unit"


def test_names_of_several_units_leave_their_ids(hands: Hands, units: RecordsTable) -> None:
    """Where several ids changed at once, nothing could follow them."""
    for _ in range(2):
        units.add.click()
    first = len(units.model.records) - 2
    ids = [unit.id for unit in units.model.records]
    units.model.write_cells({(first, 0): "Alpha", (first + 1, 0): "Beta"})
    assert [unit.id for unit in hands.work.scenario("units")] == ids
    units.model.write_cells({(first + 2, 0): "Gamma", (first + 3, 0): "Gamma"})
    assert [unit.id for unit in hands.work.scenario("units")][-2:] == ["gamma", "gamma-2"], "new rows"


def test_columns_become_wider_with_what_is_written(units: RecordsTable, qtbot: QtBot) -> None:
    at = [column.name for column in units.model.definition.columns].index("name")
    before = units.view.columnWidth(at)
    write(qtbot, units, 0, "name", "The Queen's Own Royal Glasgow Yeomanry Regiment")
    assert units.view.columnWidth(at) > before
    units.view.setColumnWidth(at, 60)
    write(qtbot, units, 1, "name", "The Queen's Own Royal Glasgow Yeomanry Regiment, too")
    assert units.view.columnWidth(at) == 60, "the user sized it"
