"""The watch over the window's patience sees what it should."""

from __future__ import annotations

from time import sleep, thread_time

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from tests.benchmarks.watch import watched

pytestmark = pytest.mark.usefixtures("qapp")


def toil(seconds: float) -> None:
    until = thread_time() + seconds
    while thread_time() < until:
        pass


def test_one_long_stretch_is_seen() -> None:
    seen = watched(lambda: toil(0.05))
    assert 0.05 <= seen.longest <= seen.whole


def test_work_in_portions_lets_the_window_listen() -> None:
    left = [0.02] * 5
    timer = QTimer()

    def portion() -> None:
        toil(left.pop())
        if not left:
            timer.stop()

    timer.timeout.connect(portion)
    seen = watched(lambda: timer.start(0), lambda: not left)
    assert seen.whole >= 0.1 and 0.02 <= seen.longest < 0.06


def test_waiting_is_no_work() -> None:
    seen = watched(lambda: (sleep(0.1), QApplication.processEvents()))
    assert seen.longest < 0.05
