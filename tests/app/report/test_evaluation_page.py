"""The evaluation graph and Hint at the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from engine.bots.random_bot import RandomBot
from tests.app.hands import Hands


def carentan(window: MainWindow, qtbot: QtBot, actions: int) -> Hands:
    hands = Hands(window, qtbot)
    hands.sit_down("ddb-carentan")
    session, bot = hands.controller.session, RandomBot("x")
    while (side := session.deciding_side) is not None and len(session) < actions:
        session.submit(side, bot.choose(lambda: None, session.legal()))  # type: ignore[arg-type,return-value]
    hands.controller.read_for_new_player()
    return hands


def test_a_turning_point_leads_the_replay_there(window: MainWindow, qtbot: QtBot) -> None:
    hands = carentan(window, qtbot, 10_000)
    assert hands.controller.outcome is not None
    page = window.report_actions.evaluation
    with qtbot.waitSignal(page.ready, timeout=60_000):
        window.report_actions.show_evaluation()
    assert window.pages.currentWidget() is page and page.course is not None
    assert "luck" in page.summary.text() and page.turning.count() > 0
    item = page.turning.item(0)
    page.turning.setCurrentItem(item)
    page.turning.itemActivated.emit(item)
    assert window.pages.currentWidget() is window.table
    assert hands.controller.looking_back
    assert hands.controller.step_number == page.course.turning_points[0].point.step_number


def test_the_evaluation_can_be_cancelled(window: MainWindow, qtbot: QtBot) -> None:
    carentan(window, qtbot, 400)
    window.actions_by_key["evaluation"].trigger()
    page = window.report_actions.evaluation
    qtbot.mouseClick(page.background.cancel, Qt.MouseButton.LeftButton)
    assert page.summary.text() == "Cancelled." and page.course is None


def test_a_hint_is_told_and_drawn(window: MainWindow, qtbot: QtBot) -> None:
    hands = carentan(window, qtbot, 30)
    done = len(hands.controller.session)
    qtbot.keyClick(window, Qt.Key.Key_H)
    qtbot.waitUntil(lambda: window.hint.shown is not None, timeout=20_000)
    words = window.table.note.text
    assert words.startswith("Hint: ") and "because" in words and "Evaluation" in words
    assert len(hands.controller.session) == done, "nothing is done"
    assert window.hint.shown is not None
    assert window.hint.shown.actions[0] in [offer.action for offer in hands.controller.offers]
