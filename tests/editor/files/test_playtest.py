"""Playtesting from the editor: from a later turn, with sides that a bot plays."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.background.task import running_tasks
from app.main_window import MainWindow
from editor.files.playtest_dialog import PlaytestDialog, PlaytestOptions
from engine import games
from engine.bad_input import BadInput
from engine.bots.quiet_bot import QuietBot, let_pass, turns_gone
from engine.bots.random_bot import RandomBot
from engine.referee.action import Action
from engine.referee.session import Session, Start
from tests.editor.hands import Hands
from tests.editor.window.test_editor_host import window  # noqa: F401


def begun(key: str, scenario: str) -> Session:
    game = games.game(key)
    return Session.begin(game, Start(key, "scenario", scenario, game.scenario_text(scenario), "ab", {}))


@pytest.mark.parametrize(("key", "scenario"), [("ddb", "ddb-carentan"), ("ttr", "ttr-3-november")])
def test_turns_go_by_while_everybody_sits_still(key: str, scenario: str) -> None:
    session = begun(key, scenario)
    before = {counter.id: counter.place for counter in session.view(None).counters}
    told: list[int] = []
    let_pass(session, 2, "x", lambda gone, of: told.append(gone))
    assert turns_gone(session) == 2 and session.choice is not None
    assert told == sorted(told) and set(told) == {0, 1}
    after = {counter.id: counter.place for counter in session.view(None).counters}
    stayed = [unit for unit, place in before.items() if after.get(unit) == place]
    assert len(stayed) > 0.9 * len(before)


def test_a_game_that_ends_before_says_so() -> None:
    with pytest.raises(BadInput, match="over after"):
        let_pass(begun("ddb", "ddb-carentan"), 500, "x", lambda gone, of: None)


def test_a_quiet_bot_never_goes_back() -> None:
    bot = QuietBot("x")
    assert bot.choose(lambda: None, [Action("back"), Action("move", "hex", "0101")]).verb == "move"  # type: ignore[arg-type,return-value]
    assert bot.choose(lambda: None, [Action("move", "hex", "0101"), Action("pass")]).verb == "pass"  # type: ignore[arg-type,return-value]
    assert bot.choose(lambda: None, [Action("back")]).verb == "back"  # type: ignore[arg-type,return-value]


def opened(window: MainWindow, key: str) -> Hands:  # noqa: F811
    window.editor_host.open_editor()
    assert window.editor_host.page.file_actions.open(key)
    return Hands(window.editor_host.page, None)  # type: ignore[arg-type]


def test_from_a_later_turn(window: MainWindow, qtbot: QtBot) -> None:  # noqa: F811
    opened(window, "ddb-carentan")
    page = window.editor_host.page

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, PlaytestDialog)
        assert dialog.turn.minimum() == 1 and dialog.turn.maximum() == 12
        dialog.turn.setValue(3)
        box = dialog.sides["german"]
        assert box.currentText() == "You" and box.findText("Bot: Bold, veteran") > 0
        dialog.accept()

    QTimer.singleShot(0, answer)
    page.actions_by_key["play_as"].trigger()
    controller = window.table.controller
    assert controller is not None and turns_gone(controller.session) == 2
    assert not window.table.bots.seated and window.table.bots.bar.isHidden()
    assert "Ctrl+E returns to the editor" in window.table.note.text
    window.actions_by_key["editor"].trigger()
    assert page.document is not None and page.document.key == "ddb-carentan-mine"


def test_a_bot_plays_where_everybody_sees_it(window: MainWindow, qtbot: QtBot) -> None:  # noqa: F811
    opened(window, "ddb-carentan")
    page, table = window.editor_host.page, window.table
    window.actions_by_key["hot_seat"].setChecked(True)
    assert page.document is not None
    sides = {side.key: "steady/recruit" for side in page.document.work.scenario("sides")}
    window.editor_host.try_out(page.document.snapshot(), PlaytestOptions(0, sides))
    assert window.pages.currentWidget() is table, "no hand-over screen while a bot plays"
    bots, controller = table.bots, table.controller
    assert controller is not None and bots.bar.isVisible() and "Steady, recruit" in bots.bar.words.text()
    bots.bar.set_pace("at once")
    qtbot.waitUntil(lambda: len(controller.session) >= 12)
    bots.bar.pause.click()
    done = len(controller.session)
    qtbot.waitUntil(lambda: not running_tasks())
    assert len(controller.session) == done and bots.bar.pause.text() == "Continue"
    qtbot.wait(200)
    assert len(controller.session) == done, "they wait"
    bots.bar.pause.click()
    qtbot.waitUntil(lambda: len(controller.session) >= done + 5)
    controller.seat_bots({})
    assert not bots.seated and bots.bar.isHidden()
    qtbot.waitUntil(lambda: not running_tasks())
    done = len(controller.session)
    table.act(controller.offers[0].action)
    assert len(controller.session) == done + 1, "people play again"


def test_bots_leave_with_their_game(window: MainWindow, qtbot: QtBot) -> None:  # noqa: F811
    opened(window, "ddb-carentan")
    assert window.editor_host.page.document is not None
    document = window.editor_host.page.document.snapshot()
    window.editor_host.try_out(document, PlaytestOptions(0, {"german": "bold"}))
    assert window.table.bots.seated
    window.editor_host.try_out(document)
    assert not window.table.bots.seated and window.table.bots.bar.isHidden()


def test_a_broken_bot_is_paused_and_its_side_is_not_shown(
    window: MainWindow,  # noqa: F811
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_answer(self: RandomBot, question: object) -> Action:
        raise BadInput("No idea")

    monkeypatch.setattr(RandomBot, "answer", no_answer)
    session = begun("ddb", "ddb-carentan")
    session.seat_bots(dict.fromkeys(session.sides, "random"))
    window.game.play(session)
    qtbot.waitUntil(lambda: window.table.bots.paused)
    assert len(session) == 0 and "No idea" in window.table.note.text
    assert window.table.controller is not None and window.table.controller.offers == ()
