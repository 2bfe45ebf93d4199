"""Regions and boxes as targets: lit, outlined, explained and clicked, in the Relief of the toy game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem

from app.play.panels.boxes_panel import BOX_KEY
from engine.referee.action import Action
from tests.app.hands import Hands

HILLS = {"0301", "0302", "0303", "0304"}
WEST = {"0101", "0102", "0103", "0104", "0201", "0202", "0203", "0204"}


@pytest.fixture
def relief(hands: Hands) -> Hands:
    """The Relief before the orders of red's depot."""
    hands.sit_down("toy-relief")
    hands.click_hex("0104")
    hands.click_hex("0504")
    return hands


@pytest.fixture
def staff(relief: Hands) -> Hands:
    """The same when red's staff gives its orders."""
    relief.press("Done")
    for _ in range(2):
        for action in (*[Action("give", "marker", "guns")] * 2, Action("done")):
            relief.window.table.act(action)
    decision = relief.controller.decision
    assert decision is not None and decision.side == "red" and "1 for guns" not in decision.prompt
    return relief


def heading_of(hands: Hands, box: str) -> QTreeWidgetItem:
    tree = hands.window.table.boxes.tree
    headings = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return next(heading for heading in headings if heading.data(0, BOX_KEY) == box)


def test_all_hexes_of_an_offered_region_are_lit(staff: Hands) -> None:
    scene = staff.window.table.map.map_scene()
    assert scene is not None
    assert scene.lit.hexes == HILLS | WEST, "red sees its own bank and the hills, but not behind them"


def test_a_click_on_any_hex_of_a_region_means_the_region(staff: Hands) -> None:
    staff.click_hex("0304")
    step = staff.controller.session.history.last
    assert step.action == Action("harass", "region", "hills")


def test_a_region_is_outlined_while_the_pointer_rests_on_it(staff: Hands) -> None:
    table = staff.window.table
    scene = table.map.map_scene()
    assert scene is not None
    table.map.hex_hovered.emit("0303", scene.geometry.centre("0303"))
    assert scene.draft.hexes == HILLS
    assert table.note.isVisible() and "the hills" in table.note.text
    table.map.hex_hovered.emit("0504", scene.geometry.centre("0504"))
    assert not scene.draft.hexes


def test_a_region_that_is_not_offered_says_why(staff: Hands) -> None:
    staff.click_hex("0504")
    assert staff.controller.session.history.last.action == Action("done"), "nothing was ordered"
    why = staff.controller.why_not("0504")
    assert [(tried.label, [refusal.case for refusal in tried.refusals]) for tried in why] == [
        ("Harass the east bank", ["8.2"])
    ]


def test_a_box_is_chosen_by_a_click_on_its_heading(relief: Hands) -> None:
    table, window = relief.window.table, relief.window
    table.act(Action("transfer", "unit", "R3"))
    window.docks["boxes"].raise_()
    relief.qtbot.waitUntil(lambda: heading_of(relief, "reserve").font(0).underline())
    assert not heading_of(relief, "depot").font(0).underline(), "the unit is there already"
    heading = heading_of(relief, "reserve")
    where = table.boxes.tree.visualItemRect(heading).center()
    relief.qtbot.mouseClick(table.boxes.tree.viewport(), Qt.MouseButton.LeftButton, pos=where)
    counter = relief.controller.view.counter("R3")
    assert counter is not None and counter.place == "reserve"


def test_the_inspector_names_the_power_of_a_unit(relief: Hands) -> None:
    relief.click_hex("0103")
    assert "the Militia" in relief.window.table.inspector.stack.item(0).text()


def test_powers_have_colours_of_their_own(relief: Hands) -> None:
    faces = {c.id: relief.controller.counter_style.face(c) for c in relief.controller.view.counters}
    assert faces["R2"].colour == "#c07a3a" and faces["R1"].colour == "#b03030"
