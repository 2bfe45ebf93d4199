"""Two people on one catalogue: a game is played at one table, and the other player chooses what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.play.play_controller import PlayController
from app.rules.rule_library import ExampleFile
from app.saving.shared_games import BRANCH, CANCEL, READ_ONLY, TAKE_OVER
from engine import games as registry
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.game_store import GameStore, SavedEntry
from engine.catalogue.game_writer import look, resume
from engine.catalogue.lease import RENEW_EVERY_SECONDS, STALE_AFTER_SECONDS, Lease, LeaseLost, this_process
from engine.referee.position import Position
from engine.referee.session import Session
from tests.app.hands import Hands

BEN = replace(this_process(), user="ben", host="lap", machine="another machine")


class Club:
    """A shared catalogue, the window of one player, and Ben at another machine."""

    def __init__(self, path: Path, window: MainWindow, qtbot: QtBot) -> None:
        self.path = path
        self.window = window
        self.hands = Hands(window, qtbot)
        self.ben = GameStore(store.open(path), BEN)
        self.asked: list[tuple[str, Lease]] = []
        window.set_library(ScenarioLibrary.open(str(path)))
        self.answer("")

    def answer(self, text: str) -> None:
        def ask(title: str, lease: Lease) -> str:
            self.asked.append((title, lease))
            return text

        self.window.shared.ask = ask

    @property
    def entry(self) -> SavedEntry:
        """The game that was begun first."""
        return next(
            entry for entry in self.window.library.begun() if "," not in entry.name.partition(", 2")[0]
        )

    @property
    def controller(self) -> PlayController:
        return self.hands.controller

    def begin(self) -> None:
        card = next(card for card in self.window.library.cards() if card.key == "toy-bridge")
        self.window.begin(card, {})
        self.window.table.remind = False

    def act(self) -> bool:
        return self.controller.act(self.controller.offers[0].action)

    def leave_table(self) -> None:
        """Put a game on the table that nobody keeps."""
        self.window.game.play(self.controller.session.branch(0))

    def ben_sits_down(self, take_over: bool = False) -> Session:
        entry = self.entry
        return resume(self.ben, entry.name, registry.game, autosave=True, take_over=take_over)

    def stored(self) -> Session:
        return look(self.ben, self.entry.name, registry.game, autosave=True)

    def let_time_pass(self) -> None:
        """As if nobody had renewed the lease for long."""
        then = datetime.now(UTC) - timedelta(seconds=STALE_AFTER_SECONDS + 60)
        with closing(sqlite3.connect(self.path)) as plain, plain:
            plain.execute("UPDATE game_leases SET renewed = ?", (then.isoformat(),))

    def close_boxes(self) -> list[str]:
        boxes = [box for box in self.window.findChildren(QMessageBox) if box.isVisible()]
        texts = [box.text() for box in boxes]
        for box in boxes:
            box.close()
        return texts


@pytest.fixture
def club(window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setenv("STARTLINE_HOME", str(tmp_path / "home"))
    path = tmp_path / "club.db"
    store.open(path, create=True).close()
    yield Club(path, window, qtbot)


def act(session: Session) -> None:
    choice = session.choice
    assert choice is not None
    session.submit(choice.side, session.legal()[0])


@pytest.fixture
def bens(club: Club) -> tuple[Club, Session]:
    """Ben plays the game that was begun here."""
    club.begin()
    for _ in range(2):
        club.act()
    club.leave_table()
    session = club.ben_sits_down()
    act(session)
    return club, session


def test_a_free_game_is_opened_without_a_question(club: Club) -> None:
    club.begin()
    club.act()
    club.window.shared.resume(club.entry)
    assert club.asked == [] and len(club.controller.session) == 1 and not club.controller.read_only


def test_cancel_leaves_everything(bens: tuple[Club, Session]) -> None:
    club, session = bens
    before = club.controller
    club.answer(CANCEL)
    club.window.shared.resume(club.entry)
    ((title, lease),) = club.asked
    assert title == before.title and lease.holder == BEN and not lease.stale
    assert club.controller is before
    act(session)


def test_read_only_shows_the_game_and_refuses_every_action(bens: tuple[Club, Session]) -> None:
    club, session = bens
    club.answer(READ_ONLY)
    club.window.shared.resume(club.entry)
    controller, said = club.controller, "This game is open read-only: ben on lap is playing it"
    assert len(controller.session) == 3 and controller.read_only == said
    assert club.window.table.bar._prompt.text() == f"{said}."
    assert "(read-only)" in club.window.windowTitle()
    assert controller.offers == () and not club.window.table.bar.buttons
    club.hands.click_hex("0404")
    assert said in club.window.table.note.text
    legal = session.legal()[0]
    assert not controller.act(legal)
    answer = controller.session.submit(controller.viewing_side or "", legal)
    assert [refusal.why for refusal in answer.refusals] == [said]  # type: ignore[union-attr]
    for key in ("undo", "redo", "reset", "correct"):
        assert not club.window.actions_by_key[key].isEnabled(), key
    controller.go_to_length(1)
    assert [refusal.why for refusal in controller.undo(("red", "blue"))] == [said]
    assert len(controller.session) == 3
    act(session)
    assert len(club.stored()) == 4, "Ben plays on"
    club.window.actions_by_key["what_if"].trigger()
    assert not club.controller.read_only and club.act(), "who looks can branch off"


def test_a_branch_is_a_game_of_its_own(bens: tuple[Club, Session]) -> None:
    club, session = bens
    club.answer(BRANCH)
    club.window.shared.resume(club.entry)
    controller = club.controller
    assert not controller.read_only and len(controller.session) == 4, "three actions, and dice of its own"
    assert club.act()
    act(session)
    names = [entry.name for entry in club.window.library.begun()]
    assert len(names) == 2 and any(f"{controller.title}, branch, " in name for name in names)
    assert len(club.stored()) == 4 and len(session) == 4


def test_a_stale_game_is_taken_over(bens: tuple[Club, Session]) -> None:
    club, session = bens
    club.let_time_pass()
    club.answer(TAKE_OVER)
    club.window.shared.resume(club.entry)
    assert club.asked[0][1].stale
    assert club.act()
    with pytest.raises(LeaseLost, match="has taken this game over"):
        act(session)
    assert len(club.stored()) == 4


@pytest.mark.parametrize("stale", [False, True])
@pytest.mark.parametrize("choice", [READ_ONLY, BRANCH, TAKE_OVER, ""])
def test_the_question_has_plain_choices(window: MainWindow, stale: bool, choice: str) -> None:
    now = datetime.now(UTC)
    shown: set[str] = set()

    def click() -> None:
        box = window.findChild(QMessageBox, "gameInUse")
        assert box is not None and "The Bridge is being played by ben on lap, since 2" in box.text()
        buttons = {button.text().replace("&", ""): button for button in box.buttons()}
        shown.update(buttons)
        if choice in buttons:
            buttons[choice].click()
        else:
            box.reject()

    QTimer.singleShot(0, window, click)
    answer = window.shared.ask("The Bridge", Lease(BEN, now, now, stale))
    assert shown == {READ_ONLY, BRANCH, CANCEL} | ({TAKE_OVER} if stale else set())
    assert answer == (choice if choice in shown else CANCEL)


def test_the_lease_is_renewed_while_the_game_is_open(club: Club, qtbot: QtBot) -> None:
    club.begin()
    club.act()
    timer = club.window.shared.timer
    assert timer.isActive() and timer.interval() == RENEW_EVERY_SECONDS * 1000
    assert RENEW_EVERY_SECONDS * 3 < STALE_AFTER_SECONDS, "a renewal or two may fail"
    club.let_time_pass()
    timer.timeout.emit()

    def is_fresh() -> bool:
        held = club.ben.held_by_other(club.entry.name, autosave=True)
        return held is not None and not held.stale

    qtbot.waitUntil(is_fresh)
    assert not club.controller.read_only


def test_who_loses_the_game_while_thinking_is_told(club: Club, qtbot: QtBot) -> None:
    club.begin()
    club.act()
    club.let_time_pass()
    act(club.ben_sits_down(take_over=True))
    club.window.shared.renew()
    qtbot.waitUntil(lambda: bool(club.controller.read_only))
    assert "ben on lap has taken this game over" in club.controller.read_only
    assert club.controller.offers == ()
    assert any("ben on lap" in text for text in club.close_boxes())
    assert len(club.stored()) == 2


def test_who_loses_the_game_in_the_middle_of_an_action_is_told(club: Club) -> None:
    club.begin()
    club.act()
    club.let_time_pass()
    act(club.ben_sits_down(take_over=True))
    club.act()
    assert "ben on lap has taken this game over" in club.controller.read_only
    assert club.controller.offers == ()
    assert len(club.close_boxes()) == 1
    assert len(club.stored()) == 2, "Ben's game is as Ben left it"
    club.window.actions_by_key["what_if"].trigger()
    assert club.act(), "what was played here goes on as a branch"


def test_a_closed_window_lets_the_game_go(club: Club) -> None:
    club.begin()
    club.act()
    entry = club.entry
    club.window.close()
    assert club.ben.held_by_other(entry.name, autosave=True) is None
    session = resume(club.ben, entry.name, registry.game, autosave=True)
    assert len(session) == 1


def test_a_game_comes_back_to_the_table_after_a_worked_example(club: Club) -> None:
    club.begin()
    club.act()
    session = club.controller.session
    path = sorted(registry.game("toy").examples_path().glob("*.toml"))[0]
    text = path.read_text(encoding="utf-8")
    example = ExampleFile(path.name, text, Position.loads(text))
    for ben_plays in (False, True):
        club.window.tutorial.play_example(example)
        if ben_plays:
            act(club.ben_sits_down())
        club.window.tutorial.example.leave.click()
        assert club.controller.session is session
        if not ben_plays:
            assert club.act() and len(club.stored()) == 2
    assert "ben on lap" in club.controller.read_only
    assert len(club.stored()) == 3 and len(club.close_boxes()) == 1


def test_a_position_that_does_not_fit_is_set_aside_with_a_sentence(club: Club) -> None:
    club.begin()
    for _ in range(3):
        club.act()
    session = club.controller.session
    club.leave_table()
    with closing(sqlite3.connect(club.path)) as plain, plain:
        changed = plain.execute("UPDATE saved_games SET snapshot_at = 2 WHERE snapshot_at = 3").rowcount
    assert changed == 1
    club.window.shared.resume(club.entry)
    assert club.controller.session.history.saved_steps() == session.history.saved_steps()
    (text,) = club.close_boxes()
    assert "did not fit its actions" in text and "3 actions" in text
    assert club.act()
    club.window.shared.resume(club.entry)
    assert club.close_boxes() == [], "it is repaired"


def test_a_game_that_was_deleted_meanwhile_is_one_sentence(club: Club) -> None:
    club.begin()
    club.act()
    entry = club.entry
    club.leave_table()
    club.ben.delete(entry.name, autosave=True)
    club.window.shared.resume(entry)
    assert any("no saved game" in text for text in club.close_boxes())
    with pytest.raises(BadInput):
        club.window.library.resume(entry)
