"""The scenario side: order of battle, roster, turns, victory, head."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QStyleOptionViewItem

from editor.document.victory_vocabulary import at_path, fresh, in_words, parts_of, replaced, word_of
from editor.forms.place_fields import FITTING
from editor.map.canvas import UNITS_MIME_TYPE
from editor.tables.table_view import RecordsTable
from engine.bad_input import BadInput
from engine.catalogue.document import Band, Placement, Plain
from engine.catalogue.victory import WORDS as ENGINE_WORDS
from engine.catalogue.victory import faults
from tests.editor.hands import RIGHT, SHIFT, Hands


def edit(hands: Hands, table: RecordsTable, row: int, name: str, words: str) -> None:
    """Write into a cell through its editor."""
    table.catch_up()
    column = [c.name for c in table.model.definition.columns].index(name)
    index = table.proxy.index(row, column)
    assert index.isValid(), f"there is no line {row}"
    table.view.setCurrentIndex(index) if not table.rows() else None
    delegate = table.view.itemDelegate()
    editor = delegate.createEditor(table.view.viewport(), QStyleOptionViewItem(), index)
    delegate.setEditorData(editor, index)
    if isinstance(editor, QComboBox):
        assert editor.findText(words) >= 0, [editor.itemText(n) for n in range(editor.count())]
        editor.setCurrentText(words)
    else:
        assert isinstance(editor, QLineEdit)
        editor.setText(words)
    delegate.setModelData(editor, table.proxy, index)
    editor.deleteLater()


def drop_at(hands: Hands, here: str, data: QMimeData) -> QDropEvent:
    """Something is dropped on a hex."""
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    return QDropEvent(QPointF(hands.spot(here)), action, data, button, keys)


@pytest.fixture
def units(hands: Hands) -> RecordsTable:
    hands.page.show_part(hands.page.parts.forces)
    return hands.page.parts.forces.units


def test_ratings_of_the_game_are_columns_with_their_types(hands: Hands, units: RecordsTable) -> None:
    titles = [column.name for column in units.model.definition.columns]
    assert titles[-4:] == ["steps", "guns", "concealed", "power"]
    edit(hands, units, 0, "steps", "2")
    assert hands.work.scenario("units")[0].ratings == {"steps": 2}
    edit(hands, units, 0, "steps", "7")
    assert "above 2" in units.problem.text() and hands.work.scenario("units")[0].ratings == {"steps": 2}
    assert not units.model.write([0], 7, "perhaps")
    assert "yes or no" in units.problem.text()
    edit(hands, units, 0, "guns", "yes")
    assert hands.work.scenario("units")[0].ratings == {"steps": 2, "guns": True}
    edit(hands, units, 0, "steps", "")
    assert hands.work.scenario("units")[0].ratings == {"guns": True}, "the type's own rating counts again"


def test_several_lines_at_once_are_one_step(hands: Hands, units: RecordsTable) -> None:
    units.select([0, 1, 3])
    edit(hands, units, 0, "formation", "Second")
    assert [unit.formation for unit in hands.work.scenario("units")] == ["2", "2", "2", "2"]
    assert len(hands.steps) == 1
    hands.document.undo()
    assert [unit.formation for unit in hands.work.scenario("units")] == ["1", "1", "2", "2"]


def test_add_duplicate_remove_and_sort(hands: Hands, units: RecordsTable) -> None:
    units.add.click()
    assert hands.work.scenario("units")[-1].id == "unit"
    units.select([0])
    units.double.click()
    assert hands.work.scenario("units")[-1].id == "R1-b"
    units.select([0])
    units.remove.click()
    assert [unit.id for unit in hands.work.scenario("units")] == ["R2", "B1", "B2", "unit", "R1-b"]
    assert all(setup.unit != "R1" for setup in hands.work.scenario("setups"))
    units.view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert units.proxy.index(0, 1).data() == "unit"
    units.select([0])
    assert units.selected()[0].id == "R2", "places in the list, not on the screen"


def test_the_tree_narrows_the_table(hands: Hands, units: RecordsTable) -> None:
    tree = hands.page.parts.forces.tree
    texts = [tree.topLevelItem(n).text(0) for n in range(tree.topLevelItemCount())]  # type: ignore[union-attr]
    assert texts == ["All units (4)", "Red (2)", "Blue (2)"]
    tree.setCurrentItem(tree.topLevelItem(2))  # type: ignore[arg-type]
    assert [units.proxy.index(row, 1).data() for row in range(units.proxy.rowCount())] == ["B1", "B2"]


def test_spreadsheets_in_and_out(hands: Hands, units: RecordsTable, tmp_path: Path) -> None:
    path = tmp_path / "units.csv"
    hands.page.parts.forces.export_file(path)
    before = hands.work.scenario("units")
    text = path.read_text(encoding="utf-8")
    assert text.splitlines()[0].startswith("Name,Id,Side,Type")
    path.write_text(
        text.replace("Red two", "Red, the second").replace("Red, the second", '"Red, the second"')
    )
    assert hands.page.parts.forces.import_file(path)
    assert [unit.name for unit in hands.work.scenario("units")] == [
        "Red one",
        "Red, the second",
        "Blue one",
        "Blue two",
    ]
    assert [unit.id for unit in hands.work.scenario("units")] == [unit.id for unit in before]
    units.select([0])
    QApplication.clipboard().setText(units.copy_text().replace("R1\t", "R7\t"))
    units.paste_text(QApplication.clipboard().text())
    assert hands.work.scenario("units")[-1].id == "R7"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is empty"),
        ("What,ever\n1,2\n", "column titles"),
        ("Id,Name,steps\nX,Y,9\n", "Row 2, column steps: .*above 2"),
        ("Id,Name\n,Y\n", "Row 2 has no id"),
        ("Id,guns\nX,maybe\n", "Row 2, column guns: .*yes or no"),
    ],
)
def test_damaged_tables_change_nothing(hands: Hands, units: RecordsTable, text: str, why: str) -> None:
    before = hands.document.snapshot()
    with pytest.raises(BadInput, match=why):
        units.model.definition.loads(text, hands.work)
    assert not units.paste_text(text)
    assert units.problem.text() and hands.document.snapshot() == before


def test_units_are_dragged_from_the_roster_to_the_map(hands: Hands) -> None:
    roster = hands.page.roster
    hands.page.docks["roster"].raise_()
    roster.choose("B2", "R2")
    data = roster.tree.mimeData(roster.tree.selectedItems())
    assert data.hasFormat(UNITS_MIME_TYPE)
    canvas = hands.page.workspace.canvas
    drop = drop_at(hands, "0505", data)
    canvas.dropEvent(drop)
    placed = {setup.unit: setup.place for setup in hands.work.scenario("setups")}
    assert placed["B2"] == placed["R2"] == Placement("hex", "0505") and len(hands.steps) == 1
    scene = canvas.map_scene()
    assert scene is not None and {counter.id for counter in scene.counters.stack("0505")} == {"B2", "R2"}


def test_a_foreign_drop_is_ignored(hands: Hands) -> None:
    data = QMimeData()
    data.setText("R1")
    drop = drop_at(hands, "0505", data)
    hands.page.workspace.canvas.dropEvent(drop)
    assert not hands.document.history.can_undo


def test_set_up_rules_are_written_in_words(hands: Hands) -> None:
    roster, said = hands.page.roster, []
    hands.page.workspace.message_shown.connect(said.append)
    roster.choose("R1", "R2")
    roster.place.kind.setCurrentIndex(roster.place.kind.findData("along"))
    roster.place.distance.setValue(2)
    assert roster.place.at.currentText() == "The line", "the scenario's lines are offered"
    roster.put.click()
    assert {str(setup.place) for setup in hands.work.scenario("setups") if setup.unit[0] == "R"} == {
        "within 2 along line"
    }
    roster.choose("R1")
    roster.place.show_place(Placement("area", "west"))
    roster.also.click()
    assert [str(s.place) for s in hands.work.scenario("setups") if s.unit == "R1"] == [
        "within 2 along line",
        "area west",
    ]
    roster.also.click()
    assert len([s for s in hands.work.scenario("setups") if s.unit == "R1"]) == 2, "once is enough"
    roster.place.kind.setCurrentIndex(roster.place.kind.findData("hex"))
    roster.place.line.setText("somewhere nice")
    roster.put.click()
    assert "is not a place" in said[-1]
    roster.off.click()
    assert all(setup.unit != "R1" for setup in hands.work.scenario("setups"))
    roster.shown.setCurrentIndex(roster.shown.findData("waiting"))
    roster.choose("R1")
    assert roster.ids() == ["R1"]


def test_counters_are_moved_turned_and_taken_off_on_the_map(hands: Hands) -> None:
    hands.take("units")
    hands.drag(["0202", "0404"])
    moved = next(setup for setup in hands.work.scenario("setups") if setup.unit == "R1")
    assert moved.place.at == "0404" and moved.data == {"facing": 1}
    hands.move(hands.spot("0404"), Qt.MouseButton.NoButton)
    hands.key(Qt.Key.Key_Period)
    assert next(s for s in hands.work.scenario("setups") if s.unit == "R1").data == {"facing": 2}
    hands.page.roster.drop(["B1"], "0404")
    hands.drag(["0404", "0505"], keys=SHIFT)
    assert {s.unit for s in hands.work.scenario("setups") if s.place.at == "0505"} == {"R1", "B1"}
    hands.click("0505", RIGHT)
    assert len([s for s in hands.work.scenario("setups") if s.place.at == "0505"]) == 1


def test_the_head_of_the_scenario(hands: Hands, qtbot) -> None:
    page = hands.page.parts.scenario
    hands.page.show_part(page)
    page.title.selectAll()
    qtbot.keyClicks(page.title, "Another day")
    assert hands.document.title == "Another day" and len(hands.steps) == 1, "typing is one step"
    page.last.setValue(6)
    assert hands.work.scenario("turns").last == 6
    page.area.setCurrentIndex(page.area.findData("west"))
    page.area.activated.emit(page.area.currentIndex())
    assert hands.work.scenario("area") == "west"
    page.description.setPlainText("New words.")
    assert hands.work.scenario("description") == "New words."
    hands.document.go_to(0)
    assert page.title.text() == "A small scenario" and page.description.toPlainText() == "Words."
    edit(hands, page.options, 0, "default", "no")
    assert hands.work.scenario("options")[0].default is False
    edit(hands, page.options, 0, "choices", "few, many, 3")
    assert hands.work.scenario("options")[0].choices == ("few", "many", 3)


def test_columns_hold_their_titles_and_keep_the_widths_that_were_drawn(hands: Hands) -> None:
    hands.page.show_part(hands.page.parts.forces)
    table = hands.page.parts.forces.units
    header = table.view.horizontalHeader()
    for at, column in enumerate(table.model.definition.columns):
        assert header.sectionSize(at) >= header.fontMetrics().horizontalAdvance(column.title)
    header.resizeSection(1, 222)
    edit(hands, table, 0, "name", "Another name")
    assert hands.work.scenario("units")[0].name == "Another name"
    assert header.sectionSize(1) == 222


def test_victory_without_code(hands: Hands) -> None:
    page = hands.page.parts.victory
    hands.page.show_part(page)
    page.conditions.add.click()
    condition = page.condition()
    assert condition is not None and condition.key == "condition"
    tree = page.expression
    tree.choose((0,))
    tree.use_word("count")
    tree.side.setCurrentIndex(tree.side.findData("blue"))
    tree.side.activated.emit(tree.side.currentIndex())
    tree.places.kind.setCurrentIndex(tree.places.kind.findData("hexes"))
    tree.places.kind.activated.emit(tree.places.kind.currentIndex())
    tree.places.hexes.setText("0604, 0203")
    tree.places.hexes.editingFinished.emit()
    tree.choose((1,))
    tree.number.setValue(2)
    assert hands.work.scenario("victory")[-1].test == {
        "at_least": ({"count": {"control": "blue", "of": ("0604", "0203")}}, 2)
    }
    tree.choose(())
    tree.use_word("all")
    tree.add_part()
    both = hands.work.scenario("victory")[-1].test["all"]  # type: ignore[index,call-overload]
    assert len(both) == 2 and both[1] == {"at_least": (0, 0)}, "the condition so far is the first part"
    tree.choose((1,))
    tree.remove_part()
    page.use_kind("score")
    page.bands.add.click()
    edit(hands, page.bands, 0, "level", "Great victory")
    edit(hands, page.bands, 0, "low", "5")
    assert hands.work.scenario("victory")[-1].bands == (Band("Great victory", "", 5, None),)
    for condition in hands.work.scenario("victory"):
        for expression in (condition.test, condition.score):
            assert expression == () or not list(faults(expression))


COMBINED: tuple[Plain, ...] = (
    {"count": {"control": "blue", "of": {"feature": "town", "region": "west", "side": "red"}, "how": "x"}},
    {"points": {"control": "blue", "of": {"region": ("west", "east"), "named": ("Alpha", "Beta")}}},
    {"points": {"control": "blue", "worth": {"0604": 3, "0203": 1}, "how": "garrison"}},
    {"units": {"side": "blue", "of": {"named": ("Alpha",), "side": "red"}, "what": "armour"}},
    {"units": {"side": "blue"}},
    {"size": {"feature": "town", "side": "blue"}},
)


@pytest.mark.parametrize("expression", COMBINED)
def test_a_combined_choice_of_places_loses_nothing(hands: Hands, expression: Plain) -> None:
    page = hands.page.parts.victory
    hands.page.show_part(page)
    tree = page.expression
    tree.show_expression(expression)
    told: list[Plain] = []
    tree.changed.connect(told.append)
    tree.places.named.editingFinished.emit()
    assert told == [], "leaving a field changes nothing"
    if "size" not in expression:  # type: ignore[operator]
        tree.side.setCurrentIndex(tree.side.findData("red"))
        tree.side.activated.emit(tree.side.currentIndex())
        changed = repr(expression).replace("'control': 'blue'", "'control': 'red'")
        assert repr(told[-1]) in (changed, changed.replace("'side': 'blue'", "'side': 'red'", 1))
    before = tree.expression
    if tree.places.kind.currentData() == FITTING:
        tree.places.named.setText("Gamma")
        tree.places.named.editingFinished.emit()
        word, (was, now) = next(iter(before)), (before, told[-1])  # type: ignore[arg-type]
        was_of, now_of = (
            side[word] if word == "size" else side[word]["of"]  # type: ignore[index,call-overload]
            for side in (was, now)
        )
        assert {**was_of, "named": ("Gamma",)} == now_of


@pytest.mark.parametrize("word", sorted(ENGINE_WORDS))
def test_every_word_of_the_engine_can_be_chosen(word: str) -> None:
    expression = fresh(word, "red")
    assert not list(faults(expression)), expression
    assert word_of(expression).word == word and in_words(expression, {})
    for at, part in enumerate(parts_of(expression)):
        assert at_path(expression, (at,)) == part
        assert not list(faults(replaced(expression, (at,), fresh("turn", "red"))))


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("yes", True),
        ("no", False),
        ("3", 3),
        ("-2", -2),
        ("0101", "0101"),
        ("1944-06-11", "1944-06-11"),
        ("0", 0),
    ],
)
def test_settings_keep_their_meaning(hands: Hands, words: str, value: object) -> None:
    table = hands.page.parts.scenario.settings
    table.add.click()
    edit(hands, table, 0, "value", "1" if value is True else "yes" if value == 1 else "x")
    edit(hands, table, 0, "value", words)
    assert hands.work.scenario("data") == {"setting": value}
    assert type(hands.work.scenario("data")["setting"]) is type(value)
