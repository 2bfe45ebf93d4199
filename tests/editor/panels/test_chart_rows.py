"""Rows of a scenario's charts: add, rename, leave out and restore, checked by the game."""

from __future__ import annotations

import tomllib
from contextlib import suppress

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QTableWidgetItem
from pytestqt.qtbot import QtBot

from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.panels.charts_page import ChartsPage
from editor.panels.charts_tables import ChangedChart, parsed, written
from engine.bad_input import BadInput
from engine.catalogue.chart_changes import WITHOUT, chart_changes, laid_over, what_differs
from engine.catalogue.scenario_text import dumps, loads
from tests.editor.panels.test_charts import CHARTS, played, readable, scenario

PRINTED = {
    "name": "x",
    "rows": {"a": {"n": 1}, "b": {"n": 2}, "c": {"n": 3}},
    "list": [{"n": 1}, {"n": 2}],
}


def test_what_is_left_out_is_kept_as_a_list() -> None:
    wanted = {**PRINTED, "rows": {"a": {"n": 1}, "c": {"n": 9}}}
    changes = what_differs(PRINTED, wanted)
    assert changes == {"rows": {"c": {"n": 9}, WITHOUT: ("b",)}}
    assert laid_over(PRINTED, changes) == wanted


@pytest.mark.parametrize("listed", ["b", 3, (1,), {"b": 1}])
def test_what_is_left_out_must_be_a_list_of_names(listed: object) -> None:
    with pytest.raises(BadInput, match="list of names"):
        laid_over(PRINTED, {"rows": {WITHOUT: listed}})


def test_a_chart_keeps_its_name() -> None:
    document = replace(scenario("ddb"), data={"charts": {"activation": {WITHOUT: ("title",)}}})
    with pytest.raises(BadInput, match="cannot change its title"):
        chart_changes(document)


def test_rows_are_added_named_and_removed() -> None:
    chart = ChangedChart(PRINTED, {})
    line = chart.add_row(("rows", "b"))
    assert line == ("rows", "b 2") and list(chart.values["rows"]) == ["a", "b", "b 2", "c"]
    chart.name_row(line, "beta")
    with pytest.raises(BadInput, match="already"):
        chart.name_row(("rows", "beta"), "a")
    chart.remove_row(("rows", "a"))
    assert chart.changes == {"rows": {"beta": {"n": 2}, WITHOUT: ("a",)}}
    rows = {row[0].text: row[0] for row in chart.rows()}
    assert rows["A"].is_gone and rows["beta"].is_name and not rows["B"].is_name
    chart.as_printed([("rows", "a")])
    assert chart.values["rows"]["a"] == {"n": 1}
    assert chart.add_row(("list", 0)) == ("list", 1)
    chart.remove_row(("list", 2))
    assert chart.values["list"] == [{"n": 1}, {"n": 1}]
    chart.remove_row(("list", 0))
    with pytest.raises(BadInput, match="needs at least one row"):
        chart.remove_row(("list", 0))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "yes"),
        (False, "no"),
        ([1, 8], "1, 8"),
        (["LEG", "MOT"], "LEG, MOT"),
        (["one, two"], '["one, two"]'),
        ([], "[]"),
        (7, "7"),
        ("1d10", "1d10"),
        ([[1, 2]], "[[1, 2]]"),
    ],
)
def test_values_are_written_as_people_write_them(value: object, text: str) -> None:
    assert written(value) == text and parsed(text, value) == value


def test_rows_of_a_list_know_what_is_printed_there() -> None:
    chart = ChangedChart({"name": "x", "list": [{"n": 1}, {"n": 2}, {"n": 3}]}, {})
    chart.add_row(("list", 0))
    chart.put(("list", 3, "n"), "9")
    cells = [row[0] for row in chart.rows() if row[0].path]
    told = [(cell.text, cell.printed) for cell in cells]
    assert sorted(told[:2]) == [("1", ""), ("1", "1")], "one of the two is new"
    assert told[2:] == [("2", "2"), ("9", "3")]
    chart.as_printed([("list", 3, "n")])
    assert [row["n"] for row in chart.values["list"]] == [1, 1, 2, 3]


