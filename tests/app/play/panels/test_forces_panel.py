"""The forces: who is where and in what state, as the chair may see it; found, sifted and gone to."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.panels.forces_panel import ForcesPanel, entries_of
from engine.referee.action import Action
from tests.app.hands import Hands


@pytest.fixture
def forces(hands: Hands) -> ForcesPanel:
    """The panel in front, in red's first movement."""
    hands.reach_movement()
    panel = hands.window.table.forces
    hands.window.docks["forces"].raise_()
    hands.qtbot.waitUntil(lambda: bool(panel._items))
    return panel


def click(panel: ForcesPanel, unit: str, qtbot: QtBot) -> None:
    item = panel._items[unit]
    panel.tree.scrollToItem(item)
    where = panel.tree.visualItemRect(item).center()
    qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_every_unit_of_the_view_is_listed_by_side(forces: ForcesPanel, hands: Hands) -> None:
    view = hands.controller.view
    assert sorted(forces.visible_units()) == sorted(counter.id for counter in view.counters)
    tops = [forces.tree.topLevelItem(row).text(0) for row in range(forces.tree.topLevelItemCount())]
    assert tops == ["Red", "Blue"]
    item = forces._items["RG"]
    assert item.text(1).startswith("0201") and item.text(2).startswith("1/2")


def test_what_a_side_cannot_see_is_not_listed(forces: ForcesPanel, hands: Hands) -> None:
    everything = {counter.id for counter in hands.controller.session.view(None).counters}
    seen = {counter.id for counter in hands.controller.view.counters}
    assert everything - seen, "something is hidden"
    assert not (everything - seen) & set(forces._items)


def test_a_search_finds_places_names_and_states(forces: ForcesPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(forces.search, "0201")
    assert forces.visible_units() == ["RG"]
    assert "1 of" in forces._count.text()
    blue = forces.tree.topLevelItem(1)
    assert blue.isHidden(), "a side without a unit to show goes"
    forces.search.clear()
    assert not blue.isHidden()


def test_units_off_the_map_can_be_picked_out(forces: ForcesPanel, hands: Hands) -> None:
    forces.which.setCurrentIndex(forces.which.findData("off"))
    boxes = {box.key for box in hands.controller.view.boxes}
    expected = {counter.id for counter in hands.controller.view.counters if counter.place in boxes}
    assert set(forces.visible_units()) == expected
    forces.which.setCurrentIndex(forces.which.findData("weak"))
    assert all(
        entry.weakened for entry in entries_of(hands.controller, None) if entry.id in forces.visible_units()
    )


def test_a_click_goes_to_the_unit(forces: ForcesPanel, hands: Hands, qtbot: QtBot) -> None:
    before = len(hands.controller.session)
    click(forces, "RG", qtbot)
    assert hands.window.table.inspector.place == "0201"
    assert hands.window.table.map.cursor_hex == "0201"
    assert len(hands.controller.session) == before, "looking is not acting"


def test_the_list_follows_the_game(forces: ForcesPanel, hands: Hands) -> None:
    item = forces._items["RG"]
    hands.click_hex("0201")
    hands.click_hex("0202")
    assert forces._items["RG"] is item, "the lines are kept"
    assert item.text(1).startswith("0202")


def test_a_hidden_panel_is_read_when_it_comes_forward(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    forces = hands.window.table.forces
    hands.window.docks["inspector"].raise_()
    qtbot.wait(1)
    hands.controller.act(Action("select", "unit", "RG"))
    hands.controller.act(Action("move", "hex", "0302"))
    assert forces._shown is None, "nobody looks"
    hands.window.docks["forces"].raise_()
    qtbot.waitUntil(lambda: "RG" in forces._items)
    assert forces._items["RG"].text(1).startswith("0302")


def test_formations_are_branches(window: MainWindow, qtbot: QtBot) -> None:
    hands = Hands(window, qtbot)
    hands.sit_down("ddb-carentan")
    window.docks["forces"].raise_()
    forces, view = window.table.forces, hands.controller.view
    qtbot.waitUntil(lambda: bool(forces._items))
    model = forces.tree.model()
    sides = {view.counters[0].side}
    document = hands.controller.document
    assert document is not None
    titles = {formation.key: formation.title for formation in document.formations}
    formations = {titles[c.formation] for c in view.counters if c.side in sides and c.formation}
    assert len(formations) > 1
    first = model.index(0, 0, QModelIndex())
    branches = {model.index(row, 0, first).data() for row in range(model.rowCount(first))}
    assert formations <= branches
    assert set(forces.visible_units()) == {counter.id for counter in view.counters}
