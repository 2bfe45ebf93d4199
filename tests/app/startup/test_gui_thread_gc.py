"""Reference cycles are collected in the GUI thread alone, and nothing that is dead stays."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from time import sleep
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.background.progress import Progress
from app.background.task import BackgroundTask
from app.startup import gui_thread_gc
from app.startup.gui_thread_gc import automatic_collection_off, collect_by_timer, collect_due_generation
from tests.app.hands import Hands


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The timer comes often."""
    monkeypatch.setattr(gui_thread_gc, "COLLECT_EVERY_MS", 5)
    monkeypatch.setattr(gui_thread_gc, "_old_objects", [0])
    yield
    gc.enable()


@pytest.fixture
def everything_is_due() -> Iterator[None]:
    """A few new objects make every generation due."""
    limits = gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    yield
    gc.set_threshold(*limits)


class Cycle(QObject):
    """Held by nothing but itself."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self


def test_no_thread_but_the_gui_thread_collects(qtbot: QtBot) -> None:
    """What belongs to the window must not be destroyed in a background thread."""
    gc.enable()
    owner = QObject()
    collect_by_timer(owner)
    gone: list[threading.Thread] = []
    cycle = Cycle()
    watch = weakref.ref(cycle, lambda _: gone.append(threading.current_thread()))

    def work(progress: Progress) -> bool:
        for _ in range(1000):
            litter = [[] for _ in range(2000)]
            litter.append(litter)
            if gone:
                break
            sleep(0.001)
        return gc.isenabled()

    task = BackgroundTask(work, "litter")
    task.start()
    del cycle
    qtbot.waitUntil(lambda: task.outcome is not None)
    assert gone == [threading.main_thread()] and watch() is None
    assert task.outcome is not None and task.outcome.value is False, "Python collects nowhere by itself"


def in_a_cycle(thing: Any) -> weakref.ref[Any]:
    """Only a collection takes it away now."""
    thing.itself = thing
    return weakref.ref(thing)


def test_dead_objects_of_closed_games_are_collected(
    hands: Hands, qtbot: QtBot, everything_is_due: None
) -> None:
    gc.collect()
    gc.freeze()
    frozen = gc.get_freeze_count()
    collect_by_timer(hands.window)
    closed = []
    for _ in range(3):
        with qtbot.waitSignal(hands.window.table.settled):
            hands.sit_down()
        closed.append(in_a_cycle(hands.controller.session))
    hands.sit_down()
    assert gc.get_freeze_count() <= frozen, "nothing is set aside when a game is opened"
    qtbot.waitUntil(lambda: not any(watch() for watch in closed))


@pytest.mark.parametrize(
    ("counts", "collected"),
    [((5, 0, 0), []), ((800, 3, 3), [0]), ((800, 11, 3), [1]), ((800, 11, 11), [2])],
)
def test_the_oldest_generation_that_is_due_is_collected(
    counts: tuple[int, ...], collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(gc, "collect", asked.append)
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "get_count", lambda: counts)
    collect_due_generation()
    assert asked == collected


def test_python_collects_by_itself_again_after_the_program() -> None:
    with pytest.raises(ValueError), automatic_collection_off():
        assert not gc.isenabled()
        raise ValueError
    assert gc.isenabled()


@pytest.mark.usefixtures("everything_is_due")
def test_everything_is_looked_through_only_after_it_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full collection takes long in a long game: it waits for a quarter more objects."""
    gc.disable()
    collected: list[int] = []
    collect = gc.collect
    monkeypatch.setattr(gui_thread_gc, "_old_objects", [0])
    monkeypatch.setattr(
        gc, "collect", lambda generation=2: collected.append(generation) or collect(generation)
    )
    monkeypatch.setattr(gc, "get_count", lambda: (5, 5, 5))
    collect_due_generation()
    collect_due_generation()
    assert collected == [2, 1]
    more = [[number] for number in range(len(gc.get_objects(2)))]
    collect(1)
    collect_due_generation()
    assert collected == [2, 1, 2] and more