@pytest.mark.parametrize(("key", "name"), [pair for pair in CHARTS if readable(*pair)])
def test_whatever_row_is_missing_the_game_answers_with_a_chart_or_a_sentence(key: str, name: str) -> None:
    printed = tomllib.loads(played(key).chart_texts()[name])
    rows = ChangedChart(printed, {}).rows()
    lines = list(dict.fromkeys(cell.line for row in rows for cell in row if cell.line))
    for line in lines[:: max(1, len(lines) // 8)]:
        for change in ("remove_row", "add_row"):
            chart = ChangedChart(printed, {})
            with suppress(BadInput):
                getattr(chart, change)(line)
                played(key).check_chart(name, chart.changes)
            assert ChangedChart(printed, chart.changes).values.keys() == chart.values.keys()


# the page


@pytest.fixture
def charts(page: EditorPage) -> ChartsPage:
    page.file_actions.open_document(EditorDocument(scenario("ttr")))
    page.show_part(page.parts.charts)
    page.parts.charts.show_chart("flood_rivers")
    return page.parts.charts


def row_of(charts: ChartsPage, name: str) -> int:
    texts = [charts.table.item(row, 0) for row in range(charts.table.rowCount())]
    return next(row for row, item in enumerate(texts) if item is not None and item.text() == name)


def choose(qtbot: QtBot, charts: ChartsPage, row: int, column: int = 0) -> QTableWidgetItem:
    item = charts.table.item(row, column)
    assert item is not None
    charts.table.scrollToItem(item)
    spot = charts.table.visualItemRect(item).center()
    qtbot.mouseClick(charts.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    return item


def click(qtbot: QtBot, button: QPushButton) -> None:
    assert button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def kept(charts: ChartsPage) -> object:
    document = charts.document
    assert document is not None
    return document.work.scenario("data").get("charts", {}).get("flood_rivers")


def test_a_row_is_left_out_and_put_back(charts: ChartsPage, qtbot: QtBot) -> None:
    document = charts.document
    assert document is not None
    first = tomllib.loads(played("ttr").chart_texts()["flood_rivers"])
    key = next(iter(first["rows"]))
    row = next(n for n in range(charts.table.rowCount()) if charts._cells()[n][0].line == ("rows", key))
    item = choose(qtbot, charts, row)
    name = item.text()
    click(qtbot, charts.fewer)
    assert kept(charts) == {"rows": {WITHOUT: (key,)}}
    assert "1 row left out" in charts.state.text() and not charts.fault.isVisible()
    assert loads(dumps(document.snapshot())) == document.snapshot()
    struck = choose(qtbot, charts, row_of(charts, name))
    assert struck.font().strikeOut() and not charts.fewer.isEnabled()
    click(qtbot, charts.back)
    assert kept(charts) is None and charts.state.text().startswith("As printed")
    document.undo()
    assert kept(charts) == {"rows": {WITHOUT: (key,)}}


def test_a_row_is_added_and_named(charts: ChartsPage, qtbot: QtBot) -> None:
    row = next(n for n in range(charts.table.rowCount()) if charts._cells()[n][0].line)
    choose(qtbot, charts, row)
    click(qtbot, charts.more)
    item = charts.table.currentItem()
    assert item is not None and item.text() == "Meuse 2", "the new row is chosen"
    qtbot.keyClick(charts.table, Qt.Key.Key_F2)
    line = QApplication.focusWidget()
    assert line is not None
    qtbot.keyClicks(line, "Ruhr")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Ruhr" in kept(charts)["rows"])  # type: ignore[index]
    charts.whole.click()
    assert kept(charts) is None


def test_lettering_is_no_row(charts: ChartsPage, qtbot: QtBot) -> None:
    charts.table.clearSelection()
    choose(qtbot, charts, 0)
    assert not charts.more.isEnabled() and not charts.fewer.isEnabled()
