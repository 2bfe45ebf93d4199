"""The turns tab: arrivals and departures, allotments, set-up entries and place choices."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox
from pytestqt.qtbot import QtBot

from editor.commands.order_of_battle import set_schedule
from editor.forms.schedule_dialog import ScheduleDialog
from editor.panels.placement_edit import KINDS, PlacementEdit
from editor.panels.schedule_page import SchedulePage
from editor.panels.turn_grid import GridRow, allotments_with
from engine.bad_input import BadInput
from engine.catalogue.document import Allotment, Placement, ScheduleEntry
from tests.editor.hands import Hands
from tests.editor.table_hands import open_cell, write

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def turns(hands: Hands) -> SchedulePage:
    hands.page.show_part(hands.page.parts.schedule)
    return hands.page.parts.schedule


def spot(turns: SchedulePage, row: GridRow, turn: int) -> object:
    item = turns.grid.item(turns.grid.rows.index(row), turns.grid.column_of(turn))
    assert item is not None
    turns.grid.scrollToItem(item)
    return turns.grid.visualItemRect(item).center()


def answer(
    qtbot: QtBot, do: Callable[[ScheduleDialog], None], button=QDialogButtonBox.StandardButton.Ok
) -> None:
    """What somebody does in the dialogue as soon as it is there."""

    def reply() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ScheduleDialog)
        do(dialog)
        qtbot.mouseClick(dialog.buttons.button(button), LEFT)

    QTimer.singleShot(0, reply)


def double_click(qtbot: QtBot, turns: SchedulePage, row: GridRow, turn: int) -> None:
    where, viewport = spot(turns, row, turn), turns.grid.viewport()
    qtbot.mouseClick(viewport, LEFT, pos=where)
    qtbot.mouseDClick(viewport, LEFT, pos=where)
    qtbot.mouseRelease(viewport, LEFT, pos=where)


def tick(qtbot: QtBot, dialog: ScheduleDialog, name: str) -> None:
    item = next(found for found in dialog.list.findItems(name, Qt.MatchFlag.MatchStartsWith))
    dialog.list.setCurrentItem(item)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Space)


RED = GridRow("red", "reinforcement")


def test_every_side_has_lines_for_all_that_comes_and_goes(turns: SchedulePage) -> None:
    kinds = [(row.side, row.kind or row.what) for row in turns.grid.rows]
    for side in ("red", "blue"):
        for kind in ("reinforcement", "replacement", "withdrawal", "air"):
            assert (side, kind) in kinds
    assert turns.grid.columnCount() == 5, "four turns, and once for the whole game"
    item = turns.grid.item(turns.grid.rows.index(GridRow("blue", "reinforcement")), 2)
    assert item is not None and item.text() == "Blue two → 0804"


def test_units_are_chosen_for_a_turn(hands: Hands, turns: SchedulePage, qtbot: QtBot) -> None:
    def choose(dialog: ScheduleDialog) -> None:
        qtbot.keyClicks(dialog.search, "two")
        assert [dialog.list.item(n).isHidden() for n in range(2)] == [True, False]
        tick(qtbot, dialog, "Red two")
        dialog.place.line.clear()
        qtbot.keyClicks(dialog.place.line, "0101")

    answer(qtbot, choose)
    double_click(qtbot, turns, RED, 3)
    entry = hands.work.scenario("schedule")[-1]
    assert (entry.unit, entry.side, entry.turn, entry.place) == ("R2", "red", 3, Placement("hex", "0101"))
    assert hands.steps == ["Change schedule"] and turns.entries.selected() == [entry]
    answer(qtbot, lambda dialog: tick(qtbot, dialog, "Red two"))
    qtbot.keyClick(turns.grid, Qt.Key.Key_Return)
    assert len(hands.work.scenario("schedule")) == 1, "without its tick it does not come"


def test_what_was_there_keeps_its_place(hands: Hands, turns: SchedulePage, qtbot: QtBot) -> None:
    def choose(dialog: ScheduleDialog) -> None:
        dialog.place.show_place(Placement("area", "west"))
        tick(qtbot, dialog, "Blue one")

    answer(qtbot, choose)
    double_click(qtbot, turns, GridRow("blue", "reinforcement"), 2)
    places = {entry.unit: str(entry.place) for entry in hands.work.scenario("schedule")}
    assert places == {"B2": "0804", "B1": "area west"}


def test_a_place_that_is_none_keeps_the_question_open(
    hands: Hands, turns: SchedulePage, qtbot: QtBot
) -> None:
    told: list[str] = []

    def choose(dialog: ScheduleDialog) -> None:
        tick(qtbot, dialog, "Red two")
        dialog.place.line.setText("over there somewhere")
        qtbot.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)
        told.append(dialog.fault.text())

    before = hands.document.snapshot()
    answer(qtbot, choose, QDialogButtonBox.StandardButton.Cancel)
    double_click(qtbot, turns, RED, 3)
    assert "is not a place" in told[0] and hands.document.snapshot() == before


def test_units_are_withdrawn(hands: Hands, turns: SchedulePage, qtbot: QtBot) -> None:
    answer(qtbot, lambda dialog: tick(qtbot, dialog, "Red one"))
    double_click(qtbot, turns, GridRow("red", "withdrawal"), 4)
    entry = hands.work.scenario("schedule")[-1]
    assert (entry.kind, entry.unit, entry.turn, entry.place) == ("withdrawal", "R1", 4, None)


def test_replacements_are_amounts_of_a_kind(hands: Hands, turns: SchedulePage, qtbot: QtBot) -> None:
    def give(dialog: ScheduleDialog) -> None:
        line = dialog.other.lineEdit()
        qtbot.keyClicks(line, "infantry")
        dialog.other_amount.setValue(4)

    row = GridRow("red", "replacement")
    answer(qtbot, give)
    double_click(qtbot, turns, row, 1)
    entry = hands.work.scenario("schedule")[0]
    assert (entry.amount, entry.data, entry.turn) == (4, {"kind": "infantry"}, 1)
    answer(qtbot, lambda dialog: dialog.amounts["infantry"].setValue(0))
    double_click(qtbot, turns, row, 1)
    assert [known.kind for known in hands.work.scenario("schedule")] == ["reinforcement"]


def test_amounts_that_nobody_changed_stay_as_they_are_written(
    hands: Hands, turns: SchedulePage, qtbot: QtBot
) -> None:
    given = [
        ScheduleEntry("replacement", 1, "red", amount=2, data={"kind": "armour", "from": source})
        for source in ("depot", "hospital")
    ]
    hands.document.do(set_schedule(hands.work, given))
    answer(qtbot, lambda dialog: dialog.other_amount.setValue(1))
    double_click(qtbot, turns, GridRow("red", "replacement"), 1)
    schedule = hands.work.scenario("schedule")
    assert [entry for entry in schedule if entry.data] == given and len(schedule) == 3


def test_allotments_are_typed_into_the_grid(hands: Hands, turns: SchedulePage, qtbot: QtBot) -> None:
    air = GridRow("blue", what="air")
    qtbot.mouseClick(turns.grid.viewport(), LEFT, pos=spot(turns, air, 3))
    qtbot.keyClick(turns.grid, Qt.Key.Key_7)
    line = QApplication.focusWidget()
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: Allotment("blue", "air", 7, 3) in hands.work.scenario("allotments"))
    for words in ("many", "--5", "²"):
        turns.grid.item(turns.grid.rows.index(air), 4).setText(words)  # type: ignore[union-attr]
        assert words in turns.problem.text() and turns.problem.isVisible()
    assert len(hands.work.scenario("allotments")) == 2


def test_delete_clears_what_is_chosen(hands: Hands, turns: SchedulePage, qtbot: QtBot) -> None:
    grid = turns.grid
    qtbot.mouseClick(grid.viewport(), LEFT, pos=spot(turns, GridRow("blue", "reinforcement"), 2))
    keys = Qt.KeyboardModifier.ControlModifier
    qtbot.mouseClick(grid.viewport(), LEFT, keys, spot(turns, GridRow("red", what="air"), 1))
    qtbot.keyClick(grid, Qt.Key.Key_Delete)
    assert hands.work.scenario("schedule") == () and hands.work.scenario("allotments") == ()
    assert hands.steps == ["Clear turns"]


def test_an_allotment_keeps_its_line() -> None:
    listed = [Allotment("red", "air", 1), Allotment("red", "air", 2, 1), Allotment("blue", "air", 3)]
    row = GridRow("red", what="air")
    assert [a.amount for a in allotments_with(listed, row, 1, 9)] == [1, 9, 3]
    assert [a.amount for a in allotments_with(listed, row, 0, None)] == [2, 3]
    assert [a.turn for a in allotments_with(listed, row, 4, 5)] == [0, 1, 0, 4]


def test_entries_boxes_and_states_are_tables_too(hands: Hands, turns: SchedulePage, qtbot: QtBot) -> None:
    write(qtbot, turns.entries, 0, "place", "area west")
    assert hands.work.scenario("schedule")[0].place == Placement("area", "west")
    write(qtbot, turns.entries, 0, "place", "nowhere at all")
    assert "is not a place" in turns.entries.problem.text()
    turns.tables.setCurrentWidget(turns.allotments)
    turns.allotments.add.click()
    write(qtbot, turns.allotments, 1, "what", "supply")
    assert hands.work.scenario("allotments")[-1].what == "supply"
    turns.tables.setCurrentWidget(turns.boxes)
    turns.boxes.add.click()
    assert hands.work.sheet("boxes")[-1].key == "box"
    turns.tables.setCurrentWidget(turns.setups)
    write(qtbot, turns.setups, 0, "data", "{bad")
    assert "must be written like" in turns.setups.problem.text()
    write(qtbot, turns.setups, 0, "data", "facing = 4")
    assert hands.work.scenario("setups")[0].data == {"facing": 4}


def test_the_scenario_offers_its_places(turns: SchedulePage, qtbot: QtBot) -> None:
    turns.tables.setCurrentWidget(turns.setups)
    box = open_cell(qtbot, turns.setups, 0, "place")
    assert isinstance(box, QComboBox)
    offered = [box.itemText(n) for n in range(box.count())]
    titles = {"area Landing", "area The west", "along The line", "within 2 along The line", "box Rear area"}
    assert titles <= set(offered)


def test_places_are_shown_and_written_by_title(turns: SchedulePage, hands: Hands, qtbot: QtBot) -> None:
    """In cells, in a file, and with any distance; a key will do, too."""
    turns.tables.setCurrentWidget(turns.setups)
    for words, key in (
        ("area The west", "area west"),
        ("within 4 along the line", "within 4 along line"),
        ("box comz", "box comz"),
        ("area nowhere", "area nowhere"),
    ):
        write(qtbot, turns.setups, 0, "place", words)
        assert str(hands.work.scenario("setups")[0].place) == key
    model = turns.setups.model
    column = next(known for known in model.definition.columns if known.name == "place")
    write(qtbot, turns.setups, 0, "place", "area west")
    assert model.shown(column, model.records[0]) == "area The west"
    unit = hands.work.scenario("units")[0].id
    (read,) = model.definition.loads(f"Unit,Place\n{unit},area the West", hands.work)
    assert str(read.place) == "area west"


@pytest.mark.parametrize(
    "words", ["0202", "area west", "within 3 of 0604", "along line", "within 2 along line", "box comz"]
)
def test_every_kind_of_place_can_be_said(hands: Hands, words: str) -> None:
    field = PlacementEdit()
    field.offer(hands.work)
    place = Placement.parse(words)
    field.show_place(place)
    assert field.place() == place
    assert {kind for _, kind in KINDS} >= {place.kind}
    field.deleteLater()


def test_a_place_without_a_name_is_asked_for(hands: Hands) -> None:
    field = PlacementEdit()
    field.offer(hands.work)
    field.line.clear()
    with pytest.raises(BadInput, match="first"):
        field.place()
    field.deleteLater()
