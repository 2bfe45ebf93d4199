"""A game of the balance lab comes to the table at its beginning, as a replay."""

from __future__ import annotations

from app.main_window import MainWindow
from engine import games
from engine.catalogue.lab_store import LabStore
from engine.catalogue.scenario_text import loads
from engine.lab.plan import Wanted, planned
from engine.lab.run import run
from tests.editor.window.test_editor_host import window  # noqa: F401


def test_a_game_of_the_lab_is_replayed(window: MainWindow) -> None:  # noqa: F811
    catalogue = window.library.catalogue
    assert catalogue is not None
    document = loads(games.game("toy").scenario_text("toy-bridge"))
    (task,) = planned(document, Wanted(("random",), 1, "test"), lambda _: document).tasks
    figures = run([task], LabStore(catalogue), None, 1)[task.key]
    window.editor_host.page.lab.replay_wanted.emit(task.key)
    controller = window.table.controller
    assert controller is not None and window.pages.currentWidget() is window.table
    assert len(controller.session) == figures.actions
    assert controller.step_number == 0 and window.replay.looking_back


def test_a_game_that_is_gone_says_so(window: MainWindow) -> None:  # noqa: F811
    said: list[str] = []
    window.messages.warn = lambda title, text: said.append(text)  # type: ignore[method-assign]
    window.editor_host.page.lab.replay_wanted.emit("nothing")
    assert said == ["This game is not stored any more."]
