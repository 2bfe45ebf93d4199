"""Long work beside the window: it stays awake, shows how far the work is, and can call it off."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from time import sleep

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.background import progress_dialog
from app.background.progress import Ended, Progress
from app.background.progress_dialog import ProgressDialog, run_in_background
from app.background.task import running_tasks
from app.main_window import MainWindow
from app.play.history.load_past import load_past
from app.saving import save_file
from engine.bad_input import BadInput
from engine.referee import save as saves
from engine.referee.history import History
from tests.app.hands import Hands
from tests.app.play.history.test_replay_bar import play_on
from tests.architecture.source_tree import ROOT


class Heartbeat:
    """Counts how often the window's thread comes by."""

    def __init__(self) -> None:
        self.beats = 0
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(5)

    def _beat(self) -> None:
        self.beats += 1

    def stop(self) -> None:
        self._timer.stop()


@pytest.fixture
def heart(window: MainWindow) -> Iterator[Heartbeat]:
    beating = Heartbeat()
    yield beating
    beating.stop()


def open_dialog(window: MainWindow) -> ProgressDialog | None:
    shown = [dialog for dialog in window.findChildren(ProgressDialog) if dialog.isVisible()]
    return shown[0] if shown else None


def when_open(window: MainWindow, doing) -> None:
    """Do something with the dialogue as soon as it is there."""

    def look() -> None:
        dialog = open_dialog(window)
        if dialog is None:
            QTimer.singleShot(10, window, look)
        else:
            doing(dialog)

    QTimer.singleShot(10, window, look)


def cancel(dialog: ProgressDialog) -> None:
    button = dialog.findChild(QPushButton)
    assert button is not None and button.accessibleName() == "Cancel"
    button.click()


def test_quick_work_shows_nothing(window: MainWindow) -> None:
    seen: list[ProgressDialog] = []
    when_open(window, seen.append)
    assert run_in_background(window, "Quick", "…", lambda progress: 7) == Ended(7)
    assert seen == [] and QApplication.overrideCursor() is None
    window.table.map.setFocus()


def test_the_window_stays_awake_and_the_dialogue_shows_how_far_it_is(
    window: MainWindow, heart: Heartbeat
) -> None:
    def work(progress: Progress) -> str:
        assert threading.current_thread() is not threading.main_thread()
        for done in range(1, 61):
            sleep(0.01)
            progress(done, 60, "Marching")
        while heart.beats <= 20:
            sleep(0.01)
        return "there"

    told: list[tuple[int, int, str]] = []

    def watch(dialog: ProgressDialog) -> None:
        if dialog.bar.value() > 0:
            told.append((dialog.bar.value(), dialog.bar.maximum(), dialog.label.text()))
        else:
            QTimer.singleShot(10, window, lambda: watch(dialog))

    when_open(window, watch)
    ended = run_in_background(window, "March", "Marching…", work)
    assert ended.succeeded and ended.value == "there"
    assert told and told[0][1:] == (60, "Marching…") and 0 < told[0][0] <= 60
    assert open_dialog(window) is None


def test_work_is_called_off_by_the_button(window: MainWindow) -> None:
    cancelled, steps = Event(), list[int]()

    def work(progress: Progress) -> None:
        try:
            for done in range(10_000):
                sleep(0.005)
                progress(done + 1, 10_000, "Marching")
                steps.append(done)
        finally:
            cancelled.set()

    when_open(window, cancel)
    ended = run_in_background(window, "March", "Marching…", work)
    assert ended == Ended(cancelled=True) and not ended.succeeded
    assert cancelled.is_set() and len(steps) < 10_000


