"""Long work beside the window: one thread, its progress, its end, and a way to call it off."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import perf_counter
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QObject, Signal

from engine.bad_input import BadInput
from engine.referee.refusal import RulesBug

_TELL_EVERY: Final = 0.05

Progress: TypeAlias = Callable[[int, int, str], None]
"""Tell how far the work has come, of how much, and with what; raises CalledOff when it is unwanted."""


class CalledOff(Exception):
    """Nobody wants the result any more."""


class Errand(QObject):
    """Runs a function in a thread. Its signals reach the window in the window's own thread."""

    progressed = Signal(int, int, str)
    done = Signal(object)
    failed = Signal(str)
    """A sentence about why there is no result."""
    called_off = Signal()

    def __init__(self, work: Callable[[Progress], Any], name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._unwanted = Event()
        self._told = 0.0
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def call_off(self) -> None:
        """Stop at the next step; no result comes."""
        self._unwanted.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Until it has ended; whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def progress(self, done: int, of: int, what: str) -> None:
        """What the work calls now and then."""
        if self._unwanted.is_set():
            raise CalledOff
        now = perf_counter()
        if now - self._told >= _TELL_EVERY or done == of:
            self._told = now
            self.progressed.emit(done, of, what)

    def _run(self) -> None:
        try:
            self._end()
        except RuntimeError:
            return  # The window was closed meanwhile, and took this object with it.

    def _end(self) -> None:
        try:
            result = self._work(self.progress)
        except CalledOff:
            self.called_off.emit()
        except (BadInput, RulesBug) as problem:
            self.failed.emit(str(problem))
        except Exception as error:
            self.failed.emit(f"Something went wrong that should not have: {error!r}")
            raise
        else:
            if self._unwanted.is_set():
                self.called_off.emit()
            else:
                self.done.emit(result)
