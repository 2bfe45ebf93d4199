"""What a task lets the window's thread do for it."""

from __future__ import annotations

import threading
from time import sleep

from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from app.background.gui_call import CANCEL_POLL_SECONDS
from app.background.progress import Ended, Progress
from app.background.task import BackgroundTask, in_gui_thread, running_tasks
from engine.bad_input import BadInput


def heard_out(qtbot: QtBot, task: BackgroundTask) -> None:
    with qtbot.waitSignal(task.ended):
        task.start()


def test_a_task_lets_the_window_s_thread_do_something_and_waits(qtbot: QtBot) -> None:
    def work(progress: Progress) -> tuple[threading.Thread, float]:
        def measure() -> tuple[threading.Thread, float]:
            document = QTextDocument()
            document.setHtml("<p>word</p>" * 300)
            return threading.current_thread(), document.size().height()

        return in_gui_thread(measure)

    task = BackgroundTask(work, "layout")
    heard_out(qtbot, task)
    assert task.outcome is not None
    thread, height = task.outcome.value
    assert thread is threading.main_thread() and height > 0
    assert in_gui_thread(threading.current_thread) is threading.main_thread(), "who is there already does it"


def test_what_goes_wrong_in_the_window_s_thread_goes_wrong_in_the_task(qtbot: QtBot) -> None:
    def fail() -> None:
        raise BadInput("The chart has no rows.")

    task = BackgroundTask(lambda _: in_gui_thread(fail), "layout")
    heard_out(qtbot, task)
    assert task.outcome == Ended(problem="The chart has no rows.")


def test_a_task_that_is_cancelled_waits_for_no_answer(qtbot: QtBot) -> None:
    asked = []
    task = BackgroundTask(lambda _: in_gui_thread(lambda: asked.append(1)), "layout")
    task.start()
    task.cancel()
    assert task.wait(60), "the window's thread does not listen meanwhile"
    assert task.outcome == Ended(cancelled=True)
    qtbot.waitUntil(lambda: not running_tasks())
    assert not asked, "nobody wanted to know any more"


def test_what_the_window_s_thread_has_begun_is_waited_for(qtbot: QtBot) -> None:
    steps = []

    def slow() -> None:
        task.cancel()
        sleep(3 * CANCEL_POLL_SECONDS)
        steps.append("done in the window's thread")

    def work(progress: Progress) -> None:
        in_gui_thread(slow)
        steps.append("and the task goes on")

    task = BackgroundTask(work, "layout")
    heard_out(qtbot, task)
    assert steps == ["done in the window's thread", "and the task goes on"]
