"""Work in a thread of its own, whatever happens to those who wait for it."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import count
from time import sleep

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.background import task as tasks
from app.background.latest_only import Latest
from app.background.progress import Cancelled, Ended, Progress
from app.background.task import BackgroundTask, running_tasks
from engine.bad_input import BadInput
from engine.referee.refusal import RulesBug
from tests.architecture.source_tree import ROOT

LONG = 60
"""Seconds that a slow and busy machine may need."""


class Ears:
    """Hears all that a task says, and in which thread."""

    def __init__(self, task: BackgroundTask) -> None:
        self.heard: list[tuple[object, ...]] = []
        self.threads: set[threading.Thread] = set()
        for name in ("progressed", "done", "failed", "cancelled", "ended"):
            getattr(task, name).connect(self._ear(name))

    def _ear(self, name: str) -> Callable[..., None]:
        def hear(*what: object) -> None:
            self.heard.append((name, *what))
            self.threads.add(threading.current_thread())

        return hear

    @property
    def names(self) -> list[object]:
        return [name for name, *_ in self.heard]


class Walk:
    """Goes on until it is cancelled."""

    def __init__(self) -> None:
        self.begun, self.over = threading.Event(), threading.Event()

    def __call__(self, progress: Progress) -> None:
        try:
            while True:
                self.begun.set()
                progress(1, 2, "on and on")
                sleep(0.001)
        finally:
            self.over.set()


def heard_out(qtbot: QtBot, task: BackgroundTask) -> Ears:
    ears = Ears(task)
    task.start()
    qtbot.waitUntil(lambda: ears.names[-1:] == ["ended"])
    return ears


def test_the_result_comes_in_the_windows_thread(qtbot: QtBot) -> None:
    worked: list[threading.Thread] = []

    def work(progress: Progress) -> int:
        worked.append(threading.current_thread())
        progress(2, 2, "Counting")
        return 7

    task = BackgroundTask(work, "count")
    ears = heard_out(qtbot, task)
    assert ears.heard == [("progressed", 2, 2, "Counting"), ("done", 7), ("ended",)]
    assert ears.threads == {threading.main_thread()}
    assert worked[0].name == "count" and not worked[0].is_alive(), "its thread is over when `ended` comes"
    assert task.outcome == Ended(7) and not running_tasks()


def test_progress_is_told_now_and_then_and_the_last_word_always(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, words = 20_000, 4
    clock = count(start=1.0, step=words * tasks.PROGRESS_EVERY_SECONDS / steps)
    monkeypatch.setattr(tasks, "monotonic", lambda: next(clock))

    def work(progress: Progress) -> None:
        for step in range(1, steps + 1):
            progress(step, steps, "Counting")

    told = [
        what for name, *what in heard_out(qtbot, BackgroundTask(work, "count")).heard if name == "progressed"
    ]
    assert told[-1] == [steps, steps, "Counting"]
    assert len(told) <= words + 2 and told == sorted(told)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_even_an_exit_is_an_end(qtbot: QtBot) -> None:
    """A thread cannot end the program, but whoever waits must hear of it."""
    assert heard_out(qtbot, BackgroundTask(lambda _: sys.exit(3), "exit")).names == ["failed", "ended"]


@pytest.mark.parametrize("problem", [BadInput("The bridge is closed"), RulesBug("Nobody is asked")])
def test_a_sentence_says_what_went_wrong(qtbot: QtBot, problem: Exception) -> None:
    def work(progress: Progress) -> None:
        raise problem

    assert heard_out(qtbot, BackgroundTask(work, "count")).heard == [("failed", str(problem)), ("ended",)]


def test_a_fault_of_ours_is_one_sentence_for_the_player_and_a_trace_for_us(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    traces: list[type[BaseException] | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: traces.append(args.exc_type))

    def work(progress: Progress) -> None:
        raise KeyError("0101")

    ears = heard_out(qtbot, BackgroundTask(work, "count"))
    assert ears.names == ["failed", "ended"] and traces == [KeyError]
    assert "error in Startline" in str(ears.heard[0]) and "0101" in str(ears.heard[0])


def test_it_can_be_cancelled(qtbot: QtBot) -> None:
    walk = Walk()
    task = BackgroundTask(walk, "walk")
    ears = Ears(task)
    task.start()
    assert walk.begun.wait(LONG) and not task.wait(0.01)
    task.cancel()
    qtbot.waitUntil(lambda: ears.names[-2:] == ["cancelled", "ended"])
    assert walk.over.is_set() and task.outcome == Ended(cancelled=True)


def test_what_comes_too_late_is_no_result(qtbot: QtBot) -> None:
    gate = threading.Event()
    task = BackgroundTask(lambda _: gate.wait(LONG), "wait")
    ears = Ears(task)
    task.start()
    task.cancel()
    gate.set()
    qtbot.waitUntil(lambda: ears.names == ["cancelled", "ended"])


def test_it_can_be_waited_for_without_events(qtbot: QtBot) -> None:
    task = BackgroundTask(lambda _: 7, "count")
    ears = Ears(task)
    assert task.outcome is None
    task.start()
    assert task.wait(LONG) and task.outcome == Ended(7)
    assert ears.heard == [], "the signals come with the events"
    qtbot.waitUntil(lambda: ears.names == ["done", "ended"])


@pytest.mark.parametrize("call_off_first", [False, True])
def test_whoever_waited_may_be_gone(qtbot: QtBot, call_off_first: bool) -> None:
    """The window closes: its tasks end by themselves, and nobody hears of them."""
    owner, walk = QObject(), Walk()
    task = BackgroundTask(walk, "walk", owner)
    ears = Ears(task)
    task.start()
    assert walk.begun.wait(LONG)
    if call_off_first:
        task.cancel()
    Shiboken.delete(owner)
    heard = len(ears.heard)
    assert walk.over.wait(LONG), "it was not cancelled"
    qtbot.waitUntil(lambda: not running_tasks())
    assert len(ears.heard) == heard


def test_it_is_deleted_by_what_its_own_signal_set_going(qtbot: QtBot) -> None:
    owner = QObject()
    task = BackgroundTask(lambda _: 7, "count", owner)
    heard: list[str] = []
    task.done.connect(lambda _: Shiboken.delete(owner))
    task.ended.connect(lambda: heard.append("ended"))
    task.start()
    qtbot.waitUntil(lambda: not Shiboken.isValid(owner) and not running_tasks())
    assert heard == []


def test_many_owners_come_and_go(qtbot: QtBot) -> None:
    """As hastily as a dialogue is opened and closed."""
    for turn in range(60):
        owner = QObject()
        task = BackgroundTask(Walk(), "walk", owner)
        task.progressed.connect(lambda *_: None)
        task.start()
        if turn % 3 == 0:
            QCoreApplication.processEvents()
        if turn % 2 == 0:
            task.cancel()
        owner.deleteLater()
        QCoreApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete)
        assert not Shiboken.isValid(task)
    qtbot.waitUntil(lambda: not running_tasks())


def test_one_nobody_holds_is_done_all_the_same(qtbot: QtBot) -> None:
    done = threading.Event()
    BackgroundTask(lambda _: done.set(), "alone").start()
    gc.collect()
    qtbot.waitUntil(lambda: done.is_set() and not running_tasks())


def test_others_are_heard_while_somebody_holds_up_the_bell(qtbot: QtBot) -> None:
    """A slot that opens a dialogue comes back late; what ends meanwhile is told meanwhile, and once."""
    first, second = BackgroundTask(lambda _: 1, "first"), BackgroundTask(lambda _: 2, "second")
    loop, heard = QEventLoop(), []
    first.done.connect(lambda _: (loop.exec(), heard.append("first")))
    second.done.connect(lambda _: heard.append("second"))
    second.ended.connect(loop.quit)
    for task in (first, second):
        task.start()
        task.wait()
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert heard == ["second", "first"] and not running_tasks()


def test_at_the_end_of_the_program_everything_is_cancelled(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "EXIT_WAIT_SECONDS", LONG)
    walk = Walk()
    task = BackgroundTask(walk, "walk")
    ears = Ears(task)
    task.start()
    assert walk.begun.wait(LONG)
    notifier = tasks._the_notifier()
    notifier._cancel_all()
    assert walk.over.is_set() and task.wait(0)
    heard = len(ears.heard)
    notifier.notify()
    BackgroundTask(lambda _: None, "next").start()  # There is a next program: in the tests.
    qtbot.waitUntil(lambda: not running_tasks())
    assert ears.names[heard:] in (["cancelled", "ended"], ["progressed", "cancelled", "ended"])


DEAF = """
import sys
from PySide6.QtCore import QCoreApplication, QRectF, QTimer
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QTextDocument
from app.background import task
task.EXIT_WAIT_SECONDS = 0.1
def paint(progress):
    while True:
        picture, text = QImage(400, 400, QImage.Format.Format_RGB32), QTextDocument()
        text.setHtml("<p>word</p>" * 500)
        painter = QPainter(picture)
        text.drawContents(painter, QRectF(0, 0, 400, 400))
        painter.end()
