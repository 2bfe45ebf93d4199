"""Safety: what was accepted is on disk before anybody sees the next decision, whatever happens then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import sleep

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.saving.autosave import Autosave, AutosaveWriter
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import keep
from engine.referee.session import Session
from tests.app.hands import Hands

ROOT = Path(__file__).parents[3]

# Runs in a process of its own: plays at random through the real window and says which decision is shown.
PLAYER = """
import sys
from random import Random
from PySide6.QtWidgets import QApplication
from app.main_window import MainWindow
from app.library.scenario_library import ScenarioLibrary

app = QApplication(sys.argv[:1])
window = MainWindow("light", remember=False)
window.actions_by_key["hot_seat"].setChecked(False)
window.set_library(ScenarioLibrary.open(sys.argv[1]))
window.show()
card = next(card for card in window.library.cards() if card.key == "toy-bridge")
window.begin(card, {})
chance = Random(sys.argv[2])
while True:
    controller = window.table.controller
    session = controller.session
    print(len(session), session.history.digest(len(session)), flush=True)
    app.processEvents()
    if controller.decision is None:
        window.begin(card, {})
    else:
        controller.act(chance.choice(controller.offers).action)
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder, and in it a catalogue of his own."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("STARTLINE_HOME", str(folder))
    store.open(folder / "mine.db", create=True).close()
    return folder


@pytest.fixture
def library(home: Path) -> Iterator[ScenarioLibrary]:
    opened = ScenarioLibrary.open(str(home / "mine.db"))
    yield opened
    opened.close()


def begin(library: ScenarioLibrary) -> Session:
    return library.begin(next(card for card in library.cards() if card.key == "toy-bridge"))


def act(session: Session) -> None:
    choice = session.choice
    assert choice is not None
    session.submit(choice.side, session.legal()[0])


