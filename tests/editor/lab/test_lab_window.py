"""The window of the lab: it plays in the background, goes on where it was, and shows what the lab says."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from pytestqt.qtbot import QtBot

from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.lab.lab_window import LabWindow
from editor.lab.last_runs import LastRuns
from editor.lab.pages import TurnChart
from engine.catalogue.lab_store import LabStore
from engine.lab.plan import Wanted
from engine.lab.summary import reports
from tests.editor.samples import small_scenario

TOY = "toy-bridge"


class Chart(QObject):
    """What the application supplies, without a plot."""

    made: ClassVar[list[Chart]] = []

    def __init__(self, title: str) -> None:
        from PySide6.QtWidgets import QLabel

        super().__init__()
        self.title, self.label = title, QLabel(title)
        self.lines: list[Any] = []
        self.made.append(self)

    def widget(self) -> Any:
        return self.label

    def is_drawn(self) -> bool:
        return True

    def show_lines(self, lines: Any, turns: Any) -> None:
        self.lines = [(name, list(values), list(turns)) for name, _, values in lines]


def make_chart(title: str) -> TurnChart:
    return Chart(title)


@pytest.fixture
def lab(page: EditorPage, qtbot: QtBot) -> LabWindow:
    """The window with the toy scenario, two random players, and two games."""
    page.lab.make_chart = make_chart
    Chart.made.clear()
    page.actions_by_key["lab"].trigger()
    shown = page.lab.shown
    assert shown is not None
    choose(shown, TOY, qtbot)
    for side in ("blue", "red"):
        shown.settings.check("steady/veteran", side, False)
        shown.settings.check("random", side)
    shown.settings.games.setValue(2)
    shown.settings.jobs.setValue(1)
    looked_up(shown, qtbot, 2)
    return shown


def choose(lab: LabWindow, key: str, qtbot: QtBot) -> None:
    at = lab.scenario.findData(key)
    lab.scenario.setCurrentIndex(at)
    lab.scenario.activated.emit(at)
    qtbot.waitUntil(lambda: lab.document is not None and lab.document.key == key)


def looked_up(lab: LabWindow, qtbot: QtBot, wanted: int) -> None:
    """Wait until what is stored of so many games is shown."""
    qtbot.waitUntil(lambda: lab.results is not None and lab.results.wanted_games == wanted)


def played(lab: LabWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(lab.start, Qt.MouseButton.LeftButton)
    assert lab.lab_run.is_running
    qtbot.waitUntil(lambda: not lab.lab_run.is_running)


def cells(table: Any) -> list[list[str]]:
    model = table.model()
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_it_plays_and_shows_what_the_lab_says(lab: LabWindow, qtbot: QtBot) -> None:
    lab.settings.add_what_if("turns=+1")
    looked_up(lab, qtbot, 4)
    assert lab.start.text() == "Play 4 games"
    played(lab, qtbot)
    assert lab.status.text() == "4 games of 4 played and stored."
    assert not lab.start.isEnabled() and not lab.cancel.isEnabled()
    results = lab.results
    assert results is not None
    found = {key: figures for key, _, _, figures in results.games}
    assert results.reports == reports(results.plan, found), "the window counts nothing itself"
    assert lab.overview.words.text().startswith("2 games: ")
    assert len(cells(lab.overview.matrix)) == 1
    assert sum(int(row[1]) for row in cells(lab.overview.turns)) == 2
    what_ifs = cells(lab.what_ifs.table)
    assert [row[0] for row in what_ifs] == ["As it is", "One turn more"]
    assert not what_ifs[0][4] and what_ifs[1][4] == str(results.reports[1].difference)
    assert len(cells(lab.games.table)) == 4
    assert lab.heat.heat is not None
    fought = results.reports[0].summary.fought()
    assert set(lab.heat.heat.values) == {place for place in fought if lab.heat.heat._geometry.is_hex(place)}
    lab.pages.setCurrentWidget(lab.turns)
    assert len(Chart.made) == 2
    assert Chart.made[1].lines[0][1] == list(results.reports[0].summary.held["red"])


def test_a_cancelled_run_goes_on_where_it_was(lab: LabWindow, qtbot: QtBot) -> None:
    lab.settings.games.setValue(500)
    looked_up(lab, qtbot, 500)
    qtbot.mouseClick(lab.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: lab.bar.value() >= 2)
    qtbot.mouseClick(lab.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not lab.lab_run.is_running)
    lab.look_up()
    qtbot.waitUntil(lambda: lab.start.text() == "Go on")
    stored = lab.bar.value()
    assert 2 <= stored < 500
    lab.settings.games.setValue(stored + 1)
    looked_up(lab, qtbot, stored + 1)
    played(lab, qtbot)
    assert lab.bar.value() == stored + 1


def test_the_window_reacts_while_games_are_played(
    lab: LabWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: set[threading.Thread] = set()

    def watched(name: str) -> Callable[..., Any]:
        import editor.lab.lab_run as module

        usual = getattr(module, name)

        def call(*args: Any) -> Any:
            threads.add(threading.current_thread())
            return usual(*args)

        monkeypatch.setattr(module, name, call)
        return call

    for name in ("planned", "reports", "run", "stored"):
        watched(name)
    ticks: list[int] = []
    timer = QTimer(lab)
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(10)
    lab.settings.games.setValue(3)
    looked_up(lab, qtbot, 3)
    played(lab, qtbot)
    assert ticks and threads and threading.main_thread() not in threads


def test_a_game_is_asked_for_on_the_table(lab: LabWindow, qtbot: QtBot) -> None:
    played(lab, qtbot)
    results = lab.results
    assert results is not None
    with qtbot.waitSignal(lab.replay_wanted) as asked:
        lab.games.table.activated.emit(lab.games.table.model().index(1, 0))
    assert asked.args == [results.games[1][0]]
    catalogue = lab._scenario_store.catalogue
    assert catalogue is not None
    assert list(LabStore(catalogue).games(asked.args)) == asked.args


def test_the_scenario_in_the_editor_comes_first(page: EditorPage, qtbot: QtBot) -> None:
    page.file_actions.open_document(EditorDocument(small_scenario()))
    lab = page.lab.show()
    assert lab.scenario.currentText() == "A small scenario (open in the editor)"
    qtbot.waitUntil(lambda: lab.document is not None)
    assert lab.document is not None and lab.document.key == "small-one"


def test_a_what_if_that_means_nothing_is_one_sentence(lab: LabWindow, qtbot: QtBot) -> None:
    line = lab.settings.proposals.lineEdit()
    assert line is not None
    line.setText("rain")
    qtbot.mouseClick(lab.settings.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: lab.status.text().startswith("What does 'rain' change?"))
    lab.settings.what_ifs.setCurrentRow(0)
    qtbot.mouseClick(lab.settings.remove, Qt.MouseButton.LeftButton)
    looked_up(lab, qtbot, 2)
    qtbot.waitUntil(lambda: "left" in lab.status.text())


def test_what_was_wanted_is_remembered(lab: LabWindow, page: EditorPage, qtbot: QtBot) -> None:
    lab.settings.add_what_if("turns=+1")
    lab.settings.seed.setText("mine")
    looked_up(lab, qtbot, 4)
    wanted = lab.settings.wanted()
    played(lab, qtbot)
    lab.close()
    page.lab.shown = None
    again = page.lab.show()
    choose(again, TOY, qtbot)
    looked_up(again, qtbot, 4)
    assert again.settings.wanted() == wanted
    qtbot.waitUntil(lambda: again.start.text() == "All games are played")


@pytest.mark.parametrize("text", ["", "[1]", '{"toy-bridge": {"bots": ["nobody"]}}', '{"toy-bridge": 3}'])
def test_a_damaged_note_of_the_last_run_is_left_out(text: str, tmp_path: Path) -> None:
    (tmp_path / "lab.json").write_text(text, encoding="utf-8")
    runs = LastRuns(tmp_path)
    assert runs.of(TOY) is None
    runs.remember(TOY, Wanted(("random",), 3, "x"))
    assert runs.of(TOY) == Wanted(("random",), 3, "x")


def test_closing_the_window_ends_the_run(lab: LabWindow, qtbot: QtBot) -> None:
    lab.settings.games.setValue(500)
    looked_up(lab, qtbot, 500)
    qtbot.mouseClick(lab.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: lab.bar.value() >= 1)
    lab.close()
    qtbot.waitUntil(lambda: not lab.lab_run.is_running)