app = QGuiApplication([])
task.BackgroundTask(paint, "deaf").start()
QTimer.singleShot(200, app.quit)
app.exec()
task.exit_now_if_busy(7)
sys.exit(1)
"""


def test_work_that_hears_nothing_does_not_keep_the_program_from_ending() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", DEAF], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert (ended.returncode, ended.stderr) == (7, "")


def test_progress_after_the_end_is_cancelled(qtbot: QtBot) -> None:
    """A worker that went astray with the callback stops, too."""
    kept: list[Progress] = []
    task = BackgroundTask(kept.append, "astray")
    heard_out(qtbot, task)
    task.cancel()
    with pytest.raises(Cancelled):
        kept[0](1, 2, "late")


# questions that overtake each other


def test_of_many_questions_the_last_is_answered(qtbot: QtBot) -> None:
    latest, answers, gate = Latest("ask"), [], threading.Event()
    latest.ask(lambda _: gate.wait(LONG), answers.append, pytest.fail)
    for number in (1, 2, 3):
        latest.ask(lambda _, number=number: number, answers.append, pytest.fail)
    gate.set()
    qtbot.waitUntil(lambda: not latest.is_busy)
    assert answers == [3]


def test_a_question_that_cannot_be_answered_gets_a_sentence(qtbot: QtBot) -> None:
    def work(progress: Progress) -> None:
        raise BadInput("There is no such page")

    latest, said = Latest("ask"), []
    latest.ask(work, pytest.fail, said.append)
    qtbot.waitUntil(lambda: not latest.is_busy)
    assert said == ["There is no such page"]


def test_nothing_is_answered_after_closing(qtbot: QtBot) -> None:
    latest, answers = Latest("ask"), []
    latest.ask(lambda _: 1, answers.append, pytest.fail)
    latest.close()
    assert not latest.is_busy
    qtbot.waitUntil(lambda: not running_tasks())
    assert not answers


def test_it_asks_again_after_closing(qtbot: QtBot) -> None:
    latest, answers, walk = Latest("ask"), [], Walk()
    latest.ask(walk, answers.append, pytest.fail)
    latest.close()
    latest.ask(lambda _: 2, answers.append, pytest.fail)
    qtbot.waitUntil(lambda: not latest.is_busy and not running_tasks())
    assert answers == [2]
