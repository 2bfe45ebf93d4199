"""What the thread of an errand lets the window's thread do for it, and waits for.

Texts that Qt lays out are objects with connections of their own. Qt guards connections by locks that many
objects share; it may hold one and wait for Python while it deletes a window, as the thread holds Python and
waits for that lock. So such texts are made in the window's thread alone.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock
from typing import Any, Final

PATIENCE: Final = 0.1
"""Seconds between two looks whether anybody still wants the answer."""


class GuiCall:
    """Something to be done in the window's thread, and what came of it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._lock, self._taken = Lock(), False
        self._answered = Event()
        self._value: Any = None
        self._error: BaseException | None = None

    def ask(self) -> None:
        """Do it, in the window's thread, unless it was withdrawn."""
        if not self._take():
            return
        try:
            self._value = self._work()
        except BaseException as error:
            self._error = error
        finally:
            self._answered.set()

    def withdraw(self) -> bool:
        """Nobody wants the answer any more; False if it is too late, and the answer has to be waited for."""
        return self._take()

    def _take(self) -> bool:
        with self._lock:
            first, self._taken = not self._taken, True
        return first

    def wait(self) -> bool:
        """For a moment; whether there is an answer."""
        return self._answered.wait(PATIENCE)

    def answer(self) -> Any:
        """What came of it."""
        if self._error is not None:
            raise self._error
        return self._value
