"""The panel with the steps of a procedure: raised while one goes on, every step to be looked at."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.panels.checklist_panel import NOTHING, open_rows
from engine.referee.action import Action
from tests.app.hands import Hands
from tests.app.play.players.test_secret_answers import example

ORDERS = ("attack hex 1734", "add unit a", "add unit b", "add unit t", "add unit c")
SUPPORT = ("declare", "surprise", "support unit k", "done", "support unit x")


@pytest.fixture
def combat(window: MainWindow, qtbot: QtBot) -> Hands:
    """One player fights a combat of Avalanche up to the attacker's support."""
    window.table.remind = False
    window.game.play(example("avl", "combat-complete"))
    hands = Hands(window, qtbot)
    for text in ORDERS:
        assert hands.controller.act(Action.parse(text))
    return hands


def act(hands: Hands, *texts: str) -> None:
    for text in texts:
        assert hands.controller.act(Action.parse(text)), text
    hands.qtbot.wait(20)


def in_front(window: MainWindow, key: str) -> bool:
    return not window.docks[key].visibleRegion().isEmpty()


def test_it_comes_forward_with_the_procedure_and_goes_back_with_it(combat: Hands) -> None:
    window, panel = combat.window, combat.window.table.checklist
    combat.qtbot.wait(20)
    assert in_front(window, "log") and not combat.controller.has_checklist
    act(combat, *SUPPORT)
    combat.qtbot.waitUntil(lambda: in_front(window, "steps"))
    combat.qtbot.waitUntil(lambda: "Declaration" in panel.steps.text())
    assert "▶&nbsp;<b>Support</b>" in panel.steps.text() and "✓&nbsp;" in panel.steps.text()
    assert "Support: now" in panel.steps.accessibleDescription()
    combat.controller.undo(("allied", "german"))
    while combat.controller.has_checklist:
        combat.controller.undo(("allied", "german"))
    combat.qtbot.waitUntil(lambda: in_front(window, "log"))
    assert panel.steps.text() == NOTHING and not panel.tree.topLevelItemCount()


def test_a_step_that_is_clicked_shows_its_lines_and_a_case_opens_its_rule(combat: Hands) -> None:
    panel, opened = combat.window.table.checklist, []
    panel.case_clicked.connect(opened.append)
    act(combat, *SUPPORT)
    combat.qtbot.waitUntil(lambda: "Defender: k" in panel.lines.text())
    panel.steps.linkActivated.emit("step:0")
    assert "Attacker: a, b, t, c" in panel.lines.text() and "combat.attack-limit" in panel.lines.text()
    panel.lines.linkActivated.emit("combat.attack-limit")
    assert opened == ["combat.attack-limit"]


def test_the_tree_shows_chances_and_the_exact_fraction(combat: Hands) -> None:
    panel = combat.window.table.checklist
    act(combat, *SUPPORT)
    combat.qtbot.waitUntil(lambda: panel.tree.topLevelItemCount() == 2)
    first = panel.tree.topLevelItem(0)
    assert first.text(0) == "X supports with 6" and first.text(1) == "66.7 %"
    assert "2/3" in first.toolTip(0) and "support.att-ship" in first.toolTip(0)
    rows = len(list(open_rows(panel.tree.invisibleRootItem())))
    height = panel.tree.height()
    panel.tree.setCurrentItem(first)
    combat.qtbot.keyClick(panel.tree, Qt.Key.Key_Right)
    assert len(list(open_rows(panel.tree.invisibleRootItem()))) > rows and panel.tree.height() > height
    assert "Result" in panel.forecasts.text() and "%" in panel.forecasts.text()
