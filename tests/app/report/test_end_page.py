"""The end of a game by hand: the screen that tells who won by what, giving up, agreeing, and a rematch."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.players.consent_dialog import ConsentDialog
from engine import games
from engine.bots.random_bot import RandomBot
from engine.referee.action import Action
from engine.referee.ruling import AgreedDraw, Resignation
from engine.referee.session import Session, Start
from tests.app.hands import Hands

GAMES = [key for key in games.keys()]  # noqa: C416, SIM118


def begun(key: str) -> Session:
    game = games.game(key)
    scenario = game.scenarios()[0]
    return Session.begin(game, Start(key, "scenario", scenario, game.scenario_text(scenario), "the end"))


def before_the_last_action(key: str) -> tuple[Session, Action]:
    """A game that ends with the next action."""
    session, bot = begun(key), RandomBot("the end")
    while True:
        side = session.deciding_side
        assert side is not None
        action = bot.choose(partial(session.view, side), session.legal())
        ahead = session.branch(len(session))
        ahead.submit(side, action)
        if ahead.outcome is not None:
            return session, action
        session.submit(side, action)


@pytest.fixture
def last(window: MainWindow, qtbot: QtBot) -> Hands:
    """A game of the toy whose last action has just been done, and everything was read."""
    window.table.remind = False
    session, action = before_the_last_action("toy")
    window.game.play(session)
    window.hotseat.notebook.name_players({"red": "Ada", "blue": "Max"})
    window.table.act(action)
    window.results.card.dismiss()
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.end_actions.page)
    qtbot.waitUntil(lambda: not window.end_actions.page.is_counting, timeout=20_000)
    return Hands(window, qtbot)


def test_the_end_screen_says_who_won_and_by_what(last: Hands) -> None:
    page, controller = last.window.end_actions.page, last.controller
    outcome = controller.outcome
    assert outcome is not None
    name = {"red": "Ada", "blue": "Max"}.get(outcome.winner, "")
    assert name in page.headline.text() and ("won" in page.headline.text() or not name)
    assert outcome.case in page.verdict.text()
    for sheet in controller.seat.score_sheets():
        assert all(line.text in page.score.text() for line in sheet.lines)
        assert sheet.total is None or str(sheet.total) in page.score.text()
    assert "Steps lost" in page.figures.text() and "Luck" in page.figures.text()


def test_replay_statistics_and_table_are_one_click_away(last: Hands, qtbot: QtBot) -> None:
    window, page = last.window, last.window.end_actions.page
    qtbot.mouseClick(page.replay, Qt.MouseButton.LeftButton)
    assert window.pages.currentWidget() is window.table and window.replay.replay_bar.running
    window.replay.replay_bar.leave()
    assert window.pages.currentWidget() is window.table, "it is not shown again"
    qtbot.mouseClick(window.table.bar.summary, Qt.MouseButton.LeftButton)
    assert window.pages.currentWidget() is page
    last.key(Qt.Key.Key_Escape, page)
    assert window.pages.currentWidget() is window.table


def test_a_rematch_changes_sides(last: Hands, qtbot: QtBot) -> None:
    window, page, old = last.window, last.window.end_actions.page, last.controller.session
    assert page.rematch.isEnabled()
    qtbot.mouseClick(page.rematch, Qt.MouseButton.LeftButton)
    session = window.game.session
    assert session is not None and session is not old and len(session) == 0
    assert session.start.key == old.start.key and dict(session.start.options) == dict(old.start.options)
    assert window.hotseat.notebook.names() == {"red": "Max", "blue": "Ada"}
    assert "Max" in window.table.bar._side.text() or "Ada" in window.table.bar._side.text()


@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_be_given_up(key: str, window: MainWindow, qtbot: QtBot) -> None:
    window.table.remind = False
    window.game.play(begun(key))
    controller = window.table.controller
    assert controller is not None
    side = controller.viewing_side
    action = window.actions_by_key["resign"]
    assert action.isEnabled()

    def press(text: str) -> None:
        box = QApplication.activeModalWidget()
        assert box is not None
        button = next(b for b in box.findChildren(QPushButton) if b.text().replace("&", "") == text)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, lambda: press("Play on"))
    action.trigger()
    assert controller.outcome is None and len(controller.session) == 0
    QTimer.singleShot(0, lambda: press("Resign"))
    action.trigger()
    outcome = controller.outcome
    assert outcome is not None and outcome.winner not in ("", side)
    assert isinstance(controller.session.history.last.ruling, Resignation)
    window.results.card.dismiss()
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.end_actions.page)
    page = window.end_actions.page
    assert controller.side_title(outcome.winner) in page.headline.text()
    assert "resigns" in page.verdict.text() and "The score when the game ended" in page.score.text()
    qtbot.waitUntil(lambda: not page.is_counting, timeout=20_000)
    assert not action.isEnabled()


def test_a_draw_needs_everybody(window: MainWindow, qtbot: QtBot) -> None:
    window.table.remind = False
    window.game.play(begun("toy"))
    controller = window.table.controller
    assert controller is not None

    def agree() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ConsentDialog)
        ok = dialog.buttons.buttons()[0]
        for tick in dialog.ticks.values():
            assert not ok.isEnabled()
            tick.setChecked(True)
        qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, agree)
    window.actions_by_key["draw"].trigger()
    assert controller.outcome is not None and controller.outcome.winner == ""
    assert isinstance(controller.session.history.last.ruling, AgreedDraw)
    window.results.card.dismiss()
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.end_actions.page)
    assert "draw" in window.end_actions.page.headline.text()
    qtbot.waitUntil(lambda: not window.end_actions.page.is_counting, timeout=20_000)
