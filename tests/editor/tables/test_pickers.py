"""Titles, pictures and widths in tables: what a designer sees instead of keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from editor.document.titles import distinct_titles, key_of
from editor.tables.pickers import OTHER_COLOR, ColorBox, SymbolBox, symbol_icon
from editor.tables.table_cells import FrozenFirstColumn
from editor.tables.table_view import RecordsTable
from engine.catalogue.scenario_text import dumps, loads
from tests.editor.hands import Hands
from tests.editor.table_hands import click, confirm, open_cell, pick, write


@pytest.fixture
def units(hands: Hands) -> RecordsTable:
    hands.page.show_part(hands.page.parts.forces)
    return hands.page.parts.forces.units


def shown(table: RecordsTable, row: int, name: str) -> str:
    column = [known.name for known in table.model.definition.columns].index(name)
    return str(table.proxy.index(row, column).data())


def test_sides_types_and_formations_are_shown_and_chosen_by_title(
    hands: Hands, units: RecordsTable, qtbot: QtBot
) -> None:
    assert [shown(units, 0, name) for name in ("side", "formation")] == ["Red", "First"]
    write(qtbot, units, 0, "side", "Blue")
    assert hands.work.scenario("units")[0].side == "blue"
    hands.document.undo()
    assert hands.work.scenario("units")[0].side == "red" and shown(units, 0, "side") == "Red"


def test_another_title_is_shown_at_once(hands: Hands, units: RecordsTable, qtbot: QtBot) -> None:
    forces = hands.page.parts.forces
    forces.parts.setCurrentWidget(forces.sides)
    write(qtbot, forces.sides, 0, "title", "Soviet Union")
    assert shown(units, 0, "side") == "Soviet Union"


def test_a_spreadsheet_names_sides_by_title_or_key(hands: Hands, units: RecordsTable) -> None:
    assert units.paste_text("Id,Name,Side,Type\nN1,North,Blue,inf\nN2,South,red,inf\n")
    assert [unit.side for unit in hands.work.scenario("units")[-2:]] == ["blue", "red"]


def test_two_equal_titles_are_told_apart() -> None:
    titles = distinct_titles([("a", "Guard"), ("b", "Guard"), ("c", "")])
    assert titles == {"a": "Guard (a)", "b": "Guard (b)", "c": "c"}
    assert key_of("guard (B)", titles) == "b" and key_of("nobody", titles) == "nobody"


def test_a_color_is_picked_or_written(hands: Hands, qtbot: QtBot) -> None:
    forces = hands.page.parts.forces
    hands.page.show_part(forces)
    forces.parts.setCurrentWidget(forces.sides)
    box = open_cell(qtbot, forces.sides, 0, "colour")
    assert isinstance(box, ColorBox)
    box.ask = lambda before: QColor("#123456")
    box.setCurrentIndex(box.findText(OTHER_COLOR))
    box.choose_other()
    assert hands.work.scenario("sides")[0].colour == "#123456"
    write(qtbot, forces.sides, 0, "colour", "nothing like a colour")
    assert hands.work.scenario("sides")[0].colour == "#123456" and "#5b6b3c" in forces.sides.problem.text()


def test_a_symbol_is_picked_from_pictures(hands: Hands, qtbot: QtBot) -> None:
    forces = hands.page.parts.forces
    hands.page.show_part(forces)
    forces.parts.setCurrentWidget(forces.types)
    box = open_cell(qtbot, forces.types, 0, "symbol")
    assert isinstance(box, SymbolBox) and not box.itemIcon(1).isNull()
    pick(qtbot, box, "armour")
    confirm(qtbot, box)
    assert hands.work.scenario("unit_types")[0].symbol == "armour"
    icons = [symbol_icon(words).pixmap(26, 18).toImage() for words in ("armour", "infantry")]
    assert icons[0] != icons[1]


def test_the_name_stays_in_sight(hands: Hands, units: RecordsTable, qtbot: QtBot) -> None:
    view = units.view
    assert isinstance(view, FrozenFirstColumn)
    hands.page.resize(700, 600)
    bar = view.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    assert view.frozen.isVisible() and view.frozen.geometry().left() <= view.frameWidth()
    assert view.frozen.columnWidth(0) == view.columnWidth(0)
    click(qtbot, units, 1, "size")
    assert view.frozen.selectionModel() is view.selectionModel() and units.rows() == [1]
    left = view.visualRect(units.proxy.index(1, 5)).left()
    assert left >= view.columnWidth(0), "the cell is not below the name"
    bar.setValue(bar.maximum())
    rect = view.frozen.visualRect(units.proxy.index(2, 0))
    qtbot.mouseClick(view.frozen.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert units.rows() == [2]


def test_columns_are_as_wide_as_their_texts(hands: Hands, units: RecordsTable, qtbot: QtBot) -> None:
    long = "A unit with a name that is really quite long"
    write(qtbot, units, 0, "name", long)
    hands.page.parts.forces.units._sized = ()
    units.refresh()
    assert units.view.columnWidth(0) > units.view.fontMetrics().horizontalAdvance(long)


def test_powers_of_a_side_have_a_field(hands: Hands, qtbot: QtBot) -> None:
    forces = hands.page.parts.forces
    hands.page.show_part(forces)
    forces.parts.setCurrentWidget(forces.sides)
    before = hands.document.snapshot()
    write(qtbot, forces.sides, 0, "powers", "us = United States, uk = Great Britain")
    write(qtbot, forces.sides, 0, "colours", "us = #5b6b3c")
    write(qtbot, forces.sides, 0, "data", "break = 30")
    data = hands.work.scenario("sides")[0].data
    assert data == {
        "break": 30,
        "powers": {"us": "United States", "uk": "Great Britain"},
        "colours": {"us": "#5b6b3c"},
    }
    assert shown(forces.sides, 0, "data") == "break = 30"
    after = hands.document.snapshot()
    assert loads(dumps(after)) == after
    for _ in range(3):
        hands.document.undo()
    assert hands.document.snapshot() == before
    write(qtbot, forces.sides, 0, "powers", "")
    assert "powers" not in hands.work.scenario("sides")[0].data
