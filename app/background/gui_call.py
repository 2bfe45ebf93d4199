"""A call that a background task makes in the GUI thread and waits for.

Text layouts of Qt are objects with signal connections. Qt guards connections by locks that many objects
share. While it deletes a window, it may hold such a lock and wait for Python, while the background thread
holds Python and waits for that lock. So text layouts are made in the GUI thread only.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock
from typing import Any, Final

CANCEL_POLL_SECONDS: Final = 0.1
"""Interval of checking whether the task was cancelled."""


class GuiCall:
    """A function to be called in the GUI thread, and its result."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._lock, self._taken = Lock(), False
        self._finished = Event()
        self._value: Any = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Call the function, in the GUI thread, unless it was withdrawn."""
        if not self._take():
            return
        try:
            self._value = self._work()
        except BaseException as error:
            self._error = error
        finally:
            self._finished.set()

    def withdraw(self) -> bool:
        """Cancel the call; False if it has started already and must be waited for."""
        return self._take()

    def _take(self) -> bool:
        with self._lock:
            first, self._taken = not self._taken, True
        return first

    def wait(self) -> bool:
        """Wait a moment; returns whether there is a result."""
        return self._finished.wait(CANCEL_POLL_SECONDS)

    def result(self) -> Any:
        """The result, or the exception raised."""
        if self._error is not None:
            raise self._error
        return self._value
