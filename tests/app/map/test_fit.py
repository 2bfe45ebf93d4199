"""Fit map shows the whole map, also as the first thing that is done to it."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from engine import games
from engine.referee.session import Session, Start
from tests.app.hands import Hands


def test_a_map_that_was_opened_at_its_counters_can_be_fitted(window: MainWindow, qtbot: QtBot) -> None:
    game = games.game("leb")
    key = "leb-12-4-invasion"
    hands = Hands(window, qtbot)
    window.game.play(Session.begin(game, Start("leb", "scenario", key, game.scenario_text(key), "seed")))
    qtbot.wait(5)
    view = window.table.map
    opened = view.scale_now
    window.actions_by_key["fit"].trigger()
    qtbot.wait(5)
    assert view.scale_now < opened / 2, "the resizing that follows does not bring the former view back"
    assert not view.horizontalScrollBar().isVisible() and hands.controller.decision is not None
