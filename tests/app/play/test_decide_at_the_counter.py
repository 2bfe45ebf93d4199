"""Deciding at the counter: the menu of a right click, number keys that keep their meaning, one key to end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.play.answer_keys import LAST_KEY, AnswerKeys
from tests.app.hands import Hands


def right_click(on: QWidget, at: QPoint) -> None:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, on.mapToGlobal(at))
    QApplication.sendEvent(on, event)


def menu_at(hands: Hands, hex_id: str) -> QMenu | None:
    """Right-click into the middle of a hex."""
    table = hands.window.table
    assert table.printed_map is not None
    table.map.go_to(hex_id)
    at = table.map.mapFromScene(table.printed_map.geometry.centre(hex_id))
    right_click(table.map.viewport(), at)
    return table.menu


def test_a_right_click_lists_what_can_be_done_and_why_the_rest_cannot(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    controller = hands.controller
    before = len(controller.session)
    places = {c.place for c in controller.view.counters if c.side == controller.viewing_side}
    lists_both = False
    for place in sorted(place for place in places if hands.window.table.game.is_hex(place)):
        menu = menu_at(hands, place)
        offered = [offer.label for offer in controller.offers_at(place)]
        refused = controller.refused_at(place)
        if menu is None:
            assert not offered and not refused
            continue
        entries = [entry for entry in menu.actions() if not entry.isSeparator()]
        able = [entry.text() for entry in entries if entry.isEnabled()]
        greyed = [entry.text() for entry in entries if not entry.isEnabled()]
        assert set(offered) <= set(able)
        assert len(greyed) == min(len(refused), 8)
        for text, why_not in zip(greyed, refused, strict=False):
            assert text.startswith(why_not.label) and why_not.refusals[0].why[:40] in text
        lists_both = lists_both or bool(able and greyed)
        assert len(controller.session) == before, "looking does nothing"
        menu.close()
        qtbot.waitUntil(lambda: hands.window.table.menu is None)
    assert lists_both


def test_an_entry_of_the_menu_is_done(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    controller = hands.controller
    unit = next(iter(sorted(controller.lit_units())))
    counter = controller.view.counter(unit)
    assert counter is not None
    menu, before = menu_at(hands, counter.place), len(controller.session)
    assert menu is not None
    label = controller.offers_for_unit(unit)[0].label
    hands.pick(label)
    assert len(controller.session) == before + 1


def test_a_unit_in_the_inspector_has_the_same_menu(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    table, controller = hands.window.table, hands.controller
    unit = next(iter(sorted(controller.lit_units())))
    counter = controller.view.counter(unit)
    assert counter is not None
    table.inspector.show_place(controller, table.printed_map, counter.place)
    stack = table.inspector.stack
    item = next(
        stack.item(row)
        for row in range(stack.count())
        if stack.item(row).data(Qt.ItemDataRole.UserRole) == unit
    )
    stack.customContextMenuRequested.emit(stack.visualItemRect(item).center())
    assert table.menu is not None
    able = [e.text() for e in table.menu.actions() if e.isEnabled() and not e.isSeparator()]
    assert able == [*(offer.label for offer in controller.offers_for_unit(unit)), "Rules"]


def test_number_keys_work_whatever_has_the_focus(hands: Hands, qtbot: QtBot) -> None:
    window = hands.window
    hands.reach_movement()
    controller = hands.controller
    for panel in (window.table.log, window.table.inspector.stack, window.table.forces):
        window.docks["log" if panel is window.table.log else "inspector"].raise_()
        panel.setFocus()
        button = window.table.bar.buttons[0]
        before = len(controller.session)
        window.table.remind = False
        qtbot.keyClick(window.focusWidget() or window, Qt.Key(Qt.Key.Key_0 + button.key))
        assert len(controller.session) > before, f"{panel} had the focus"
        if controller.decision is None or not window.table.bar.buttons:
            break


def test_a_number_is_typed_where_text_is_written(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    line = QLineEdit(hands.window.table)
    line.show()
    line.setFocus()
    before = len(hands.controller.session)
    qtbot.keyClicks(line, "1")
    assert line.text() == "1" and len(hands.controller.session) == before


def test_a_key_keeps_its_meaning_within_a_decision() -> None:
    keys = AnswerKeys()
    keys.begin("attack")
    assert keys.assign(["add", "cancel"]) == {"add": 1, "cancel": 2}
    assert keys.assign(["resolve", "add", "cancel"]) == {"add": 1, "cancel": 2, "resolve": 3}
    assert keys.assign(["cancel"]) == {"cancel": 2}
    keys.begin("attack")
    assert keys.assign(["add"]) == {"add": 1}, "the same decision again"
    keys.begin("retreat")
    assert keys.assign(["cancel"]) == {"cancel": 1}


def test_there_are_nine_keys() -> None:
    keys = AnswerKeys()
    keys.begin("many")
    assert max(keys.assign(range(20)).values()) == LAST_KEY and len(keys.assign(range(20))) == LAST_KEY
    assert keys.assign([19]) == {19: 1}, "a key whose answer is gone is given again when all are used"


def test_the_numbers_stand_on_the_buttons(hands: Hands) -> None:
    hands.reach_movement()
    button = hands.window.table.bar.buttons[0]
    shown = button.grab().toImage()
    button.key = 0
    assert button.grab().toImage() != shown


def test_one_key_ends_the_phase(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    controller = hands.controller
    decision = controller.decision
    endings = [offer for offer in controller.offers if controller.is_ending(offer.action)]
    assert len(endings) == 1
    qtbot.keyClick(hands.window.table.map, Qt.Key.Key_E)
    assert controller.decision != decision


def test_where_nothing_can_be_ended_the_key_says_so(hands: Hands, qtbot: QtBot) -> None:
    controller = hands.controller
    if any(controller.is_ending(offer.action) for offer in controller.offers):
        pytest.fail("the toy game begins with a decision that cannot be ended")
    before = len(controller.session)
    qtbot.keyClick(hands.window.table.map, Qt.Key.Key_E)
    assert len(controller.session) == before and hands.window.table.note.isVisible()
