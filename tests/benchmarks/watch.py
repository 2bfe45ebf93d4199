"""Measures the longest time that the GUI thread is blocked during an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep, thread_time

from PySide6.QtCore import QAbstractEventDispatcher, QEvent
from PySide6.QtWidgets import QApplication

from app.background.task import running_tasks

TIMEOUT_SECONDS = 120.0
"""Limit for waiting until the window is idle."""
QUIET_ROUNDS = 3
PAUSE_SECONDS = 0.002


class Watch:
    """Measures the processor time of this thread between two rounds of the event loop.

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
        """Measure until the end of the block."""
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
    """Perform an action and measure until the window is idle."""
    watch = Watch()
    with watch.watching():
        act()
        rest(at_rest)
    return watch


def rest(at_rest: Callable[[], bool] = lambda: True) -> None:
    """Handle events until the window is idle."""
    until = monotonic() + TIMEOUT_SECONDS
    quiet = 0
    while quiet < QUIET_ROUNDS:
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as under the loop of the program
        if running_tasks():
            sleep(PAUSE_SECONDS)  # Whoever only asks should not take the interpreter from the thread at work.
        quiet = quiet + 1 if at_rest() and not running_tasks() else 0
        assert monotonic() < until, "this does not come to rest"