def test_a_dialogue_that_was_put_away_does_not_come_back(window: MainWindow, qtbot: QtBot) -> None:
    """`QProgressDialog` did: its timer lived on while the next dialogue was open."""

    came: list[ProgressDialog | None] = []

    def work_and_ask() -> None:
        told = Event()

        def work(progress: Progress) -> None:
            told.wait()
            progress(0, 0, "Marching")

        when_open(window, lambda _: told.set())
        assert run_in_background(window, "March", "Marching…", work).succeeded
        following = QDialog(window)
        following.accepted.connect(lambda: came.append(open_dialog(window)))
        QTimer.singleShot(3 * progress_dialog.DIALOG_DELAY_MS, following.accept)
        following.exec()
        asked.append(following)

    asked: list[QDialog] = []
    for number in (1, 2):
        # As by a menu: what is to be deleted later waits until the loop that called for it goes on.
        QTimer.singleShot(0, window, work_and_ask)
        qtbot.waitUntil(lambda number=number: len(asked) == number, timeout=30_000)
        assert came == [None] * number


def test_escape_cancels_once_and_the_dialogue_stays_until_the_end(window: MainWindow, qtbot: QtBot) -> None:
    cancelled: list[str] = []
    dialog = ProgressDialog("March", "Marching…", lambda: cancelled.append("once"), window)
    dialog.show()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert cancelled == ["once"] and dialog.isVisible() and not dialog.cancel_button.isEnabled()
    dialog.reject()
    dialog.move_to(1, 2, "Marching")
    assert cancelled == ["once"] and dialog.isVisible() and dialog.label.text() == "Cancelling…"
    dialog.finish()
    assert not dialog.isVisible()


def test_a_dialogue_whose_task_ended_early_never_comes(window: MainWindow, qtbot: QtBot) -> None:
    dialog = ProgressDialog("March", "Marching…", lambda: None, window)
    dialog.show_after(1)
    dialog.finish()
    fired = QTimer(window, singleShot=True)
    with qtbot.waitSignal(fired.timeout):
        fired.start(50)
    assert open_dialog(window) is None


