"""Units carried over the map with the mouse, in the window on the toy game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.play.map_input.drag_targets import hand_with
from engine.referee import save as saves
from engine.referee.action import Action
from tests.app.hands import Hands
from tests.toy.movement import MovementSegment, MoveUnit

NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def spot(hands: Hands, hex_id: str) -> QPoint:
    view, printed_map = hands.window.table.map, hands.window.table.printed_map
    assert printed_map is not None
    return view.mapFromScene(printed_map.geometry.centre(hex_id))


def mouse(hands: Hands, kind: QEvent.Type, at: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
    """One event of the left button, as the window system would send it."""
    viewport = hands.window.table.map.viewport()
    moving = kind == QEvent.Type.MouseMove
    held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else LEFT
    event = QMouseEvent(
        kind,
        QPointF(at),
        QPointF(viewport.mapToGlobal(at)),
        Qt.MouseButton.NoButton if moving else LEFT,
        held,
        keys,
    )
    QApplication.sendEvent(viewport, event)


def press(hands: Hands, hex_id: str, keys: Qt.KeyboardModifier = NONE) -> None:
    mouse(hands, QEvent.Type.MouseButtonPress, spot(hands, hex_id), keys)


def carry(hands: Hands, hex_id: str, keys: Qt.KeyboardModifier = NONE) -> None:
    mouse(hands, QEvent.Type.MouseMove, spot(hands, hex_id), keys)


def release(hands: Hands, hex_id: str, keys: Qt.KeyboardModifier = NONE) -> None:
    mouse(hands, QEvent.Type.MouseButtonRelease, spot(hands, hex_id), keys)


def drag(hands: Hands, start: str, *way: str) -> None:
    press(hands, start)
    for place in way:
        carry(hands, place)
    release(hands, way[-1])


def place_of(hands: Hands, unit: str) -> str:
    counter = hands.controller.session.view(None).counter(unit)
    assert counter is not None
    return counter.place


def test_a_unit_is_dragged_to_a_lit_hex(hands: Hands, offered_only: Callable[[], int]) -> None:
    hands.reach_movement()
    before = offered_only()
    drag(hands, "0201", "0301", "0302")
    assert place_of(hands, "RG") == "0302"
    assert offered_only() == before + 2, "it was selected and moved, nothing else was sent"
    actions = [entry.action for entry in hands.controller.session.history.saved_steps()]
    assert actions[-2:] == [Action("select", "unit", "RG"), Action("move", "hex", "0302")]


def test_a_drag_is_taken_back_and_done_again_as_one(hands: Hands) -> None:
    hands.reach_movement()
    before = len(hands.controller.session)
    hands.window.table.ask_consent = tuple
    drag(hands, "0201", "0301")
    hands.window.table.undo()
    assert place_of(hands, "RG") == "0201" and len(hands.controller.session) == before
    hands.window.table.redo()
    assert place_of(hands, "RG") == "0301" and len(hands.controller.session) == before + 2
    hands.window.table.undo()
    hands.click_hex("0201")
    hands.click_hex("0301")
    hands.window.table.undo()
    assert len(hands.controller.session) == before + 1, "two clicks are two steps"


def test_one_key_takes_back_a_drag_in_a_game_that_was_saved_and_opened(
    hands: Hands, tmp_path: Path, qtbot: QtBot
) -> None:
    hands.reach_movement()
    before = len(hands.controller.session)
    drag(hands, "0201", "0301")
    assert [step.joined for step in hands.controller.session.history.saved_steps()][-2:] == [False, True]
    saves.write(saves.saved(hands.controller.session), tmp_path / "dragged.startline")
    hands.window.files.open_file(tmp_path / "dragged.startline")
    assert len(hands.controller.session) == before + 2 and place_of(hands, "RG") == "0301"
    hands.window.table.ask_consent = tuple
    qtbot.keyClick(hands.window.table.map, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(hands.controller.session) == before and place_of(hands, "RG") == "0201"


def test_who_refuses_to_undo_a_drag_keeps_all_of_it(hands: Hands) -> None:
    hands.reach_movement()
    drag(hands, "0201", "0302")
    assert hands.controller.viewing_side == "blue", "the move may be answered"
    length = len(hands.controller.session)
    hands.window.table.ask_consent = lambda sides: ()
    hands.window.table.undo()
    assert len(hands.controller.session) == length and place_of(hands, "RG") == "0302"


def test_a_drag_that_breaks_in_the_rules_leaves_nothing_behind(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.reach_movement()
    state, broke = hands.controller.session.state, list[str]()
    hands.controller.broke.disconnect()
    hands.controller.broke.connect(broke.append)

    def falls(self: MoveUnit, tx: object, action: Action) -> None:
        raise KeyError("a hole")

    monkeypatch.setattr(MoveUnit, "apply", falls)
    drag(hands, "0201", "0301")
    assert len(broke) == 1 and "KeyError('a hole')" in broke[0]
    assert hands.controller.session.state is state, "not even the selection is left"


def test_a_reminder_about_a_drag_is_given_before_anything_is_done(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.reach_movement()
    state, commitment = hands.controller.session.state, hands.window.table.commitment
    reminders = {"select": ["nothing to add"], "move": ["the other one is faster"]}
    for frame in (MovementSegment, MoveUnit):
        monkeypatch.setattr(frame, "reminders", lambda self, state, action: iter(reminders[action.verb]))
    hands.window.table.remind = True
    drag(hands, "0201", "0301")
    asked = commitment.card.words.text()
    assert "• Nothing to add" in asked and "• The other one is faster" in asked
    assert hands.controller.session.state is state


def test_while_it_is_carried_its_destinations_are_lit(hands: Hands) -> None:
    hands.reach_movement()
    table = hands.window.table
    scene = table.map.map_scene()
    assert scene is not None
    before = hands.controller.session.state
    assert not scene.lit.hexes
    press(hands, "0201")
    carry(hands, "0302")
    lit = scene.lit.hexes
    assert lit and "0201" not in lit and "0402" not in lit
    assert scene.way.boundingRect().isValid(), "the way there is drawn"
    assert "Cost" in table.note.text and "0302" in table.note.text
    assert hands.controller.session.state is before, "nothing is sent before it is put down"
    carry(hands, "0402")
    assert not scene.way.boundingRect().isValid() and table.note.text == ""
    release(hands, "0302")
    hands.controller.undo(("red", "blue"))
    hands.click_hex("0201")
    assert scene.lit.hexes == lit, "what was lit is what the selected unit is offered"


def test_dropped_elsewhere_it_goes_back_and_says_why(hands: Hands, offered_only: Callable[[], int]) -> None:
    hands.reach_movement()
    session, sent = hands.controller.session, offered_only()
    before = session.state
    drag(hands, "0201", "0402")
    assert "held by blue" in hands.window.table.note.text
    assert session.state is before and offered_only() == sent
    assert not session.can_redo, "not even taken back"
    scene = hands.window.table.map.map_scene()
    assert scene is not None and not scene.lit.hexes


def test_dropped_where_it_was_it_says_nothing(hands: Hands) -> None:
    hands.reach_movement()
    before = len(hands.controller.session)
    drag(hands, "0201", "0302", "0201")
    assert len(hands.controller.session) == before
    assert hands.window.table.note.text == "" and hands.window.table.menu is None, "and it was no click"


def test_escape_puts_it_back(hands: Hands, offered_only: Callable[[], int]) -> None:
    hands.reach_movement()
    sent = offered_only()
    press(hands, "0201")
    carry(hands, "0302")
    assert hands.window.table.dragging.carrying is not None
    hands.key(Qt.Key.Key_Escape)
    assert hands.window.table.dragging.carrying is None
    release(hands, "0302")
    assert place_of(hands, "RG") == "0201" and offered_only() == sent


def test_another_button_puts_it_back(hands: Hands) -> None:
    hands.reach_movement()
    before = len(hands.controller.session)
    press(hands, "0201")
    carry(hands, "0302")
    viewport, right = hands.window.table.map.viewport(), Qt.MouseButton.RightButton
    hands.qtbot.mousePress(viewport, right, pos=spot(hands, "0302"))
    assert hands.window.table.dragging.carrying is None
    hands.qtbot.mouseRelease(viewport, right, pos=spot(hands, "0302"))
    release(hands, "0302")
    assert len(hands.controller.session) == before


def test_an_enemy_unit_cannot_be_picked_up(hands: Hands) -> None:
    hands.reach_movement()
    before = len(hands.controller.session)
    drag(hands, "0402", "0403")
    assert "B1 belongs to blue" in hands.window.table.note.text
    assert len(hands.controller.session) == before


def test_a_selected_unit_is_dragged_on(hands: Hands) -> None:
    hands.reach_movement()
    hands.click_hex("0201")
    scene = hands.window.table.map.map_scene()
    assert scene is not None and scene.counters._chosen == {"RG"}, "it is ringed as the chosen one"
    before = len(hands.controller.session)
    drag(hands, "0201", "0301")
    assert place_of(hands, "RG") == "0301"
    assert len(hands.controller.session) == before + 1, "only the move was left to send"


def test_of_a_stack_the_top_is_dragged(hands: Hands) -> None:
    hands.reach_movement()
    scene, printed_map = hands.window.table.map.map_scene(), hands.window.table.printed_map
    assert scene is not None and printed_map is not None
    top = scene.counters.unit_at(printed_map.geometry.centre("0102"))
    drag(hands, "0102", "0202")
    other = ({"R1", "R2"} - {top}).pop()
    assert place_of(hands, top) == "0202" and place_of(hands, other) == "0102"


def test_where_the_pointer_misses_the_counter_nothing_is_dragged(hands: Hands) -> None:
    hands.reach_movement()
    printed_map, view = hands.window.table.printed_map, hands.window.table.map
    assert printed_map is not None
    rect = printed_map.geometry.rect("0201")
    corner = view.mapFromScene(QPointF(rect.left() + 3, rect.center().y()))
    mouse(hands, QEvent.Type.MouseButtonPress, corner)
    carry(hands, "0302")
    assert hands.window.table.dragging.carrying is None
    release(hands, "0302")
    assert place_of(hands, "RG") == "0201"


def test_space_drags_the_map_and_not_the_unit(hands: Hands) -> None:
    hands.reach_movement()
    view = hands.window.table.map
    hands.qtbot.keyPress(view, Qt.Key.Key_Space)
    drag(hands, "0201", "0302")
    hands.qtbot.keyRelease(view, Qt.Key.Key_Space)
    assert place_of(hands, "RG") == "0201"


def test_nothing_is_dragged_out_of_the_past(hands: Hands) -> None:
    hands.reach_movement()
    hands.controller.look_at(2)
    drag(hands, "0201", "0302")
    assert place_of(hands, "RG") == "0201" and hands.window.table.dragging.carrying is None


def attack_on_the_bridge(hands: Hands) -> None:
    """Red has brought two units beside the bridge and builds an attack."""
    hands.reach_movement()
    drag(hands, "0201", "0302")
    while hands.controller.decision is not None and hands.controller.decision.path[-1] == "Reaction":
        hands.controller.act(Action("pass"))
    drag(hands, "0102", "0302")
    while hands.controller.decision is not None and hands.controller.decision.path[-1] != "Combat":
        verb = "pass" if hands.controller.decision.path[-1] == "Reaction" else "end"
        hands.controller.act(Action(verb))
    hands.click_hex("0402")


def test_shift_takes_the_whole_stack_in(hands: Hands, offered_only: Callable[[], int]) -> None:
    attack_on_the_bridge(hands)
    there = {counter.id for counter in hands.controller.counters_at("0302")}
    assert len(there) == 2 and not hands.controller.subjects()
    press(hands, "0302", Qt.KeyboardModifier.ShiftModifier)
    release(hands, "0302", Qt.KeyboardModifier.ShiftModifier)
    assert hands.controller.subjects() == there
    assert hands.controller.session.legal()[0] != Action("add", "unit", "RG")
    hands.window.table.undo()
    assert not hands.controller.subjects(), "one gesture is taken back as one"
    hands.window.table.redo()
    assert hands.controller.subjects() == there


def test_a_frame_drawn_with_shift_takes_in_what_it_holds(hands: Hands) -> None:
    attack_on_the_bridge(hands)
    there = {counter.id for counter in hands.controller.counters_at("0302")}
    shift = Qt.KeyboardModifier.ShiftModifier
    press(hands, "0101", shift)
    carry(hands, "0403", shift)
    assert hands.window.table.dragging._band.isVisible()
    release(hands, "0403", shift)
    assert hands.controller.subjects() == there
    assert not hands.window.table.dragging._band.isVisible()


def test_shift_on_a_single_meaning_is_a_click(hands: Hands) -> None:
    hands.reach_movement()
    press(hands, "0402", Qt.KeyboardModifier.ShiftModifier)
    release(hands, "0402", Qt.KeyboardModifier.ShiftModifier)
    assert hands.window.table.inspector.place == "0402"


@pytest.mark.parametrize("seed", range(3))
def test_drags_send_only_what_is_offered(hands: Hands, offered_only: Callable[[], int], seed: int) -> None:
    chance, table = Random(seed), hands.window.table
    assert table.printed_map is not None
    places = table.printed_map.geometry.lattice.hexes
    for _ in range(150):
        if hands.controller.decision is None:
            break
        roll = chance.random()
        if table.menu is not None and table.menu.isVisible():
            entry = chance.choice(table.menu.actions())
            hands.qtbot.mouseClick(table.menu, LEFT, pos=table.menu.actionGeometry(entry).center())
        elif roll < 0.3 and table.bar.buttons:
            hands.qtbot.mouseClick(chance.choice(table.bar.buttons), LEFT)
        elif roll < 0.75:
            occupied = [c.place for c in hands.controller.view.counters if c.place in places]
            drag(hands, chance.choice(occupied), chance.choice(places), chance.choice(places))
        else:
            hands.click_hex(chance.choice(places))
    assert offered_only() > 15, "the random player got somewhere"


@pytest.mark.parametrize("scenario", [card.key for card in ScenarioLibrary().cards()])
def test_units_of_every_scenario_can_be_dragged(window: MainWindow, qtbot: QtBot, scenario: str) -> None:
    hands, chance = Hands(window, qtbot), Random(scenario)
    hands.sit_down(scenario)
    controller, view = hands.controller, window.table.map
    for _ in range(250):
        if controller.decision is None:
            break
        movers = [
            c for c in controller.view.counters if c.id in controller.lit_units() | controller.subjects()
        ]
        hands_of = [hand for mover in movers if (hand := hand_with(controller, mover.id))]
        on_map = view.map_scene().geometry.is_hex
        hand = next((hand for hand in hands_of if any(map(on_map, hand.ways))), None)
        if hand is None:
            controller.act(chance.choice(controller.offers).action)
            continue
        carried = controller.view.counter(hand.units[0])
        assert carried is not None
        target = next(filter(on_map, sorted(hand.ways)))
        before, ways = len(controller.session), hand.ways[target]
        view.go_to(carried.place)
        assert window.table.dragging.pick_up(carried.id, spot(hands, carried.place))
        view.ensureVisible(QRectF(spot_in_scene(hands, target), QSizeF(1, 1)))
        carry(hands, target)
        release(hands, target)
        if len(ways) > 1:
            assert window.table.menu is not None and len(window.table.menu.actions()) == len(ways)
            hands.pick(ways[0].label)
        done = [entry.action for entry in controller.session.history.saved_steps()[before:]]
        assert tuple(done) == ways[0].actions
        return
    pytest.fail("nothing could be dragged")


def spot_in_scene(hands: Hands, hex_id: str) -> QPointF:
    assert hands.window.table.printed_map is not None
    return hands.window.table.printed_map.geometry.centre(hex_id)


def test_tab_goes_from_target_to_target_and_then_on(hands: Hands) -> None:
    hands.reach_movement()
    view = hands.window.table.map
    view.setFocus()
    assert hands.window.table.steps.places() == ["0201", "0102"], "as one reads a page"
    hands.key(Qt.Key.Key_Tab)
    assert view.cursor_hex == "0201"
    hands.key(Qt.Key.Key_Return)
    assert "RG" in hands.window.table.bar._prompt.text()
    hands.key(Qt.Key.Key_Tab)
    first = view.cursor_hex
    assert first in hands.controller.lit_hexes()
    assert "Cost" in hands.window.table.note.text
    hands.key(Qt.Key.Key_Tab)
    assert view.cursor_hex != first
    hands.key(Qt.Key.Key_Backtab)
    assert view.cursor_hex == first
    hands.key(Qt.Key.Key_Return)
    assert place_of(hands, "RG") == first


def test_behind_the_last_target_tab_leaves_the_map(hands: Hands) -> None:
    hands.reach_movement()
    view = hands.window.table.map
    view.setFocus()
    for _ in range(3):
        assert view.hasFocus()
        hands.key(Qt.Key.Key_Tab)
    assert not view.hasFocus() and view.cursor_hex == ""
