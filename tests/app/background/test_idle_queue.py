"""Small things are done in turn, between the events of the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from app.background import idle_queue
from app.background.idle_queue import IdleQueue


@pytest.fixture
def owner(qtbot: QtBot) -> Iterator[QObject]:
    yield QObject()


def wait(qtbot: QtBot, turn: IdleQueue) -> None:
    qtbot.waitUntil(lambda: not turn.is_busy, timeout=20_000)


def test_nothing_is_done_at_once_and_all_in_order(owner: QObject, qtbot: QtBot) -> None:
    turn, done = IdleQueue(owner), list[int]()
    turn.add(*(lambda number=number: done.append(number) for number in range(5)))
    turn.add(lambda: done.append(5), delay_ms=1)
    assert not done and turn.is_busy
    wait(qtbot, turn)
    assert done == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("seconds", "order"), [(-1.0, "first heard second"), (60.0, "first second heard")])
def test_the_window_listens_when_the_time_is_up(
    owner: QObject, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, seconds: float, order: str
) -> None:
    monkeypatch.setattr(idle_queue, "SLICE_SECONDS", seconds)
    turn, done = IdleQueue(owner), list[str]()

    def first() -> None:
        done.append("first")
        QTimer.singleShot(0, owner, lambda: done.append("heard"))

    turn.add(first, lambda: done.append("second"))
    qtbot.waitUntil(lambda: len(done) == 3, timeout=20_000)
    assert " ".join(done) == order


def test_what_is_left_can_be_had_now(owner: QObject, qtbot: QtBot) -> None:
    turn, done = IdleQueue(owner), list[int]()
    turn.add(lambda: done.append(1), lambda: done.append(2), delay_ms=1_000_000)
    turn.finish()
    assert done == [1, 2] and not turn.is_busy
    turn.add(lambda: done.append(3))
    wait(qtbot, turn)
    assert done == [1, 2, 3]
