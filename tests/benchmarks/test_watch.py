"""The watch over the window's patience sees what it should."""

from __future__ import annotations

from time import sleep

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from tests.benchmarks import watch

pytestmark = pytest.mark.usefixtures("qapp")


class Clock:
    """The processor time of this thread: goes on only while somebody toils."""

    def __init__(self) -> None:
        self.now = 0.0

    def toil(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(watch, "thread_time", lambda: made.now)
    return made


def test_one_long_stretch_is_seen(clock: Clock) -> None:
    seen = watch.watched(lambda: clock.toil(8))
    assert seen.longest == seen.whole == 8


def test_work_in_portions_lets_the_window_listen(clock: Clock) -> None:
    left = [2] * 5
    timer = QTimer()

    def portion() -> None:
        clock.toil(left.pop())
        if not left:
            timer.stop()

    timer.timeout.connect(portion)
    seen = watch.watched(lambda: timer.start(0), lambda: not left)
    assert (seen.longest, seen.whole) == (2, 10)


def test_waiting_is_no_work(clock: Clock) -> None:
    seen = watch.watched(lambda: (sleep(0.01), QApplication.processEvents()))
    assert seen.longest == 0
