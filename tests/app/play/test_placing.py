"""A set-up by hand: the units lie in a box that comes forward, and the hexes open to each are lit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from tests.app.hands import Hands
from tests.games.placing_samples import SAMPLES, Sample, begun


def lines(window: MainWindow) -> dict[str, QTreeWidgetItem]:
    """What is listed off the map as not set up, by unit."""
    tree = window.table.boxes.tree
    boxes = [tree.topLevelItem(at) for at in range(tree.topLevelItemCount())]
    waiting = [box for box in boxes if box is not None and box.text(0).startswith("Not set up")]
    inside = [box.child(at) for box in waiting for at in range(box.childCount())]
    return {item.data(0, Qt.ItemDataRole.UserRole): item for item in inside if item is not None}


def take(window: MainWindow, qtbot: QtBot, unit: str) -> None:
    """Click on a unit in its box."""
    tree, item = window.table.boxes.tree, lines(window)[unit]
    tree.scrollToItem(item)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualItemRect(item).center())


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.game)
def test_units_are_taken_out_of_their_box_and_put_on_the_map(
    window: MainWindow, qtbot: QtBot, sample: Sample
) -> None:
    window.game.play(begun(sample.document()))
    window.table.remind = False
    hands, boxes = Hands(window, qtbot), window.docks["boxes"]
    session = hands.controller.session
    qtbot.waitUntil(lambda: not boxes.visibleRegion().isEmpty())
    qtbot.waitUntil(lambda: set(lines(window)) == set(sample.rules))
    assert boxes.windowTitle() == "Off map (3)"
    unit, here = next(iter(sample.legal.items()))
    take(window, qtbot, unit)
    legal = {action.target for action in session.legal() if action.verb == "put"}
    assert here in legal and hands.controller.lit_hexes() == legal
    hands.press("Leave it where it is")
    window.table.map.go_to(session.state.scenario.grid.hexes[-1])  # type: ignore[attr-defined]
    take(window, qtbot, unit)
    hands.click_hex(here)  # What is open to it has come into sight.
    if session.choice is not None and session.choice.title == "Facing":
        hands.controller.act(session.legal()[0])
    qtbot.waitUntil(lambda: set(lines(window)) == set(sample.rules) - {unit})
    qtbot.waitUntil(lambda: boxes.windowTitle() == "Off map (2)")
    assert not boxes.visibleRegion().isEmpty(), "it stays in front while somebody waits"
    hands.press("Place the rest")
    qtbot.waitUntil(lambda: boxes.visibleRegion().isEmpty())
    assert lines(window) == {}
    hands.press("End the set-up")
    assert "Set-up" not in [frame.title for frame in session.state.frames]
