"""The order of battle as a tree: formations within formations, what is chosen, what is searched for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from editor.commands.order_of_battle import set_formations, set_units
from editor.panels.order_of_battle_page import OrderOfBattlePage
from engine.catalogue.document import Formation
from tests.editor.hands import Hands

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def forces(hands: Hands) -> OrderOfBattlePage:
    """Red has an army of two divisions, one of them empty."""
    work = hands.work
    army, empty = Formation("army", "The Army", "red"), Formation("9", "Ninth", "red", "army")
    first, second = work.scenario("formations")
    hands.document.do(set_formations(work, [army, replace(first, parent="army"), empty, second]))
    hands.page.show_part(hands.page.parts.forces)
    return hands.page.parts.forces


def words(item: QTreeWidgetItem | None, deep: int = 0) -> list[str]:
    assert item is not None
    below = (words(item.child(row), deep + 1) for row in range(item.childCount()))
    return ["  " * deep + item.text(0), *(line for lines in below for line in lines)]


def shown(forces: OrderOfBattlePage) -> list[str]:
    proxy = forces.units.proxy
    return [proxy.index(row, 1).data() for row in range(proxy.rowCount())]


def choose(qtbot: QtBot, forces: OrderOfBattlePage, text: str) -> None:
    flags = Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive
    (item,) = forces.tree.findItems(text, flags)
    spot = forces.tree.visualItemRect(item).center()
    qtbot.mouseClick(forces.tree.viewport(), LEFT, pos=spot)


def test_formations_stand_within_formations(forces: OrderOfBattlePage) -> None:
    tops = [forces.tree.topLevelItem(n) for n in range(forces.tree.topLevelItemCount())]
    assert [line for top in tops for line in words(top)] == [
        "All units (4)",
        "Red (2)",
        "  The Army (2)",
        "    First (2)",
        "    Ninth (0)",
        "Blue (2)",
        "  Second (2)",
    ]


def test_a_formation_holds_what_is_below_it(forces: OrderOfBattlePage, qtbot: QtBot) -> None:
    choose(qtbot, forces, "The Army")
    assert shown(forces) == ["R1", "R2"]
    choose(qtbot, forces, "Ninth")
    assert shown(forces) == []
    choose(qtbot, forces, "Second")
    assert shown(forces) == ["B1", "B2"]


def test_a_new_unit_is_seen_where_it_was_added(hands: Hands, forces: OrderOfBattlePage, qtbot: QtBot) -> None:
    choose(qtbot, forces, "Ninth")
    qtbot.mouseClick(forces.units.add, LEFT)
    unit = hands.work.scenario("units")[-1]
    assert (unit.side, unit.formation) == ("red", "9")
    assert shown(forces) == [unit.id] and forces.units.selected() == [unit]


def test_units_are_searched_for(forces: OrderOfBattlePage, qtbot: QtBot) -> None:
    qtbot.keyClicks(forces.search, "two")
    assert shown(forces) == ["R2", "B2"]
    choose(qtbot, forces, "Blue")
    assert shown(forces) == ["B2"]
    forces.search.clear()
    assert shown(forces) == ["B1", "B2"]


def test_formations_in_a_ring_hang_nothing(hands: Hands, forces: OrderOfBattlePage) -> None:
    listed = [
        replace(known, parent="1") if known.key == "army" else known
        for known in hands.work.scenario("formations")
    ]
    hands.document.do(set_formations(hands.work, listed))
    assert words(forces.tree.topLevelItem(1)) == ["Red (2)"], "the problems panel says what is wrong"


def test_what_was_chosen_stays_chosen(hands: Hands, forces: OrderOfBattlePage, qtbot: QtBot) -> None:
    choose(qtbot, forces, "First")
    hands.document.undo()
    hands.document.redo()
    assert shown(forces) == ["R1", "R2"]
    item = forces.tree.currentItem()
    assert item is not None and item.text(0).startswith("First")


def test_units_without_formations_are_told_apart_by_type(
    hands: Hands, forces: OrderOfBattlePage, qtbot: QtBot
) -> None:
    units = [replace(unit, formation="") for unit in hands.work.scenario("units")]
    hands.document.do(set_units(hands.work, units))
    assert words(forces.tree.topLevelItem(2)) == ["Blue (2)", "  Second (0)", "  Infantry (2)"]
    choose(qtbot, forces, "Blue")
    forces.tree.setCurrentItem(forces.tree.topLevelItem(2).child(1))  # type: ignore[union-attr,arg-type]
    assert shown(forces) == ["B1", "B2"]
    qtbot.mouseClick(forces.units.add, LEFT)
    unit = hands.work.scenario("units")[-1]
    assert (unit.side, unit.type, unit.formation) == ("blue", "inf", "")


def test_the_counter_has_room_only_while_a_unit_is_chosen(forces: OrderOfBattlePage) -> None:
    assert not forces.face.isVisible(), "the tree goes down to the foot"
    forces.units.view.selectRow(0)
    assert forces.face.isVisible() and not forces.face.pixmap().isNull()
    forces.units.view.clearSelection()
    assert not forces.face.isVisible()


def test_the_counter_beside_the_table_is_the_unit_as_it_is_now(forces: OrderOfBattlePage) -> None:
    forces.units.select([0])
    before = forces.face.pixmap().toImage()
    forces.units.model.write([0], 2, "Blue")
    after = forces.face.pixmap().toImage()
    assert forces.units.model.records[0].side == "blue" and after != before
    forces.document.undo()  # type: ignore[union-attr]
    assert forces.face.pixmap().toImage() == before
