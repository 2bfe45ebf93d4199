"""Small things that need not be done at once: one after another, between the events of the window."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, QTimer

SLICE: Final = 0.005
"""Seconds after which the window listens again before the next thing is begun."""


class IdleQueue(QObject):
    """Does what it is given in that order. Each thing must also be right if somebody wanted it earlier."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._left: deque[tuple[int, Callable[[], object]]] = deque()
        """What is left to do, and for how many milliseconds there is rest before it."""
        # It is started anew each time: beside others, a timer that repeats would beat twice in a row.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._go_on)

    def add(self, *things: Callable[[], object], rest: int = 0) -> None:
        """Do these too, after the others; so many milliseconds of rest come before each."""
        self._left.extend((rest, thing) for thing in things)
        if self._left and not self._timer.isActive():
            self._timer.start(0)

    @property
    def is_busy(self) -> bool:
        """Is something left to do?"""
        return bool(self._left)

    def finish(self) -> None:
        """Do what is left now."""
        self._timer.stop()
        while self._left:
            self._left.popleft()[1]()

    def _go_on(self) -> None:
        until = perf_counter() + SLICE
        while self._left:
            rest, thing = self._left.popleft()
            if rest:
                self._left.appendleft((0, thing))
            else:
                thing()
            if rest or perf_counter() > until:
                self._timer.start(rest)
                return