@pytest.mark.parametrize("at_once", [True, False])
def test_the_window_may_go_while_it_is_waited_for(
    at_once: bool, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the dialogue is there, and with it; the work hears of it."""
    monkeypatch.setattr(progress_dialog, "DIALOG_DELAY_MS", 10_000 if at_once else 1)
    heard, window = Event(), QWidget()
    window.show()

    def work(progress: Progress) -> None:
        try:
            while True:
                sleep(0.005)
                progress(0, 0, "Marching")
        finally:
            heard.set()

    def go() -> None:
        if at_once or window.findChildren(ProgressDialog):
            window.close()
            window.deleteLater()
        else:
            QTimer.singleShot(10, go)

    QTimer.singleShot(10, go)
    assert run_in_background(window, "March", "Marching…", work) == Ended(cancelled=True)
    qtbot.waitUntil(heard.is_set, timeout=10_000)
    qtbot.waitUntil(lambda: not running_tasks(), timeout=10_000)


def test_a_sentence_comes_back(window: MainWindow) -> None:
    def work(progress: Progress) -> None:
        raise BadInput("The bridge is closed")

    assert run_in_background(window, "March", "…", work) == Ended(problem="The bridge is closed")


def test_clicks_wait_until_the_work_is_done(hands: Hands) -> None:
    hands.reach_movement()
    before = len(hands.controller.session)
    seen: list[int] = []

    def work(progress: Progress) -> None:
        sleep(0.05)
        seen.append(len(hands.controller.session))

    QTimer.singleShot(5, hands.window, lambda: seen.append(len(hands.controller.session)))
    assert run_in_background(hands.window, "Wait", "…", work).succeeded
    assert seen == [before, before]


@pytest.fixture
def loaded(hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hands:
    """A game from a file whose past has not been replayed."""
    play_on(hands, 3, 50)
    path = tmp_path / "long.startline"
    saves.write(saves.saved(hands.controller.session), path)
    monkeypatch.setattr("app.saving.open_game.REPLAY_UP_TO", 3)
    hands.window.files.open_file(path)
    assert not hands.controller.log_is_whole
    return hands


def test_a_replay_can_be_called_off_and_the_record_is_as_it_was(
    loaded: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = History.replay_past

    def replay_past(self: History, progress=None) -> None:
        def tell(done: int, of: int) -> None:
            sleep(0.05)
            assert progress is not None
            progress(done, of)

        slow(self, tell)

    monkeypatch.setattr(History, "replay_past", replay_past)
    when_open(loaded.window, cancel)
    ended = load_past(loaded.controller, loaded.window)
    assert ended.cancelled and not loaded.controller.log_is_whole
    assert not loaded.controller.session.history.last_is_known
    loaded.window.table.note.hide()


def test_the_first_undo_after_opening_replays_beside_the_window(
    loaded: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    real = History.replay_past

    def replay_past(self: History, progress=None) -> None:
        if self._replay is not None:
            threads.append(threading.current_thread().name)
        real(self, progress)

    monkeypatch.setattr(History, "replay_past", replay_past)
    loaded.window.table.ask_consent = tuple
    before = len(loaded.controller.session)
    loaded.window.actions_by_key["undo"].trigger()
    assert len(loaded.controller.session) == before - 1
    assert threads and all(name != threading.main_thread().name for name in threads)


def test_opening_saving_and_branching_work_beside_the_window(
    loaded: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: dict[str, str] = {}

    def noting(name: str, real):
        def noted(*args, **options):
            threads[name] = threading.current_thread().name
            return real(*args, **options)

        return noted

    for name in ("restore", "saved"):
        monkeypatch.setattr(saves, name, noting(name, getattr(saves, name)))
    monkeypatch.setattr(save_file, "write_atomically", noting("write", save_file.write_atomically))
    assert loaded.window.files.save_to(tmp_path / "again.startline")
    loaded.window.files.open_file(tmp_path / "again.startline")
    loaded.window.hotseat.branch(5)
    assert len(loaded.controller.session) == 6 and loaded.controller.session.history.last.ruling is not None
    assert set(threads) == {"restore", "saved", "write"}
    assert threading.main_thread().name not in threads.values()


def test_opening_can_be_cancelled(hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_on(hands, 3, 50)
    path = tmp_path / "long.startline"
    saves.write(saves.saved(hands.controller.session), path)
    monkeypatch.setattr(progress_dialog, "DIALOG_DELAY_MS", 5)
    real = saves.restore

    def slowly(save, lookup, progress=None):
        for done in range(1000):
            sleep(0.01)
            assert progress is not None
            progress(done + 1, 1000)
        return real(save, lookup, progress)

    monkeypatch.setattr(saves, "restore", slowly)
    before = hands.controller
    when_open(hands.window, cancel)
    hands.window.files.open_file(path)
    assert hands.controller is before and hands.window.game.file.path is None
    hands.qtbot.mouseMove(hands.window.table.map.viewport())
    hands.qtbot.keyClick(hands.window.table.map, Qt.Key.Key_Escape)


QUITTING = """
from time import sleep
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from app.background import task
from app.background.progress_dialog import run_in_background

def march(progress):
    while True:
        sleep(0.005)
        progress(1, 2, "Marching")

app = QApplication([])
window = QWidget()
window.show()
QTimer.singleShot({after}, app.quit)
QTimer.singleShot(0, lambda: print(run_in_background(window, "March", "Marching…", march), flush=True))
code = app.exec()
task.exit_now_if_busy(7)
raise SystemExit(code)
"""


@pytest.mark.parametrize("after", [50, 600])
def test_the_program_can_end_while_the_window_waits(after: int) -> None:
    """Before the dialogue is there, and with it."""
    ended = subprocess.run(
        [sys.executable, "-c", QUITTING.format(after=after)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    said = ended.stderr.replace("This plugin does not support propagateSizeHints()\n", "")
    assert (ended.returncode, said) == (0, "")
    assert "cancelled=True" in ended.stdout


def test_whoever_works_beside_the_window_lets_it_go_on(window: MainWindow) -> None:
    seen: list[float] = []
    assert run_in_background(window, "Work", "…", lambda _: seen.append(sys.getswitchinterval())).succeeded
    assert seen[0] <= 0.001, "the window would wait five milliseconds whenever it calls Qt"
