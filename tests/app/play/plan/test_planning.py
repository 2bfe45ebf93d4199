"""A plan is made with mouse and keys, shows its bill and its problems, and is carried out in turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.plan.plan_panel import PlanBar
from engine import games
from engine.referee.action import Action
from engine.referee.session import Session, Start
from tests.app.hands import Hands

POSITION = """
game = "leb"
case = "10.3-g"
title = "The sides transport in turn"
segment = "3.C"
points = {axis = 145, soviet = 100}
economy = {}

[axis]
axis-9 = "E2031"
axis-11 = "E2425"

[allied]
soviet-3 = "E2312"
"""


@pytest.fixture
def planner(window: MainWindow, qtbot: QtBot) -> Hands:
    """A player in the segment of strategic transportation."""
    session = Session.begin(games.game("leb"), Start("leb", "position", "plan", POSITION, "seed"))
    window.game.play(session)
    window.table.remind = False
    player = Hands(window, qtbot)
    window.docks["planner"].raise_()
    qtbot.wait(5)
    return player


def press(hands: Hands, button: QWidget) -> None:
    hands.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    hands.qtbot.wait(5)


def carry(hands: Hands, start: str, there: str) -> None:
    """Point at a counter and at a destination."""
    view = hands.window.table.map
    for here in (start, there):
        view.go_to(here)
        hands.qtbot.wait(1)
        hands.click_hex(here)
        menu = hands.window.table.menu
        if menu is not None:  # a counter and an economic marker lie there
            hands.pick(next(a.text() for a in menu.actions() if "Ger" in a.text()))
        hands.qtbot.wait(5)


def rows(hands: Hands) -> list[str]:
    items = hands.window.table.plan_panel.items
    return [items.item(row).text() for row in range(items.count())]


def test_a_plan_by_mouse(planner: Hands) -> None:
    table, panel = planner.window.table, planner.window.table.plan_panel
    session = planner.controller.session
    assert "Transport points" in panel.bill.text() and "Movement points" in panel.bill.text()
    press(planner, panel.begin)
    bar = table.findChild(PlanBar)
    assert bar is not None and bar.isVisible() and "not done yet" in bar.words.text()
    carry(planner, "E2031", "E2228")
    carry(planner, "E2425", "E2031")
    assert len(session) == 0, "nothing is done"
    assert planner.controller.view.counter("axis-9").place == "E2228", "the table shows the plan"  # type: ignore[union-attr]
    assert [row.splitlines()[0] for row in rows(planner)] == [
        "1.  Ger 9 is carried to Posen (E2228)",
        "2.  Ger 11 is carried to Berlin (E2031)",
    ]
    assert "1 transport point, 10 movement points" in rows(planner)[0]
    assert ">2</td>" in panel.bill.text() and ">20</td>" in panel.bill.text()
    panel.items.setCurrentRow(1)
    press(planner, panel.up)
    assert "Not possible" in rows(planner)[0] and not panel.carry_out.isEnabled()
    assert "5.5-c" in panel.detail.text()
    press(planner, panel.down)
    assert not any("Not possible" in row for row in rows(planner))
    press(planner, panel.carry_out)
    assert not bar.isVisible() and len(session) == 2 and session.deciding_side == "allied"
    assert rows(planner) == [], "the other side does not see the plan"


def test_the_rest_goes_on_by_itself(planner: Hands) -> None:
    panel, session = planner.window.table.plan_panel, planner.controller.session
    press(planner, panel.begin)
    carry(planner, "E2031", "E2228")
    carry(planner, "E2425", "E2031")
    panel.goes_on.setChecked(True)
    press(planner, panel.carry_out)
    assert session.deciding_side == "allied"
    planner.press("End transport")
    planner.qtbot.waitUntil(lambda: len(session) == 5)
    assert planner.controller.view.counter("axis-11").place == "E2031"  # type: ignore[union-attr]


def test_undo_takes_the_last_item_out_and_ending_is_refused(planner: Hands) -> None:
    table, panel = planner.window.table, planner.window.table.plan_panel
    planner.window.actions_by_key["plan_ahead"].trigger()
    carry(planner, "E2031", "E2228")
    assert len(rows(planner)) == 1
    table.end_phase()
    words = " ".join(label.text() for label in table.note.findChildren(QLabel))
    assert "ends the decision" in words and len(planner.controller.session) == 0
    table.undo()
    planner.qtbot.wait(5)
    assert rows(planner) == [] and planner.controller.plan is not None
    planner.window.actions_by_key["plan_ahead"].trigger()
    assert planner.controller.plan is None and not panel.leave.isVisible()


def test_what_was_undone_comes_back_into_the_plan(planner: Hands) -> None:
    table, panel, session = planner.window.table, planner.window.table.plan_panel, planner.controller.session
    press(planner, panel.begin)
    carry(planner, "E2031", "E2228")
    press(planner, panel.carry_out)
    assert len(session) == 2
    table.ask_consent = lambda sides: tuple(sides)
    table.undo()
    planner.qtbot.wait(5)
    assert len(session) == 0 and len(rows(planner)) == 1
    press(planner, panel.discard)
    assert rows(planner) == []


def test_every_game_can_be_planned_and_nothing_of_it_is_recorded(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    controller, table = hands.controller, hands.window.table
    before = len(controller.session)
    table.planning.begin()
    unit = next(o.action for o in controller.offers if o.action.verb == "select")
    table.act(unit)
    there = next(o.action for o in controller.offers if o.action.kind == "hex")
    table.act(there)
    assert len(controller.session) == before and controller.plan is not None
    table.planning.leave()
    assert controller.plan is None and len(controller.session) == before
    assert controller.act(unit), "the game goes on as it was"


def test_a_game_that_is_replaced_forgets_the_plans(planner: Hands) -> None:
    planner.window.table.planning.begin()
    session = Session.begin(games.game("leb"), Start("leb", "position", "plan", POSITION, "seed"))
    planner.window.game.play(session)
    assert planner.controller.plan is None and planner.window.table.planning.plan is None


def test_spending_is_named_by_tracks_that_are_on_the_table() -> None:
    """Every key of `Choice.spends` in the worked examples of Lebensraum! is a track with a number."""
    game = games.game("leb")
    for path in sorted(Path(game.examples_path()).glob("*.toml"))[::7]:
        session = Session.begin(game, Start("leb", "position", path.name, path.read_text("utf-8"), "s"))
        choice = session.choice
        if choice is not None:
            tracks = {track.key: track.value for track in session.view(choice.side).tracks}
            assert all(tracks[key].isdecimal() for key in choice.spends(session.state)), path.name


def test_an_action_that_is_not_offered_is_not_planned(planner: Hands) -> None:
    planner.window.table.planning.begin()
    assert not planner.controller.act(Action("select", "unit", "soviet-3"))
