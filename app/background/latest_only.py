"""Background requests of which only the latest is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject

from app.background.progress import Progress
from app.background.task import BackgroundTask


class _Request(Struct, frozen=True):
    work: Callable[[Progress], Any]
    answered: Callable[[Any], None]
    failed: Callable[[str], None]


class Latest(QObject):
    """Runs one request at a time; of those that come meanwhile only the last is run."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._busy: BackgroundTask | None = None
        self._asked: _Request | None = None
        self._next: _Request | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a request is running."""
        return self._busy is not None

    def ask(
        self,
        work: Callable[[Progress], Any],
        answered: Callable[[Any], None],
        failed: Callable[[str], None],
    ) -> None:
        """Run this work, then call `answered` or `failed`; neither if a newer request has come."""
        self._next = _Request(work, answered, failed)
        if self._busy is None:
            self._begin()
        else:
            self._busy.cancel()

    def close(self) -> None:
        """Cancel all requests."""
        self._next = self._asked = None  # Releases the callbacks at once.
        if self._busy is not None:
            self._busy.blockSignals(True)
            self._busy.cancel()
            self._busy.deleteLater()
            self._busy = None

    def _begin(self) -> None:
        self._asked, self._next = self._next, None
        assert self._asked is not None
        busy = self._busy = BackgroundTask(self._asked.work, self._name, self)
        # The slots must not keep this object alive: deleted with its task, the task would be deleted twice.
        busy.done.connect(self._done)
        busy.failed.connect(self._failed)
        busy.ended.connect(self._ended)
        busy.start()

    def _done(self, result: Any) -> None:
        if self._next is None and self._asked is not None:
            self._asked.answered(result)

    def _failed(self, problem: str) -> None:
        if self._next is None and self._asked is not None:
            self._asked.failed(problem)

    def _ended(self) -> None:
        assert self._busy is not None
        self._busy.deleteLater()
        self._busy = self._asked = None
        if self._next is not None:
            self._begin()
