"""Whole game turns of both players with real mouse and key events, and nothing sent that was not offered."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from tests.app.hands import Hands
from tests.app.player import ENOUGH, Player

SMALLEST = {"toy-bridge": 2, "ddb-carentan": 1, "ttr-1-market-garden": 2}
"""The smallest scenario of each game, and how often its turn changes until a whole one has been played."""
BY_KEYS_ALONE = ("toy-bridge", "ddb-carentan")


def sit_down(window: MainWindow, qtbot: QtBot, scenario: str) -> Player:
    hands = Hands(window, qtbot)
    hands.sit_down(scenario)
    window.table.map.setFocus()
    return Player(hands, scenario)


@pytest.mark.parametrize("scenario", SMALLEST)
def test_a_whole_turn_by_mouse(window: MainWindow, qtbot: QtBot, scenario: str) -> None:
    player = sit_down(window, qtbot, scenario)
    for _ in range(SMALLEST[scenario]):
        player.turn_over(player.by_mouse)
    session = player.hands.controller.session
    assert {side for side, _ in player.sent} == set(session.state.scenario.sides)
    assert len(player.sent) == len(session) > 8
    kinds = {"none", "hex", "unit"} | ({"hexside", "number"} if scenario.startswith("ttr") else set())
    assert {action.kind for _, action in player.sent} >= kinds


def test_a_whole_game_by_mouse(window: MainWindow, qtbot: QtBot) -> None:
    player = sit_down(window, qtbot, "toy-bridge")
    while player.hands.controller.decision is not None:
        player.turn_over(player.by_mouse)
    assert player.hands.controller.outcome is not None
    assert window.table.bar.summary.isVisible()


@pytest.mark.parametrize("scenario", BY_KEYS_ALONE)
def test_a_whole_turn_by_keys_alone(window: MainWindow, qtbot: QtBot, scenario: str) -> None:
    player = sit_down(window, qtbot, scenario)
    for _ in range(SMALLEST[scenario]):
        player.turn_over(player.by_keys)
    assert {side for side, _ in player.sent} == set(player.hands.controller.session.state.scenario.sides)
    assert len(player.sent) > 8


def test_the_first_segments_of_a_large_game_by_keys_alone(window: MainWindow, qtbot: QtBot) -> None:
    player = sit_down(window, qtbot, "ttr-1-market-garden")
    while len(player.sent) < ENOUGH and "Combat Segment" not in player.hands.controller.decision.path:
        player.once(player.by_keys)
    verbs = {action.verb for _, action in player.sent}
    assert {side for side, _ in player.sent} == set(player.hands.controller.session.state.scenario.sides)
    assert {"interdict", "bridge", "keep", "select", "end"} <= verbs
