"""Counters dragged into boxes off the map and out of them, at the free table."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtWidgets import QTreeWidgetItem

from app.play.map_input.drag_targets import hand_with
from app.play.panels.boxes_panel import BOX_KEY
from tests.app.hands import Hands
from tests.app.play.map_input.test_unit_drag import mouse, spot


def sit_down(hands: Hands) -> tuple[str, str, str]:
    """A game at the free table; a unit on the map, its hex, and a box where it may go."""
    hands.window.actions_by_key["hot_seat"].setChecked(False)
    hands.sit_down("free-causeway")
    hands.window.docks["boxes"].show()
    hands.window.docks["boxes"].raise_()
    hands.qtbot.wait(30)
    controller, scene = hands.controller, hands.window.table.map.map_scene()
    assert scene is not None
    assert controller.document is not None
    boxes = {box.key for box in controller.document.map.boxes}
    for counter in controller.view.counters:
        is_open = counter.known and scene.geometry.is_hex(counter.place)
        hand = hand_with(controller, counter.id) if is_open else None
        box = next((place for place in hand.ways if place in boxes), "") if hand is not None else ""
        if box and hands.window.table.map.viewport().rect().contains(spot(hands, counter.place)):
            return counter.id, counter.place, box
    raise AssertionError("nothing can be put into a box")


def place_of(hands: Hands, unit: str) -> str:
    counter = hands.controller.view.counter(unit)
    assert counter is not None
    return counter.place


def heading(hands: Hands, box: str) -> QTreeWidgetItem:
    tree = hands.window.table.boxes.tree
    items = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return next(item for item in items if item is not None and item.data(0, BOX_KEY) == box)


def on_map(hands: Hands, item: QTreeWidgetItem) -> QPoint:
    """The middle of a line of the boxes panel, as the map's viewport counts."""
    tree, viewport = hands.window.table.boxes.tree, hands.window.table.map.viewport()
    tree.scrollToItem(item)
    return viewport.mapFromGlobal(tree.viewport().mapToGlobal(tree.visualItemRect(item).center()))


def test_a_counter_is_dragged_into_a_box_and_back(hands: Hands) -> None:
    unit, here, box = sit_down(hands)
    dragging = hands.window.table.dragging
    before = len(hands.controller.session)
    assert dragging.pick_up(unit, spot(hands, here))
    target = on_map(hands, heading(hands, box))
    mouse(hands, QEvent.Type.MouseMove, target)
    mouse(hands, QEvent.Type.MouseButtonRelease, target)
    assert place_of(hands, unit) == box and len(hands.controller.session) > before
    hands.qtbot.wait(30)
    hands.window.table.undo()
    assert place_of(hands, unit) == here
    hands.window.table.redo()
    hands.qtbot.wait(30)
    dragging.pick_up_from_box(unit)
    assert dragging.carrying is not None and here in dragging.carrying.ways
    mouse(hands, QEvent.Type.MouseMove, spot(hands, here))
    mouse(hands, QEvent.Type.MouseButtonRelease, spot(hands, here))
    assert place_of(hands, unit) == here


def test_beside_all_boxes_the_counter_goes_back(hands: Hands) -> None:
    unit, here, _ = sit_down(hands)
    assert hands.window.table.dragging.pick_up(unit, spot(hands, here))
    mouse(hands, QEvent.Type.MouseButtonRelease, QPoint(-5000, -5000))
    assert place_of(hands, unit) == here and hands.window.table.dragging.carrying is None
