"""Stacks that fan out: by a pointer at rest or by a key, to be read, clicked and picked up."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from app.map.counters.counter_art import LEGIBLE
from app.map.counters.stack_fan import EDGE, FanCard, StackFan, fan_size, spot_for
from app.play.map_input.stack_fan_opener import FanOpener
from tests.app.hands import Hands
from tests.app.play.map_input.test_unit_drag import carry, place_of, spot


@pytest.fixture
def opener(hands: Hands) -> FanOpener:
    """Red's movement segment; R1 and R2 lie in 0102."""
    hands.reach_movement()
    return hands.window.table.fan


def point_at(hands: Hands, at: QPoint) -> None:
    hands.qtbot.mouseMove(hands.window.table.map.viewport(), at)
    viewport = hands.window.table.map.viewport()
    nothing = Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(viewport.mapToGlobal(at)),
        nothing,
        nothing,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(viewport, event)


def test_a_pointer_at_rest_fans_the_stack_out(hands: Hands, opener: FanOpener) -> None:
    point_at(hands, spot(hands, "0102"))
    assert not opener.fan.is_open, "not at once"
    hands.qtbot.waitUntil(lambda: opener.fan.is_open)
    assert opener.fan.isVisible() and opener.fan.place == "0102"
    assert [counter.card.unit for counter in opener.fan.counters] == ["R2", "R1"], "the topmost first"
    assert all(counter.card.lit for counter in opener.fan.counters)
    assert EDGE >= LEGIBLE
    room = hands.window.table.map.viewport().rect()
    assert room.contains(opener.fan.geometry())
    for counter in opener.fan.counters:
        assert opener.fan.rect().contains(counter.geometry())
        assert "infantry" in counter.accessibleName()


def test_a_moving_pointer_fans_nothing_out(hands: Hands, opener: FanOpener) -> None:
    opener._rest.setInterval(60_000)
    opener._rest.setTimerType(Qt.TimerType.PreciseTimer)
    point_at(hands, spot(hands, "0102"))
    for turn in range(6):
        hands.qtbot.wait(20)
        left = opener._rest.remainingTime()
        point_at(hands, spot(hands, "0102") + QPoint(turn % 2 + 1, 0))
        assert 0 < left < opener._rest.remainingTime(), "each move begins the rest anew"
    assert not opener.fan.is_open


def test_a_single_counter_does_not_fan_out(hands: Hands, opener: FanOpener) -> None:
    point_at(hands, spot(hands, "0201"))
    hands.qtbot.wait(600)
    assert not opener.fan.is_open


def test_it_leaves_when_the_pointer_leaves(hands: Hands, opener: FanOpener) -> None:
    point_at(hands, spot(hands, "0102"))
    hands.qtbot.waitUntil(lambda: opener.fan.is_open)
    point_at(hands, spot(hands, "0304"))
    hands.qtbot.waitUntil(lambda: not opener.fan.is_open)
    assert not opener.fan.isVisible()


def test_it_stays_while_the_pointer_is_in_it(hands: Hands, opener: FanOpener) -> None:
    point_at(hands, spot(hands, "0102"))
    hands.qtbot.waitUntil(lambda: opener.fan.is_open)
    point_at(hands, opener.fan.geometry().center())
    assert opener._grace.isActive(), "the pointer is not on the stack any more"
    hands.qtbot.waitUntil(lambda: not opener._grace.isActive())
    assert opener.fan.is_open


def test_a_click_in_the_fan_acts_on_that_counter(hands: Hands, opener: FanOpener) -> None:
    opener.open("0102")
    below = opener.fan.counters[1]
    hands.qtbot.mouseClick(below, Qt.MouseButton.LeftButton)
    assert hands.window.table.menu is None, "no need to ask which of the two"
    assert "R1" in hands.window.table.bar._prompt.text()
    assert not opener.fan.is_open


def test_a_counter_is_dragged_out_of_the_fan(hands: Hands, opener: FanOpener) -> None:
    opener.open("0102")
    below = opener.fan.counters[1]
    assert below.card.unit == "R1"
    hands.qtbot.mousePress(below, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    at = QPoint(20, 60)
    left, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    moved = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(below.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        left,
        keys,
    )
    QApplication.sendEvent(below, moved)
    dragging = hands.window.table.dragging
    assert dragging.carrying is not None and dragging.carrying.units == ("R1",)
    assert not opener.fan.is_open, "the fan is out of the way of the targets"
    carry(hands, "0202")
    hands.qtbot.mouseRelease(hands.window.table.map.viewport(), left, pos=spot(hands, "0202"))
    assert place_of(hands, "R1") == "0202" and place_of(hands, "R2") == "0102"


def test_the_keys_fan_out_choose_and_go_back(hands: Hands, opener: FanOpener) -> None:
    view, fan = hands.window.table.map, opener.fan
    hands.window.activateWindow()
    view.setFocus()
    view.go_to("0102")
    hands.window.actions_by_key["fan"].trigger()
    assert fan.is_open and fan.counters[0].hasFocus()
    hands.key(Qt.Key.Key_Right, fan.counters[0])
    assert fan.counters[1].hasFocus()
    hands.key(Qt.Key.Key_Tab, fan.counters[1])
    assert fan.counters[0].hasFocus(), "round and round"
    hands.key(Qt.Key.Key_Backtab, fan.counters[0])
    assert fan.counters[1].hasFocus()
    hands.key(Qt.Key.Key_Escape, fan.counters[1])
    assert not fan.is_open and view.hasFocus()
    decision = hands.controller.decision
    assert decision is not None and decision.path[-1] == "Movement", "Esc only closed the fan"
    hands.window.actions_by_key["fan"].trigger()
    hands.key(Qt.Key.Key_Return, fan.counters[0])
    assert "R2" in hands.window.table.bar._prompt.text()


def test_the_key_says_where_there_is_no_stack(hands: Hands, opener: FanOpener) -> None:
    hands.window.table.map.go_to("0504")
    hands.window.actions_by_key["fan"].trigger()
    assert "stack" in hands.window.table.note.text and not opener.fan.is_open


def test_zooming_scrolling_and_acting_close_it(hands: Hands, opener: FanOpener) -> None:
    opener.open("0102")
    hands.window.table.map.zoom_in()
    assert not opener.fan.is_open
    opener.open("0102")
    hands.click_hex("0201")
    assert not opener.fan.is_open


def test_a_fan_keeps_off_the_targets() -> None:
    room, size = QRect(0, 0, 800, 600), QSize(170, 90)
    stack = QRect(370, 270, 60, 60)
    above, below = QPoint(400, 230), QPoint(400, 370)
    assert spot_for(size, stack, room, [below]).y() < stack.top()
    assert spot_for(size, stack, room, [above]).y() > stack.top()
    corner = spot_for(size, QRect(0, 0, 60, 60), room, [])
    assert room.contains(QRect(corner, size))


def test_a_tall_stack_is_laid_out_in_rows(hands: Hands) -> None:
    fan = StackFan(hands.window.table.map.viewport())
    face = hands.controller.counter_style.face(hands.controller.view.counters[0])
    fan.open("0102", [FanCard(str(number), face, str(number)) for number in range(14)], True)
    assert fan.size() == fan_size(14)
    rects = [counter.geometry() for counter in fan.counters]
    assert len({rect.top() for rect in rects}) == 3
    assert not any(a.intersects(b) for a in rects for b in rects if a is not b)
    assert all(fan.rect().contains(rect) for rect in rects)
