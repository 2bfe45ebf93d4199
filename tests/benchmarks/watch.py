"""How long the window's thread works before it listens again: the longest stretch while something is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep, thread_time

from PySide6.QtCore import QAbstractEventDispatcher, QEvent
from PySide6.QtWidgets import QApplication

from app.background.task import running_tasks

PATIENCE = 120.0
"""Seconds after which something that should have come to rest is given up."""
QUIET_ROUNDS = 3
PAUSE = 0.002


class Watch:
    """Counts the processor time of this thread from one look at the event queue to the next.

    Waiting does not count, nor what other threads or programs do meanwhile: only what the window itself does
    while nobody's click is heard.
    """

    def __init__(self) -> None:
        self.longest = 0.0
        self.whole = 0.0
        self._since = thread_time()

    def _tick(self) -> None:
        now = thread_time()
        self.longest = max(self.longest, now - self._since)
        self.whole += now - self._since
        self._since = now

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Look from now until the end of the block."""
        dispatcher = QAbstractEventDispatcher.instance()
        assert dispatcher is not None
        self.longest = self.whole = 0.0
        self._since = thread_time()
        dispatcher.awake.connect(self._tick)
        try:
            yield
        finally:
            self._tick()
            dispatcher.awake.disconnect(self._tick)


def watched(act: Callable[[], object], at_rest: Callable[[], bool] = lambda: True) -> Watch:
    """Do something, and look on until the window has come to rest."""
    watch = Watch()
    with watch.watching():
        act()
        rest(at_rest)
    return watch


def rest(at_rest: Callable[[], bool] = lambda: True) -> None:
    """Let everything happen that is going to happen by itself."""
    until = monotonic() + PATIENCE
    quiet = 0
    while quiet < QUIET_ROUNDS:
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as under the loop of the program
        if running_tasks():
            sleep(PAUSE)  # Whoever only asks should not take the interpreter from the thread at work.
        quiet = quiet + 1 if at_rest() and not running_tasks() else 0
        assert monotonic() < until, "this does not come to rest"
