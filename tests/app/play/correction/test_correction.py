"""Correcting the position: agreed by name, shown before and after, one step of the history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSpinBox, QWidget

from app.play.correction.correction_mode import CorrectionMode, OpenTableDialog
from app.play.correction.correction_panel import CorrectionPanel
from engine.referee.hidden_information import open_table_shows_more
from tests.app.hands import Hands
from tests.toy.records import Clock, Piece

LEFT = Qt.MouseButton.LeftButton
BOTH = {"red": "Anna", "blue": "Bert"}


def mode_of(hands: Hands) -> CorrectionMode:
    return hands.window.hotseat.correction


def open_table(hands: Hands) -> CorrectionPanel:
    """By the keyboard: the shortcut, two names, two ticks, Enter."""
    hands.window.activateWindow()
    hands.qtbot.waitUntil(hands.window.isActiveWindow)
    hands.qtbot.keyClick(
        hands.window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    dialog = mode_of(hands).dialog
    assert dialog is not None and dialog.isVisible()
    for side, name in BOTH.items():
        hands.qtbot.keyClicks(dialog.names[side], name)
        hands.qtbot.keyClick(dialog.ticks[side], Qt.Key.Key_Space)
    hands.qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert mode_of(hands).running
    return mode_of(hands).panel


@pytest.fixture
def panel(hands: Hands) -> Iterator[CorrectionPanel]:
    hands.reach_movement()
    yield open_table(hands)


def point_of(hands: Hands, hex_id: str) -> QPoint:
    view, printed_map = hands.window.table.map, hands.window.table.printed_map
    assert printed_map is not None
    view.ensureVisible(printed_map.geometry.rect(hex_id), 10, 10)
    point = view.mapFromScene(printed_map.geometry.centre(hex_id))
    assert view.viewport().rect().contains(point)
    return point


def drag(hands: Hands, start: str, end: str) -> None:
    view = hands.window.table.map.viewport()
    first, last = point_of(hands, start), point_of(hands, end)
    QTest.mousePress(view, LEFT, pos=first)
    for share in (0.3, 0.6, 1.0):
        QTest.mouseMove(view, first + (last - first) * share)
        hands.qtbot.wait(1)
    QTest.mouseRelease(view, LEFT, pos=last)


def type_into(hands: Hands, editor: QWidget, text: str) -> None:
    line = editor.lineEdit() if isinstance(editor, QComboBox) else editor
    assert isinstance(line, QLineEdit | QSpinBox)
    line.selectAll()
    hands.qtbot.keyClicks(line, text)
    hands.qtbot.keyClick(line, Qt.Key.Key_Return)


def agree(hands: Hands, panel: CorrectionPanel) -> None:
    for tick in panel.ticks.values():
        hands.qtbot.mouseClick(tick, LEFT, pos=QPoint(8, tick.height() // 2))
    assert panel.apply.isEnabled()


def listed(panel: CorrectionPanel) -> list[str]:
    return [panel.changes.item(row).text() for row in range(panel.changes.count())]


def test_nobody_looks_before_both_have_agreed_by_name(hands: Hands) -> None:
    dialog = OpenTableDialog({"red": "Red", "blue": "Blue"}, {"red": "Anna"})
    hands.qtbot.addWidget(dialog)
    ok = dialog.buttons.button(dialog.buttons.StandardButton.Ok)
    assert not ok.isEnabled()
    for tick in dialog.ticks.values():
        tick.setChecked(True)
    assert not ok.isEnabled(), "blue has no name yet"
    dialog.names["blue"].setText("Bert")
    assert ok.isEnabled() and dialog.consent() == BOTH
    dialog.ticks["red"].setChecked(False)
    assert not ok.isEnabled()


def test_the_table_lies_open_and_closes_again(hands: Hands, panel: CorrectionPanel) -> None:
    assert hands.controller.view.counter("BX") is not None, "the concealed unit of blue"
    assert hands.controller.offers == () and not hands.window.table.bar.isVisible()
    for key in ("undo", "correct", "reset"):
        assert not hands.window.actions_by_key[key].isEnabled(), key
    hands.qtbot.mouseClick(panel.discard, LEFT)
    assert not mode_of(hands).running and panel.isHidden()
    assert hands.controller.view.counter("BX") is None and hands.controller.offers
    last = hands.controller.session.history.last
    assert last.events[0].text == (
        "All hidden information was shown, as Anna (Red) and Bert (Blue) agreed, and nothing was changed"
    ), "red knows where the concealed unit is, and the log says how"
    assert hands.controller.undo_needs_consent()


def test_without_secrets_a_look_is_nothing_to_tell(hands: Hands) -> None:
    card = next(card for card in hands.window.library.cards() if card.key == "toy-bridge")
    hands.window.game.play(hands.window.library.set_up(card, {"fog": False}))
    assert not open_table_shows_more(hands.controller.session)
    panel = open_table(hands)
    hands.qtbot.mouseClick(panel.discard, LEFT)
    assert len(hands.controller.session) == 0


def test_a_counter_is_dragged_and_a_field_is_typed(hands: Hands, panel: CorrectionPanel) -> None:
    before = len(hands.controller.session)
    drag(hands, "0201", "0202")
    assert listed(panel) == ["Piece RG: place 0201 → 0202"]
    counter = hands.controller.view.counter("RG")
    assert counter is not None and counter.place == "0202", "the map shows it at once"
    assert panel.record == replace(hands.controller.session.state.get(Piece, "RG"), place="0202")
    hands.window.table.map.setFocus()
    hands.click_hex("0402")
    assert panel.record is not None and panel.record.key == "B1"
    steps = panel.form.editors["steps"]
    assert isinstance(steps, QSpinBox)
    hands.qtbot.keyClick(steps, Qt.Key.Key_Down)
    assert listed(panel)[1] == "Piece B1: steps 2 → 1"
    assert len(hands.controller.session) == before, "nothing is done yet"
    hands.qtbot.keyClicks(panel.reason, "set up from an old copy")
    agree(hands, panel)
    hands.qtbot.mouseClick(panel.apply, LEFT)
    session = hands.controller.session
    assert len(session) == before + 1 and not mode_of(hands).running
    assert session.state.get(Piece, "RG").place == "0202" and session.state.get(Piece, "B1").steps == 1
    line = hands.window.table.log.model.lines[-1].event.text
    assert line == (
        "The position was corrected, as Anna (Red) and Bert (Blue) agreed: Piece RG: place 0201 → 0202; "
        "Piece B1: steps 2 → 1. Reason: set up from an old copy"
    )
    assert hands.controller.undo_needs_consent()


def test_a_drag_that_ends_off_the_map_changes_nothing(hands: Hands, panel: CorrectionPanel) -> None:
    view = hands.window.table.map.viewport()
    QTest.mousePress(view, LEFT, pos=point_of(hands, "0201"))
    QTest.mouseMove(view, QPoint(2, 2))
    QTest.mouseRelease(view, LEFT, pos=QPoint(2, 2))
    assert listed(panel) == [] and not panel.apply.isEnabled()


def test_each_new_change_asks_for_agreement_again(hands: Hands, panel: CorrectionPanel) -> None:
    drag(hands, "0201", "0202")
    agree(hands, panel)
    drag(hands, "0202", "0203")
    assert not panel.apply.isEnabled() and not any(tick.isChecked() for tick in panel.ticks.values())
    assert len(listed(panel)) == 1, "the same counter is one change"
    hands.qtbot.mouseClick(panel.undo, LEFT)
    assert listed(panel) == [] and not any(tick.isEnabled() for tick in panel.ticks.values())


def test_what_the_game_forbids_is_a_sentence_and_can_be_mended(hands: Hands, panel: CorrectionPanel) -> None:
    before = len(hands.controller.session)
    drag(hands, "0201", "0402")
    agree(hands, panel)
    hands.qtbot.mouseClick(panel.apply, LEFT)
    assert mode_of(hands).running and panel.problem.isVisible()
    assert "both sides stand in 0402" in panel.problem.text()
    assert len(hands.controller.session) == before
    drag(hands, "0402", "0302")
    moved = hands.controller.view.counter(panel.record.key if panel.record else "")
    assert moved is not None and moved.place == "0302" and not panel.problem.isVisible()


def test_a_value_that_cannot_be_is_refused_where_it_is_typed(hands: Hands, panel: CorrectionPanel) -> None:
    panel.choose("R1")
    place = panel.form.editors["place"]
    assert isinstance(place, QComboBox)
    assert {"0102", "0402", "reserve"} <= {place.itemText(at) for at in range(place.count())}
    type_into(hands, place, "reserve")
    assert listed(panel) == ["Piece R1: place 0102 → reserve"]
    key = panel.form.editors["key"]
    assert not key.isEnabled()
    guns = panel.form.editors["guns"]
    assert isinstance(guns, QCheckBox)
    hands.qtbot.keyClick(guns, Qt.Key.Key_Space)
    assert listed(panel) == ["Piece R1: place 0102 → reserve, guns no → yes"]


def test_a_unit_is_removed_and_put_back(hands: Hands, panel: CorrectionPanel) -> None:
    panel.choose("R2")
    hands.qtbot.mouseClick(panel.remove, LEFT)
    assert listed(panel) == ["Piece R2 is removed"] and hands.controller.view.counter("R2") is None
    agree(hands, panel)
    hands.qtbot.mouseClick(panel.apply, LEFT)
    assert hands.controller.session.state.find(Piece, "R2") is None
    again = open_table(hands)
    row = next(row for row in range(again.records.count()) if "R2" in again.records.item(row).text())
    assert again.records.item(row).text().endswith("(removed)")
    again.records.setCurrentRow(row)
    hands.qtbot.mouseClick(again.put_back, LEFT)
    assert listed(again) == ["Piece R2 is put back"]
    agree(hands, again)
    hands.qtbot.mouseClick(again.apply, LEFT)
    assert hands.controller.session.state.get(Piece, "R2").place == "0102"


def test_a_track_is_set_by_its_record(hands: Hands, panel: CorrectionPanel) -> None:
    panel.kind.setCurrentIndex(panel.kind.findText("Clock"))
    panel.kind.activated.emit(panel.kind.currentIndex())
    type_into(hands, panel.form.editors["turn"], "2")
    assert listed(panel) == ["Clock: turn 1 → 2"]
    assert hands.controller.view.turn == "Turn 2"
    agree(hands, panel)
    hands.qtbot.mouseClick(panel.apply, LEFT)
    assert hands.controller.session.state.one(Clock).turn == 2


def test_the_search_finds_records(hands: Hands, panel: CorrectionPanel) -> None:
    hands.qtbot.keyClicks(panel.search, "reserve")
    assert panel.records.count() == 1 and panel.records.item(0).text() == "Piece R3  ·  reserve"


def test_a_corrected_game_is_saved_and_opens_again(
    hands: Hands, panel: CorrectionPanel, tmp_path: Path
) -> None:
    drag(hands, "0201", "0202")
    agree(hands, panel)
    hands.qtbot.mouseClick(panel.apply, LEFT)
    digest, length = hands.controller.session.history.digest(7), len(hands.controller.session)
    assert hands.window.files.save_to(tmp_path / "corrected.startline")
    hands.window.files.open_file(tmp_path / "corrected.startline")
    assert len(hands.controller.session) == length
    assert hands.controller.session.history.digest(7) == digest
    assert "corrected" in hands.window.table.log.model.lines[-1].event.text


def test_the_handover_screen_comes_after_a_correction_with_secrets(
    hands: Hands, panel: CorrectionPanel
) -> None:
    hands.window.actions_by_key["hot_seat"].setChecked(True)
    hands.qtbot.mouseClick(panel.discard, LEFT)
    assert hands.window.hotseat.covered
    assert hands.window.pages.currentWidget() is hands.window.hotseat.handover_screen


def test_another_game_on_the_table_ends_it(hands: Hands, panel: CorrectionPanel) -> None:
    old = hands.controller.session
    drag(hands, "0201", "0202")
    hands.sit_down("toy-mud")
    assert not mode_of(hands).running and panel.isHidden() and hands.window.table.bar.isVisible()
    assert old.history.last.events[0].what == "TableOpened"
    assert len(hands.controller.session) == 0


def test_the_past_is_not_looked_at_meanwhile(hands: Hands, panel: CorrectionPanel) -> None:
    hands.window.replay.look_back(0)
    hands.window.replay.tell_what_happened()
    assert not hands.controller.looking_back and not hands.window.replay.recap_bar.running


def test_every_widget_has_a_name(hands: Hands, panel: CorrectionPanel) -> None:
    for kind in (QComboBox, QLineEdit, QSpinBox, QCheckBox):
        for widget in panel.findChildren(kind):
            parent = widget.parentWidget()
            assert widget.accessibleName() or isinstance(parent, QSpinBox), widget
