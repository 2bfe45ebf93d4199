"""Looking back: step, play, jump, branch, begin a phase again, and bookmarks."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.background.progress import Ended
from app.library.scenario_library import ScenarioLibrary
from app.play.history import branch_game
from app.play.history.bookmarks import Bookmarks
from app.play.history.chapters import chapters, phase_of, start_of_phase
from app.play.history.recap import traces
from app.play.history.replay_bar import SPEEDS, STEPS, ReplayBar
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.referee import save as saves
from engine.referee.ruling import NewDice
from engine.referee.seat import Seat
from tests.app.hands import Hands


def play_on(hands: Hands, seed: int, actions: int) -> None:
    chance = Random(seed)
    for _ in range(actions):
        if hands.controller.decision is not None:
            hands.controller.act(chance.choice(hands.controller.offers).action)


@pytest.fixture
def past(hands: Hands) -> Hands:
    """A game that has gone on for a while, and somebody who looks back at it."""
    play_on(hands, 1, 60)
    hands.window.actions_by_key["replay"].trigger()
    return hands


def bar_of(hands: Hands) -> ReplayBar:
    return hands.window.replay.replay_bar


def test_the_bar_stands_where_the_decision_stood(past: Hands) -> None:
    assert bar_of(past).isVisible() and not past.window.table.bar.isVisible()
    past.qtbot.mouseClick(bar_of(past).now, Qt.MouseButton.LeftButton)
    assert not bar_of(past).isVisible() and past.window.table.bar.isVisible()
    assert not past.controller.looking_back


def test_every_step_is_shown_as_the_side_in_the_chair_saw_it(past: Hands) -> None:
    session, viewing_side = past.controller.session, past.controller.viewing_side
    scene = past.window.table.map.map_scene()
    assert scene is not None
    bar_of(past).go(0)
    for step_number in range(0, len(session) + 1, 7):
        bar_of(past).slider.setValue(step_number)
        assert past.controller.view == session.game.view(session.at(step_number), viewing_side)
        assert past.controller.view.side == viewing_side
        assert scene.lit.hexes == set()
        assert f"action {step_number} of {len(session)}" in bar_of(past).where.text()


def test_looking_changes_nothing_and_nothing_can_be_done(past: Hands) -> None:
    session = past.controller.session
    before, length = session.state, len(session)
    past.qtbot.mouseClick(bar_of(past).first, Qt.MouseButton.LeftButton)
    past.click_hex("0201")
    past.click_hex("0302")
    past.window.table.undo()
    assert session.state is before and len(session) == length
    assert not past.window.actions_by_key["undo"].isEnabled()
    bar_of(past).leave()
    assert past.window.actions_by_key["undo"].isEnabled()
    assert past.controller.offers


def test_steps_by_button_key_and_menu(past: Hands) -> None:
    bar, length = bar_of(past), len(past.controller.session)
    assert bar.step_number == length and not bar.on.isEnabled()
    past.qtbot.mouseClick(bar.back, Qt.MouseButton.LeftButton)
    assert past.controller.step_number == length - 1
    past.window.actions_by_key["step_back"].trigger()
    past.qtbot.keyClick(bar, Qt.Key.Key_Left)
    assert past.controller.step_number == length - 3
    past.qtbot.keyClick(bar, Qt.Key.Key_Right)
    past.window.actions_by_key["step_on"].trigger()
    assert past.controller.step_number == length - 1
    past.qtbot.mouseClick(bar.first, Qt.MouseButton.LeftButton)
    assert past.controller.step_number == 0 and not bar.back.isEnabled()
    past.qtbot.mouseClick(bar.last, Qt.MouseButton.LeftButton)
    assert past.controller.step_number == length
    past.qtbot.keyClick(bar, Qt.Key.Key_Escape)
    assert not bar.isVisible()


@pytest.mark.parametrize("kind", ["turn", "phase", "combat"])
def test_steps_can_be_turns_phases_or_combats(past: Hands, kind: str) -> None:
    bar = bar_of(past)
    stops = [c.step_number for c in chapters(past.controller.seat) if c.kind == kind]
    assert stops, "the game had some"
    bar.go(0)
    bar.by.setCurrentIndex([key for key, _ in STEPS].index(kind))
    seen = [0]
    while bar.step_number < bar.slider.maximum():
        bar.step_on()
        seen.append(bar.step_number)
    assert sorted({0, *stops, bar.slider.maximum()}) == seen


def test_chapters_are_turns_phases_and_rolls_in_combat(past: Hands) -> None:
    session = past.controller.session
    everything = Seat(session, None)
    found = chapters(everything)
    turns = [c.title for c in found if c.kind == "turn"]
    assert turns == [f"Turn {n}" for n in range(1, len(turns) + 1)]
    for chapter in found:
        step = everything.step(chapter.step_number)
        if chapter.kind == "combat":
            assert any(event.dice for event in step.events)
        if chapter.kind == "phase" and chapter.step_number:
            assert phase_of(everything.step(chapter.step_number - 1)) != phase_of(step)


def test_the_menu_jumps(past: Hands) -> None:
    bar = bar_of(past)
    parts = {action.text(): action.menu() for action in bar.jump.menu().actions()}
    assert list(parts) == ["Turn", "Phase", "Combat"]
    entry = parts["Turn"].actions()[0]
    assert entry.text().endswith("Turn 1")
    entry.trigger()
    assert past.controller.step_number == int(entry.text().split()[0])


def test_it_plays_by_itself_and_stops_at_the_end(past: Hands) -> None:
    bar = bar_of(past)
    bar.speed.setCurrentIndex(len(SPEEDS) - 1)
    bar.go(len(past.controller.session) - 3)
    past.qtbot.mouseClick(bar.play, Qt.MouseButton.LeftButton)
    assert bar.playing and bar.play.accessibleName() == "Pause"
    past.qtbot.waitUntil(lambda: not bar.playing)
    assert past.controller.step_number == len(past.controller.session)
    past.qtbot.keyClick(bar, Qt.Key.Key_Space)
    assert bar.playing and past.controller.step_number == 0, "from the end it begins again"
    bar.leave()
    assert not bar.playing


def test_a_line_of_the_log_leads_to_its_step(hands: Hands) -> None:
    hands.reach_movement()
    hands.click_hex("0201")
    hands.click_hex("0302")
    log = hands.window.table.log
    row = next(row for row, line in enumerate(log.model.lines) if "0302" in line.event.text)
    index = log.list.model().index(row, 0)
    log.list.scrollTo(index)
    point = log.list.visualRect(index).center()
    hands.qtbot.mouseClick(log.list.viewport(), Qt.MouseButton.LeftButton, pos=point)
    hands.qtbot.mouseDClick(log.list.viewport(), Qt.MouseButton.LeftButton, pos=point)
    hands.qtbot.mouseRelease(log.list.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert bar_of(hands).isVisible()
    assert hands.controller.step_number == log.model.lines[row].step_number
    scene = hands.window.table.map.map_scene()
    assert scene is not None and scene.way.boundingRect().isValid(), "the way that was gone"


def test_what_if_is_a_new_game(past: Hands, tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    store.open(path, create=True).close()
    past.window.set_library(ScenarioLibrary.open(str(path)))
    old, length = past.controller.session, len(past.controller.session)
    bar_of(past).go(9)
    past.qtbot.mouseClick(bar_of(past).branch, Qt.MouseButton.LeftButton)
    new = past.controller.session
    assert new is not old and len(new) == 10 and len(old) == length
    assert isinstance(new.history.last.ruling, NewDice), "it foretells nothing about the old game"
    assert new.state.dice.seed != old.state.dice.seed and new.state.tables == old.at(9).tables
    assert new.history.digest(9) == old.history.digest(9)
    assert not bar_of(past).isVisible() and past.controller.offers
    other = [offer for offer in past.controller.offers if offer.action != old.history[10].action]
    past.controller.act((other or past.controller.offers)[0].action)
    assert len(new) == 11 and len(old) == length
    kept = past.window.library.begun()
    assert [entry.actions for entry in kept] == [11] and "what if" in kept[0].name
    again = past.window.library.resume(kept[0])
    assert again.state.dice == new.state.dice and again.log(None) == new.log(None)


def test_a_what_if_has_a_banner_with_the_way_back(past: Hands, qtbot: QtBot) -> None:
    window, game = past.window, past.controller.session
    bar = window.replay.what_if_bar
    assert bar.isHidden()
    for key in ("what_if", "what_if"):
        window.actions_by_key[key].trigger()
        assert bar.isVisible() and "What if?" in bar.words.text()
    other = past.controller.session
    assert other is not game
    qtbot.mouseClick(bar.back, Qt.MouseButton.LeftButton)
    assert past.controller.session not in (game, other) and bar.isVisible(), (
        "a branch of a branch leads to it"
    )
    qtbot.mouseClick(bar.back, Qt.MouseButton.LeftButton)
    assert past.controller.session is game and bar.isHidden()


def test_a_what_if_that_is_called_off_leaves_the_game_on_the_table(
    past: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = past.controller.session
    monkeypatch.setattr(branch_game, "run_in_background", lambda *_: Ended(cancelled=True))
    bar_of(past).go(9)
    past.qtbot.mouseClick(bar_of(past).branch, Qt.MouseButton.LeftButton)
    assert past.controller.session is old


def test_the_dice_of_a_branch_are_not_taken_back(past: Hands) -> None:
    bar_of(past).go(9)
    past.qtbot.mouseClick(bar_of(past).branch, Qt.MouseButton.LeftButton)
    assert not past.window.actions_by_key["undo"].isEnabled()
    past.controller.act(past.controller.offers[0].action)
    assert past.window.actions_by_key["undo"].isEnabled()


def test_the_same_dice_are_for_open_hands_only(past: Hands) -> None:
    old, same = past.controller.session, past.window.actions_by_key["same_dice"]
    assert same.isEnabled()
    past.window.actions_by_key["hot_seat"].setChecked(True)
    assert not same.isEnabled()
    past.window.actions_by_key["hot_seat"].setChecked(False)
    bar_of(past).go(9)
    same.trigger()
    new = past.controller.session
    assert new is not old and len(new) == 9 and new.state.dice == old.at(9).dice


def test_a_long_game_is_replayed_beside_the_window(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(hands, 3, 50)
    path = tmp_path / "long.startline"
    saves.write(saves.saved(hands.controller.session), path)
    monkeypatch.setattr("app.saving.open_game.REPLAY_UP_TO", 3)
    hands.window.files.open_file(path)
    assert not hands.controller.log_is_whole
    hands.window.actions_by_key["replay"].trigger()
    assert bar_of(hands).isVisible() and hands.controller.log_is_whole
    assert bar_of(hands).step_number == len(hands.controller.session)
    bar_of(hands).go(0)
    assert hands.controller.view.turn == "Turn 0"


# begin a phase again


def test_a_phase_is_begun_again(hands: Hands) -> None:
    hands.reach_movement()
    session = hands.controller.session
    start = session.history.digest(6)
    assert not hands.window.actions_by_key["reset"].isEnabled()
    hands.click_hex("0201")
    hands.key(Qt.Key.Key_Escape)
    hands.click_hex("0102")
    hands.pick("Select R2")
    assert len(session) == 9
    hands.window.actions_by_key["reset"].trigger()
    assert len(session) == 6 and session.history.digest(6) == start
    assert hands.controller.can_redo
    assert session.takebacks == [], "it was free"


def test_no_phase_is_begun_again_behind_a_barrier(hands: Hands) -> None:
    chance = Random(7)
    for _ in range(90):
        seat = hands.controller.seat
        if hands.controller.decision is None:
            break
        start, now = start_of_phase(seat), seat.actions_taken
        phase = phase_of(seat.step(now))
        for at in range(start + 1, now + 1):
            step = seat.step(at)
            assert not step.is_barrier and step.side == hands.controller.viewing_side
            assert phase_of(seat.step(at - 1)) == phase
        hands.controller.act(chance.choice(hands.controller.offers).action)


# bookmarks


def test_bookmarks_belong_to_one_side(hands: Hands) -> None:
    panel = hands.window.hotseat.notebook.panel
    hands.window.actions_by_key["bookmark"].trigger()
    assert panel.list.count() == 1 and hands.window.docks["bookmarks"].isVisible()
    hands.qtbot.keyClicks(panel.text, "The bridge must be held")
    panel.flush()
    hands.click_hex("0404")
    assert panel.list.count() == 0, "blue does not see red's"
    assert panel.text.toPlainText() == ""
    hands.click_hex("0101")
    assert panel.list.count() == 1
    panel.list.setCurrentRow(0)
    assert panel.text.toPlainText() == "The bridge must be held"
    hands.qtbot.mouseClick(panel.visit, Qt.MouseButton.LeftButton)
    assert hands.controller.looking_back and hands.controller.step_number == 0
    bar_of(hands).leave()
    hands.qtbot.mouseClick(panel.drop, Qt.MouseButton.LeftButton)
    assert panel.list.count() == 0


def test_bookmarks_outlive_the_window_and_follow_the_course(hands: Hands, tmp_path: Path) -> None:
    play_on(hands, 1, 12)
    session = hands.controller.session
    marks = Bookmarks(tmp_path / "notes", session)
    mark = marks.add("red", 10, "Before the assault")
    marks.comment(mark, "Why not earlier?")
    marks.name_players({"red": "  Otto ", "blue": ""})
    again = Bookmarks(tmp_path / "notes", saves.replay(saves.saved(session), session.game))
    assert [m.comment for m in again.of("red")] == ["Why not earlier?"]
    assert again.of("blue") == [] and again.players == {"red": "Otto"}
    branch = session.branch(9)
    choice = branch.choice
    assert choice is not None
    others = [action for action in branch.legal() if action != session.history[10].action]
    branch.submit(choice.side, others[0])
    assert Bookmarks(tmp_path / "notes", branch).of("red") == [], "that course never had this step"
    marks.remove(again.of("red")[0])
    assert Bookmarks(tmp_path / "notes", session).of("red") == []


def test_bookmarks_of_the_former_version_are_read(hands: Hands, tmp_path: Path) -> None:
    session = hands.controller.session
    Bookmarks(tmp_path, session).add("red", 0, "x")
    (path,) = tmp_path.glob("*.json")
    mark = {"side": "red", "moment": 0, "digest": "", "title": "The set-up", "comment": "Hm"}
    path.write_text(json.dumps({"bookmarks": [mark], "players": {}}))
    marks = Bookmarks(tmp_path, session)
    assert [(found.step_number, found.comment) for found in marks.of("red")] == [(0, "Hm")]
    marks.add("blue", 0, "y")
    assert json.loads(path.read_text())["bookmarks"][0] == mark, "and written as they were"


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"bookmarks": [{"side": 1}], "players": {}}', "[" * 9000])
def test_damaged_notes_are_put_aside(hands: Hands, tmp_path: Path, damage: str) -> None:
    session = hands.controller.session
    Bookmarks(tmp_path, session).add("red", 0, "x")
    (path,) = tmp_path.glob("*.json")
    path.write_text(damage)
    marks = Bookmarks(tmp_path, session)
    assert marks.of(None) == [] and "could not be read" in marks.problem
    assert path.with_suffix(".damaged").read_text() == damage
    marks.add("red", 0, "again")
    assert len(Bookmarks(tmp_path, session).of("red")) == 1


def test_notes_that_cannot_be_written_are_one_sentence(hands: Hands, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        Bookmarks(blocked, hands.controller.session).add("red", 0, "x")
    notebook = hands.window.hotseat.notebook
    notebook._folder = blocked
    notebook.open(hands.controller)
    hands.window.actions_by_key["bookmark"].trigger()
    box = hands.window.findChild(QMessageBox)
    assert box is not None and "cannot be written" in box.text()
    box.close()


# movement


def first_move(hands: Hands) -> int:
    """The first step at which a counter that the chair sees goes to another hex."""
    view_at, printed_map = hands.controller.view_at, hands.window.table.printed_map
    assert printed_map is not None
    for step_number in range(1, len(hands.controller.session) + 1):
        ways = traces(view_at(step_number - 1), view_at(step_number)).ways
        if any(
            printed_map.geometry.is_hex(start) and printed_map.geometry.is_hex(end) for start, end in ways
        ):
            return step_number
    raise AssertionError("nothing has moved")


def test_a_step_on_moves_as_long_as_the_player_wishes(past: Hands) -> None:
    glide, scene = past.window.replay.glide, past.window.table.map.map_scene()
    assert scene is not None
    step_number = first_move(past)
    past.window.preferences.set(animation="fast")
    bar_of(past).go(step_number - 1)
    past.qtbot.keyClick(bar_of(past), Qt.Key.Key_Right)
    assert glide.running and glide.ghosts
    (ghost, start, end), *_ = glide.ghosts
    assert start != end and ghost.scene() is scene
    on_table = {c.id for c in past.controller.view.counters if scene.geometry.is_hex(c.place)}
    shown = {c.id for place in scene.geometry.lattice.hexes for c in scene.counters.stack(place)}
    assert len(on_table - shown) == len(glide.ghosts), "what is on its way is not in its hex as well"
    past.qtbot.waitUntil(lambda: not glide.running)
    assert glide.ghosts == [] and ghost.scene() is None
    shown = {c.id for place in scene.geometry.lattice.hexes for c in scene.counters.stack(place)}
    assert shown == on_table


def test_without_animation_nothing_glides(past: Hands) -> None:
    past.window.preferences.set(animation="off")
    step_number = first_move(past)
    bar_of(past).go(step_number - 1)
    past.qtbot.keyClick(bar_of(past), Qt.Key.Key_Right)
    assert bar_of(past).step_number == step_number and not past.window.replay.glide.running


def test_nothing_glides_on_the_way_back_or_past_the_end(past: Hands) -> None:
    glide, step_number = past.window.replay.glide, first_move(past)
    past.window.preferences.set(animation="slow")
    bar_of(past).go(step_number - 1)
    past.qtbot.keyClick(bar_of(past), Qt.Key.Key_Right)
    assert glide.running
    past.qtbot.keyClick(bar_of(past), Qt.Key.Key_Left)
    assert not glide.running and glide.ghosts == []
    past.qtbot.keyClick(bar_of(past), Qt.Key.Key_Right)
    assert glide.running
    past.qtbot.keyClick(bar_of(past), Qt.Key.Key_Escape)
    assert not glide.running and not past.controller.looking_back


def test_a_movement_is_over_before_the_next_step_is_played(past: Hands) -> None:
    bar = bar_of(past)
    bar.go(0)
    bar.speed.setCurrentIndex(len(SPEEDS) - 1)
    assert bar.longest_movement >= 900
    bar.toggle()
    assert bar.longest_movement < SPEEDS[-1][1]
    bar.toggle()
