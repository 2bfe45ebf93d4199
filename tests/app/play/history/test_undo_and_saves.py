"""The way back, files, and games that outlive the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QMessageBox
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.play.history.undo_list import BARRIER
from app.play.players.consent_dialog import ConsentDialog
from engine.catalogue import store
from engine.referee import save as saves
from engine.referee.action import Action
from engine.referee.session import Takeback
from tests.app.hands import Hands

CONTROL = Qt.KeyboardModifier.ControlModifier


def test_undo_and_redo_by_menu(hands: Hands) -> None:
    hands.reach_movement()
    hands.click_hex("0201")
    hands.click_hex("0302")
    moved = hands.controller.session.history.digest(8)
    hands.window.table.ask_consent = tuple  # Blue decides now: the move may be answered.
    hands.window.actions_by_key["undo"].trigger()
    assert len(hands.controller.session) == 7
    counter = hands.controller.view.counter("RG")
    assert counter is not None and counter.place == "0201"
    hands.window.actions_by_key["redo"].trigger()
    assert hands.controller.session.history.digest(8) == moved
    assert not hands.window.actions_by_key["redo"].isEnabled()


def test_the_history_goes_several_steps_at_once(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    hands.click_hex("0201")
    hands.key(Qt.Key.Key_Escape)
    session, history = hands.controller.session, hands.window.search.history
    assert len(session) == 8

    def ask() -> None:
        qtbot.keyClick(hands.window.table.map, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.AltModifier)
        assert history.isVisible()

    ask()
    assert history.found[1] == "Select RG", "red knows it"
    assert len(history.found) == 3 and "if every side agrees" in history.found[-1], "blue did what was before"
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(history.line, key)
    assert len(session) == 6, "two at once"
    hands.click_hex("0201")
    hands.click_hex("0302")
    ask()
    assert hands.controller.viewing_side == "blue", "the move may be answered"
    assert history.found == ["Blue decides now, and action 8 is one of Red" + BARRIER.removeprefix("{why}")]
    qtbot.keyClick(history.line, Qt.Key.Key_Escape)
    hands.window.table.ask_consent = tuple
    hands.window.actions_by_key["undo"].trigger()
    hands.window.actions_by_key["undo"].trigger()
    ask()
    assert history.found[0].startswith("Again: ") and history.found[1] == "Again: Select RG"
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(history.line, key)
    assert len(session) == 7 and session.can_redo


def test_what_was_done_together_is_one_line_of_the_history(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    session, history = hands.controller.session, hands.window.search.history
    before = len(session)
    assert hands.controller.act(Action("select", "unit", "RG"), Action("cancel"))
    assert hands.controller.act(Action("select", "unit", "RG"))
    hands.window.actions_by_key["history"].trigger()
    assert [find.detail for find in history._finds[:2]] == ["undo 1 action", "undo 3 actions"]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(history.line, key)
    assert len(session) == before
    hands.window.actions_by_key["history"].trigger()
    assert [find.detail for find in history._finds[:2]] == ["redo 3 actions", "redo 2 actions"]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(history.line, key)
    assert len(session) == before + 2 and session.can_redo


def test_undo_past_a_barrier_needs_consent(hands: Hands) -> None:
    hands.click_hex("0404")
    hands.click_hex("0101")
    hands.press("Storm")
    hands.press("Hold")
    assert hands.controller.undo_needs_consent(), "the secret answers have been shown"
    asked = []

    def refuse(sides: dict[str, str]) -> tuple[str, ...]:
        asked.append(sides)
        return ()

    hands.window.table.ask_consent = refuse
    hands.window.table.undo()
    assert asked == [{"red": "Red", "blue": "Blue"}]
    assert len(hands.controller.session) == 4
    hands.window.table.ask_consent = lambda sides: ("red",)
    hands.window.table.undo()
    assert len(hands.controller.session) == 4
    assert "blue must consent" in hands.window.table.note.text
    hands.window.table.ask_consent = tuple
    hands.window.table.undo()
    assert len(hands.controller.session) == 3
    assert hands.controller.session.takebacks[0].consent == ("blue", "red")


def test_undo_asks_before_it_takes_back_what_the_other_side_did(hands: Hands) -> None:
    hands.click_hex("0404")
    session, table = hands.controller.session, hands.window.table
    done, before = len(session), session.history.last.side
    assert hands.controller.viewing_side != before, "the other side is to decide"
    asked = []
    table.ask_consent = lambda sides: asked.append(sides) or ()
    table.undo()
    assert asked == [{"red": "Red", "blue": "Blue"}] and len(session) == done
    hands.window.actions_by_key["history"].trigger()
    history = hands.window.search.history
    assert "decides now" in history.found[0] and "if every side agrees" in history.found[0]
    history.hide()
    table.ask_consent = tuple
    table.undo()
    assert len(session) == done - 1 and session.takebacks[-1].consent == ("blue", "red")
    assert "was taken back" in " ".join(line.event.text for line in table.log.model.lines)


def test_one_person_on_every_side_is_not_asked_where_the_sides_change(hands: Hands) -> None:
    hands.click_hex("0404")
    session, table = hands.controller.session, hands.window.table
    done, asked = len(session), []
    table.ask_consent = lambda sides: asked.append(sides) or ()
    hands.window.hotseat.notebook.name_players({"red": "Kim", "blue": "Robin"})
    table.undo()
    assert asked and len(session) == done, "two people"
    hands.window.hotseat.notebook.name_players({"red": "Kim", "blue": "Kim"})
    asked.clear()
    table.undo()
    assert not asked and len(session) == done - 1
    assert session.takebacks[-1] == Takeback(done, ("blue", "red")), "the log tells it all the same"


def test_a_past_that_no_longer_comes_out_is_told_and_nothing_is_lost(hands: Hands, tmp_path: Path) -> None:
    hands.reach_movement()
    save = saves.saved(hands.controller.session)
    forged = replace(save.steps[2], digest="0" * 12)
    path = tmp_path / "forged.startline"
    saves.write(replace(save, steps=(*save.steps[:2], forged, *save.steps[3:])), path)
    hands.window.files.open_file(path)
    assert len(hands.controller.session) == 6 and not hands.controller.log_is_whole
    hands.window.actions_by_key["undo"].trigger()
    assert "Action 3 no longer leads where it did" in hands.window.table.note.text
    assert len(hands.controller.session) == 6
    hands.window.actions_by_key["replay"].trigger()
    boxes = hands.window.findChildren(QMessageBox)
    assert any("Action 3 no longer leads where it did" in box.text() for box in boxes)
    for box in boxes:
        box.close()


def test_what_was_taken_back_stands_in_the_log(hands: Hands) -> None:
    hands.click_hex("0404")
    hands.click_hex("0101")
    hands.press("Storm")
    hands.press("Hold")
    hands.window.table.ask_consent = tuple
    hands.window.table.undo()
    lines = [line.event.text for line in hands.window.table.log.model.lines]
    assert lines[-1] == "Action 4 was taken back, as Blue and Red agreed"
    hands.press("Hold")
    lines = [line.event.text for line in hands.window.table.log.model.lines]
    assert "Action 4 was taken back, as Blue and Red agreed" in lines[:-1]


def test_the_dialogue_wants_every_side(qtbot: QtBot) -> None:
    sides = {"red": "Red", "blue": "Blue"}
    dialog = ConsentDialog(sides, "Dice have fallen", title="Take back", accept="Take back")
    qtbot.addWidget(dialog)
    agree = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not agree.isEnabled()
    dialog.ticks["red"].setChecked(True)
    assert not agree.isEnabled()
    dialog.ticks["blue"].setChecked(True)
    assert agree.isEnabled()
    assert dialog.consent() == ("red", "blue")


def test_a_saved_game_opens_as_it_was(hands: Hands, tmp_path: Path) -> None:
    hands.reach_movement()
    path = tmp_path / "bridge.startline"
    assert hands.window.files.save_to(path)
    digest = hands.controller.session.history.digest(6)
    hands.press("End")
    hands.window.files.open_file(path)
    assert len(hands.controller.session) == 6
    assert hands.controller.session.history.digest(6) == digest
    assert "bridge.startline" in hands.window.windowTitle()
    assert hands.controller.log()[0].event.what == "SeedCommitted"


def test_a_bad_file_is_one_sentence(hands: Hands, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "letter.startline"
    path.write_text("Dear Sir")
    before = hands.controller
    hands.window.files.open_file(path)
    box = hands.window.findChild(QMessageBox)
    assert box is not None and "not a saved game" in box.text()
    assert hands.controller is before
    qtbot.mouseClick(box.button(QMessageBox.StandardButton.Ok), Qt.MouseButton.LeftButton)


def test_an_unwritable_place_is_one_sentence(hands: Hands, tmp_path: Path) -> None:
    assert not hands.window.files.save_to(tmp_path / "nowhere" / "game.startline")
    box = hands.window.findChild(QMessageBox)
    assert box is not None and "cannot be written" in box.text()
    box.close()


def test_a_long_game_opens_without_replaying_its_log(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.reach_movement()
    path = tmp_path / "long.startline"
    saves.write(saves.saved(hands.controller.session), path)
    monkeypatch.setattr("app.saving.open_game.REPLAY_UP_TO", 3)
    hands.window.files.open_file(path)
    panel = hands.window.table.log
    assert not hands.controller.log_is_whole
    assert panel.model.lines == []
    assert panel._earlier.isVisibleTo(panel)
    hands.click_hex("0201")
    hands.click_hex("0302")
    assert [line.step_number for line in panel.model.lines] == [8], "only what has happened since"
    hands.qtbot.mouseClick(panel._earlier, Qt.MouseButton.LeftButton)
    assert panel.model.lines[0].event.what == "SeedCommitted"
    assert not panel._earlier.isVisibleTo(panel)


@pytest.fixture
def catalogue(tmp_path: Path) -> str:
    path = tmp_path / "mine.db"
    store.open(path, create=True).close()
    return str(path)


def test_a_game_is_kept_action_by_action(window: MainWindow, qtbot: QtBot, catalogue: str) -> None:
    window.set_library(ScenarioLibrary.open(catalogue))
    card = next(card for card in window.library.cards() if card.key == "toy-bridge")
    window.begin(card, {"fog": True})
    hands = Hands(window, qtbot)
    hands.click_hex("0404")
    hands.click_hex("0101")
    # Nothing is closed or saved: this is what another process would find after a crash.
    found = ScenarioLibrary.open(catalogue)
    entry = found.begun()[0]
    assert entry.actions == 2
    again = found.resume(entry)
    assert again.history.digest(2) == hands.controller.session.history.digest(2)
    found.close()
    window.show_start()
    continued = window.start.tree.topLevelItem(1)
    assert continued is not None and continued.text(0).startswith(card.title)
    window.start.tree.itemActivated.emit(continued, 0)
    assert len(hands.controller.session) == 2
    assert hands.controller.session.writer is not None
