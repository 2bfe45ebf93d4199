"""Charts that a scenario changes: typed into tables, judged by the game, played by it, shown as changed."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QTableWidgetItem
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.rules.chart_viewer import ChartReader
from app.rules.rule_library import rule_library
from editor.commands.scenario import set_chart
from editor.document.editor_document import EditorDocument
from editor.document.working_copy import WorkingCopy
from editor.editor_page import EditorPage
from editor.panels.charts_tables import ChangedChart, at
from engine import games
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.chart_changes import chart_changes, laid_over, what_differs
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.scenario_text import dumps, loads
from engine.referee import save
from engine.referee.session import Session, Start


def played(key: str) -> DocumentGame:
    game = games.game(key)
    assert isinstance(game, DocumentGame)
    return game


def scenario(key: str) -> ScenarioDocument:
    game = played(key)
    return game.document(game.scenario_text(game.scenarios()[0]))


GAMES = ("ddb", "ttr")
CHARTS = [(key, name) for key in GAMES for name in played(key).chart_texts()]


def readable(key: str, name: str) -> bool:
    try:
        played(key).check_chart(name, {})
    except BadInput:
        return False
    return True


# values laid over each other


def test_only_what_differs_is_kept() -> None:
    printed = {"die": "1d10", "rows": {"a": {"x": [1, 2]}, "b": {"x": [3, 4]}}, "steps": [1, 2]}
    wanted = {"die": "1d10", "rows": {"a": {"x": [1, 2]}, "b": {"x": [3, 5]}}, "steps": [1]}
    changes = what_differs(printed, wanted)
    assert changes == {"rows": {"b": {"x": [3, 5]}}, "steps": [1]}
    assert laid_over(printed, changes) == wanted
    assert printed["rows"] == {"a": {"x": [1, 2]}, "b": {"x": [3, 4]}}


def test_a_flag_is_not_a_number() -> None:
    assert what_differs({"a": 1}, {"a": True}) == {"a": True}


@pytest.mark.parametrize(
    ("charts", "words"),
    [
        ("x", "must be a table"),
        ({"rally": 3}, "rally"),
        ({"rally": {"title": "Mine"}}, "cannot change its title"),
    ],
)
def test_what_is_no_change_of_a_chart_is_refused_in_one_sentence(charts: object, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        chart_changes(replace(scenario("ddb"), data={"charts": charts}))  # type: ignore[dict-item]


# every chart of every game as a table


@pytest.mark.parametrize(("key", "name"), CHARTS)
def test_every_value_of_every_chart_has_its_cell(key: str, name: str) -> None:
    printed = tomllib.loads(played(key).chart_texts()[name])
    chart = ChangedChart(printed, {})
    cells = [cell for row in chart.rows() for cell in row if cell.path]
    assert len({cell.path for cell in cells}) == len(cells)
    for cell in cells:
        assert not cell.is_changed
        chart.put(cell.path, cell.text)
    assert chart.changes == {}

    def leaves(value: object, path: tuple = ()) -> set[tuple]:
        if isinstance(value, dict) and value:
            return {leaf for k, v in value.items() for leaf in leaves(v, (*path, k))}
        if isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
            return {leaf for n, v in enumerate(value) for leaf in leaves(v, (*path, n))}
        return {path}

    header = {("name",), ("title",), ("provenance",), ("why",)}
    assert {cell.path for cell in cells} == leaves(printed) - header


@pytest.mark.parametrize(("key", "name"), [pair for pair in CHARTS if readable(*pair)])
def test_whatever_is_typed_the_game_answers_with_a_chart_or_a_sentence(key: str, name: str) -> None:
    printed = tomllib.loads(played(key).chart_texts()[name])
    paths = [cell.path for row in ChangedChart(printed, {}).rows() for cell in row if cell.path]
    for path in paths[:: max(1, len(paths) // 15)]:
        here = at(printed, path)
        for value in {bool: ["true"], int: ["-99", "0"], str: ["", "strange"], list: ["[]", "[0]"]}.get(
            type(here), ["{}"]
        ):
            chart = ChangedChart(printed, {})
            chart.put(path, value)
            with suppress(BadInput):
                played(key).check_chart(name, chart.changes)


def test_a_value_of_another_kind_does_not_fit() -> None:
    chart = ChangedChart({"name": "x", "rows": {"a": {"n": 1, "list": [1, 2]}}}, {})
    for path, text in (
        (("rows", "a", "n"), "many"),
        (("rows", "a", "n"), "1.5"),
        (("rows", "a", "list"), "seven"),
    ):
        with pytest.raises(BadInput, match="does not fit here"):
            chart.put(path, text)
    for text in ("[2, 3]", "2, 3", "2,3"):
        chart.put(("rows", "a", "list"), text)
        assert chart.changes == {"rows": {"a": {"list": [2, 3]}}}
    chart.as_printed([("rows", "a", "list")])
    assert chart.changes == {}


# kept, and played by

POOR = {"rows": {"poor": {"full": (2, 7), "hold": (8, 9)}}, "why": "They were rested."}


def changed() -> ScenarioDocument:
    work = WorkingCopy(scenario("ddb"))
    set_chart(work, "activation", POOR).do(work)
    return work.document()


def test_the_change_is_kept_in_text_and_catalogue(tmp_path: Path) -> None:
    document = changed()
    assert loads(dumps(document)) == document
    with store.open(tmp_path / "mine.db", create=True) as catalogue:
        mine = replace(document, key="mine")
        catalogue.save(mine)
        assert catalogue.load("mine") == mine


def test_the_rules_read_the_changed_chart_and_a_saved_game_keeps_it(tmp_path: Path) -> None:
    game, document = played("ddb"), changed()
    session = Session.begin(game, Start("ddb", "scenario", document.key, dumps(document), "seed", {}))
    assert session.state.scenario.charts.activation.rows["poor"].full == (2, 7)  # type: ignore[attr-defined]
    path = tmp_path / "game.startline"
    save.write(save.saved(session), path)
    again = save.restore(save.read(path), games.game)
    assert again.state.scenario.charts.activation.rows["poor"].full == (2, 7)  # type: ignore[attr-defined]
    assert scenario("ddb").data.get("charts") is None


def test_the_second_game_reads_its_changed_charts_too() -> None:
    game, document = played("ttr"), scenario("ttr")
    printed = game.open(dumps(document), {}).scenario.charts  # type: ignore[attr-defined]
    changes = {"ultra": {"why": "Another code."}}
    text = dumps(replace(document, data={**document.data, "charts": changes}))
    charts = game.open(text, {}).scenario.charts  # type: ignore[attr-defined]
    assert charts.ultra == replace(printed.ultra, why="Another code.")
    assert charts.crt is printed.crt


@pytest.mark.parametrize("key", GAMES)
def test_a_scenario_with_an_impossible_chart_is_found_faulty(key: str) -> None:
    name = next(name for name in played(key).chart_texts() if readable(key, name))
    document = replace(scenario(key), data={**scenario(key).data, "charts": {name: {"surprise": 1}}})
    assert any("unknown entry" in finding.text for finding in played(key).check(document))
    document = replace(scenario(key), data={**scenario(key).data, "charts": {"nonsense": {"a": 1}}})
    assert any("nonsense" in finding.text for finding in played(key).check(document))


# the page


@pytest.fixture
def charts(page: EditorPage, qtbot: QtBot) -> EditorPage:
    page.file_actions.open_document(EditorDocument(scenario("ddb")))
    page.show_part(page.parts.charts)
    page.parts.charts.show_chart("activation")
    return page


def cell(page: EditorPage, *path: str) -> QTableWidgetItem:
    table = page.parts.charts.table
    items = [table.item(r, c) for r in range(table.rowCount()) for c in range(table.columnCount())]
    return next(item for item in items if item is not None and tuple(item.data(256) or ()) == path)


def test_typing_into_a_cell_changes_the_scenario_and_can_be_undone(charts: EditorPage) -> None:
    document = charts.document
    assert document is not None
    cell(charts, "rows", "poor", "full").setText("[2, 7]")
    assert "a roll of 7 has 2 results" in charts.parts.charts.fault.text()
    assert charts.parts.charts.fault.isVisible()
    cell(charts, "rows", "poor", "hold").setText("[8, 9]")
    assert not charts.parts.charts.fault.isVisible()
    assert document.snapshot().data["charts"] == {
        "activation": {"rows": {"poor": {"full": (2, 7), "hold": (8, 9)}}}
    }
    assert "2 values are not as printed" in charts.parts.charts.state.text()
    assert "(changed)" in charts.parts.charts.list.currentItem().text()
    document.undo()
    document.undo()
    assert "charts" not in document.snapshot().data
    assert charts.parts.charts.state.text().startswith("As printed")


def test_a_value_that_does_not_fit_changes_nothing_and_is_explained(charts: EditorPage) -> None:
    cell(charts, "out_of_supply").setText("often")
    assert "does not fit here" in charts.parts.charts.fault.text()
    assert charts.document is not None
    assert not charts.document.history.can_undo
    assert cell(charts, "out_of_supply").text() == "1"


def test_cells_and_the_chart_go_back_to_what_is_printed(charts: EditorPage) -> None:
    document = charts.document
    assert document is not None
    cell(charts, "out_of_supply").setText("2")
    cell(charts, "out_of_command").setText("3")
    charts.parts.charts.why.setText("Snow")
    charts.parts.charts.why.editingFinished.emit()
    charts.parts.charts.table.setCurrentItem(cell(charts, "out_of_supply"))
    charts.parts.charts.back.click()
    assert document.snapshot().data["charts"] == {"activation": {"out_of_command": 3, "why": "Snow"}}
    charts.parts.charts.whole.click()
    assert "charts" not in document.snapshot().data


def test_a_game_without_charts_says_so(page: EditorPage) -> None:
    from tests.editor.samples import small_scenario

    page.file_actions.open_document(EditorDocument(small_scenario()))
    page.show_part(page.parts.charts)
    assert page.parts.charts.list.count() == 0
    assert "no charts" in page.parts.charts.state.text()


# the chart reader


def test_the_reader_says_what_this_scenario_changes(qtbot: QtBot) -> None:
    reader = ChartReader()
    qtbot.addWidget(reader)
    reader.set_library(rule_library("ddb"), chart_changes(changed()))
    assert reader.show_chart("activation")
    text = reader.page.toPlainText()
    assert "Changed by this scenario. They were rested." in text
    assert "printed: 2–6" in text
    assert "(changed by this scenario)" in reader.list.currentItem().text()
    reader.set_library(rule_library("ddb"), {})
    assert reader.show_chart("activation")
    assert "Changed by this scenario" not in reader.page.toPlainText()


def test_the_charts_beside_the_table_are_those_of_the_scenario(qtbot: QtBot) -> None:
    window = MainWindow("light", remember=False)
    qtbot.addWidget(window)
    window.actions_by_key["hot_seat"].setChecked(False)
    for document, changes in ((changed(), True), (scenario("ddb"), False)):
        start = Start("ddb", "scenario", document.key, dumps(document), "seed", {})
        window.game.play(Session.begin(played("ddb"), start))
        window.rules.show_chart("activation")
        assert ("Changed by this scenario" in window.rules.charts.page.toPlainText()) is changes
