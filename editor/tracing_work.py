"""Work beside the window: one thread, its progress, its end, and a way to call it off."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import perf_counter
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from editor.importers.reading import Progress
from engine.bad_input import BadInput

_TELL_EVERY: Final = 0.05


class CalledOff(Exception):
    """Nobody wants the result any more."""


class SideWork(QObject):
    """Runs a function in a thread; its signals reach the window in the window's own thread."""

    progressed = Signal(int, int, str)
    done = Signal(object)
    failed = Signal(str)
    """A sentence about why there is no result."""
    called_off = Signal()

    def __init__(self, work: Callable[[Progress], Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._unwanted = Event()
        self._told = 0.0
        self._thread = Thread(target=self._run, name="editor work", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def call_off(self) -> None:
        """Stop at the next step; no result comes."""
        self._unwanted.set()

    def wait(self) -> None:
        """Until it has ended."""
        if self._thread.ident is not None:
            self._thread.join()

    def _progress(self, done: int, of: int, what: str) -> None:
        if self._unwanted.is_set():
            raise CalledOff
        now = perf_counter()
        if now - self._told >= _TELL_EVERY:
            self._told = now
            self.progressed.emit(done, of, what)

    def _run(self) -> None:
        try:
            self._end()
        except RuntimeError:
            return  # The window was closed meanwhile, and took this object with it.

    def _end(self) -> None:
        try:
            found = self._work(self._progress)
        except CalledOff:
            self.called_off.emit()
        except BadInput as problem:
            self.failed.emit(str(problem))
        except Exception:
            self.failed.emit("This could not be done because of a fault in Startline; nothing was changed.")
            raise
        else:
            if self._unwanted.is_set():
                self.called_off.emit()
            else:
                self.done.emit(found)
