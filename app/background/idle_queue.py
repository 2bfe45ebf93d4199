"""A queue of small jobs that run one after another while the window is idle."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, QTimer

SLICE_SECONDS: Final = 0.005
"""Time after which events are handled before the next job."""


class IdleQueue(QObject):
    """Runs jobs in order. `finish` may run them earlier."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._left: deque[tuple[int, Callable[[], object]]] = deque()
        """The remaining jobs, each with the delay in milliseconds before it."""
        # Single-shot: next to other timers, a repeating one could fire twice in a row.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._run_some)

    def add(self, *jobs: Callable[[], object], delay_ms: int = 0) -> None:
        """Append jobs; `delay_ms` passes before each of them."""
        self._left.extend((delay_ms, job) for job in jobs)
        if self._left and not self._timer.isActive():
            self._timer.start(0)

    @property
    def is_busy(self) -> bool:
        """Whether jobs are left."""
        return bool(self._left)

    def finish(self) -> None:
        """Run all remaining jobs now."""
        self._timer.stop()
        while self._left:
            self._left.popleft()[1]()

    def _run_some(self) -> None:
        until = perf_counter() + SLICE_SECONDS
        while self._left:
            delay_ms, job = self._left.popleft()
            if delay_ms:
                self._left.appendleft((0, job))
            else:
                job()

            if delay_ms or perf_counter() > until:
                self._timer.start(delay_ms)
                return