def killed_player(home: Path, seed: int, lines: int, moment: float) -> list[str]:
    """Start a player, let him see so many decisions, kill him a moment later; what he saw."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PLAYER, str(home / "mine.db"), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        seen = [player.stdout.readline() for _ in range(lines)]
        sleep(moment)
        player.send_signal(signal.SIGKILL)
        seen += player.stdout.readlines()
    assert player.returncode == -signal.SIGKILL
    return [line for line in seen if line.endswith("\n")]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
@pytest.mark.parametrize("seed", range(3))
def test_a_killed_game_is_offered_as_it_was(window: MainWindow, qtbot: QtBot, home: Path, seed: int) -> None:
    chance = Random(seed)
    seen = killed_player(home, seed, chance.randrange(5, 25), chance.random() / 20)
    length, digest = int(seen[-1].split()[0]), seen[-1].split()[1]
    window.set_library(ScenarioLibrary.open(str(home / "mine.db")))
    box = window.findChild(QMessageBox, "gameInterrupted")
    assert box is not None and box.isVisible(), "the game is offered"
    go_on = next(button for button in box.findChildren(QPushButton) if button.text() == "Continue")
    qtbot.mouseClick(go_on, Qt.MouseButton.LeftButton)
    controller = window.table.controller
    assert controller is not None
    session = controller.session
    assert len(session) in (length, length + 1), "all that was shown, or the action after it too"
    assert session.history.digest(length) == digest
    assert isinstance(session.writer, AutosaveWriter), "and it is kept on"
    act(session)
    assert window.library.begun()[0].actions == len(session)


def test_a_game_that_was_left_in_order_is_not_offered(window: MainWindow, home: Path) -> None:
    first = ScenarioLibrary.open(str(home / "mine.db"))
    session = begin(first)
    first.autosave.begin(session)
    act(session)
    assert list((home / "tables").glob("*.json"))
    first.close()
    assert not list((home / "tables").iterdir()), "no mark is left"
    window.set_library(ScenarioLibrary.open(str(home / "mine.db")))
    assert window.findChild(QMessageBox, "gameInterrupted") is None
    assert window.library.begun()[0].actions == 1, "it can still be continued"


def test_a_game_that_was_not_begun_is_not_offered(
    window: MainWindow, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = ScenarioLibrary.open(str(home / "mine.db"))
    session = begin(library)
    for offered in (False, True):
        monkeypatch.setattr(library.autosave, "interrupted", lambda: next(iter(library.begun()), None))
        window.set_library(library)
        assert (window.findChild(QMessageBox, "gameInterrupted") is not None) == offered
        act(session)


def test_every_action_and_every_way_back_is_on_disk_at_once(hands: Hands, home: Path) -> None:
    window = hands.window
    window.set_library(ScenarioLibrary.open(str(home / "mine.db")))
    card = next(card for card in window.library.cards() if card.key == "toy-bridge")
    window.begin(card, {})
    other = Autosave(store.open(home / "mine.db"))
    chance = Random(3)
    for _ in range(40):
        controller = hands.controller
        if controller.decision is None:
            break
        if chance.random() < 0.2 and not controller.undo_needs_consent():
            window.table.undo()
        else:
            controller.act(chance.choice(controller.offers).action)
        assert other.begun()[0].actions == len(controller.session)
    again = other.resume(other.begun()[0])
    length = len(hands.controller.session)
    assert again.history.digest(length) == hands.controller.session.history.digest(length)


def test_an_autosave_never_replaces_a_named_game(library: ScenarioLibrary) -> None:
    catalogue = library.catalogue
    assert catalogue is not None
    session = begin(library)
    act(session)
    name = library.begun()[0].name
    named = session.branch(1)
    keep(named, GameStore(catalogue), name)
    act(session)
    act(session)
    entries = {entry.autosave: entry.actions for entry in library.begun()}
    assert entries == {True: 3, False: 1}, "same name, two games"


def test_two_games_begun_in_the_same_second_are_two(library: ScenarioLibrary) -> None:
    for _ in range(3):
        act(begin(library))
    names = [entry.name for entry in library.begun()]
    assert len(set(names)) == 3


def test_a_file_that_was_opened_is_never_written_by_playing(hands: Hands, home: Path, tmp_path: Path) -> None:
    hands.reach_movement()
    path = tmp_path / "named.startline"
    assert hands.window.files.save_to(path)
    content = path.read_bytes()
    hands.window.set_library(ScenarioLibrary.open(str(home / "mine.db")))
    hands.window.files.open_file(path)
    hands.click_hex("0201")
    assert path.read_bytes() == content
    assert hands.window.library.begun()[0].actions == 7


def test_a_disk_that_fails_is_told_once_and_caught_up_with(library: ScenarioLibrary) -> None:
    told: list[str] = []
    library.autosave.trouble = told.append
    session = begin(library)
    writer = session.writer
    assert isinstance(writer, AutosaveWriter)
    working = writer._writer

    def full(session: Session) -> None:
        raise BadInput("There is no room left")

    writer._writer = full  # type: ignore[assignment]
    act(session)
    act(session)
    assert told == ["There is no room left"] and len(session) == 2, "the game goes on"
    writer._writer = working
    act(session)
    assert writer.problem == ""
    assert library.begun()[0].actions == 3, "all three are there"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
def test_a_game_on_another_table_is_not_opened_twice(library: ScenarioLibrary, home: Path) -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    script = (
        PLAYER.replace("while True:", "for _ in range(1):")
        + "\nprint(1, flush=True)\nimport time\ntime.sleep(60)\n"
    )
    command = [sys.executable, "-c", script, str(home / "mine.db"), "1"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None and "1\n" in (player.stdout.readline(), player.stdout.readline())
        entry = library.begun()[0]
        with pytest.raises(BadInput, match="is being played by"):
            library.resume(entry)
        assert library.autosave.interrupted() is None, "no game was interrupted"
        player.send_signal(signal.SIGKILL)
    assert len(library.resume(entry)) == 1
    interrupted = library.autosave.interrupted()
    assert interrupted is not None and interrupted.name == entry.name
    assert library.autosave.interrupted() is None, "offered once"


@pytest.mark.parametrize(
    "damage", ["", "{}", '{"catalogue": 1, "name": "x", "autosave": 2, "pid": "x"}', "["]
)
def test_a_damaged_mark_offers_nothing(library: ScenarioLibrary, home: Path, damage: str) -> None:
    (home / "tables").mkdir()
    (home / "tables" / "x.json").write_text(damage)
    assert library.autosave.interrupted() is None
    assert not (home / "tables" / "x.json").exists()


def test_without_a_catalogue_nothing_is_kept_and_nothing_breaks() -> None:
    library = ScenarioLibrary()
    session = begin(library)
    library.autosave.begin(session)
    act(session)
    assert library.begun() == () and session.writer is None
    assert library.autosave.interrupted() is None
    library.close()
