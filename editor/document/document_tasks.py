"""Background tasks for the open document, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.background.progress import Progress
from app.background.task import BackgroundTask
from editor.document.open_document import OpenDocument


class DocumentTasks(QObject):
    """Runs one background task at a time; results for a closed document are dropped."""

    progressed = Signal(int, int, str)
    cancelled = Signal()
    finished = Signal()
    """A task ended with or without success, after its callback was called."""

    def __init__(
        self, open_document: OpenDocument, show_message: Callable[[str], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._open, self._show_message = open_document, show_message
        self._task: BackgroundTask | None = None
        self.notice = ""
        """The message of the last task; empty if there is none."""

    @property
    def is_busy(self) -> bool:
        """Whether a task is running."""
        return self._task is not None

    def start(
        self,
        job: Callable[[Progress], Any],
        then: Callable[[Any], None],
        otherwise: Callable[[str], None] | None = None,
    ) -> None:
        """Run a job, then call `then` or `otherwise`; by default a problem is shown and stored."""
        if self._task is not None:
            self._show_message("Another task is still running; wait a moment.")
            return
        self.notice = ""
        wanted_for = self._open.document

        def done(found: object) -> None:
            self._clear_task()
            if wanted_for is self._open.document:
                then(found)
            self.finished.emit()

        def failed(problem: str) -> None:
            self._clear_task()
            (otherwise or self.refuse)(problem)
            self.finished.emit()

        task = self._task = BackgroundTask(job, "editor", self)
        task.progressed.connect(self.progressed)
        task.done.connect(done)
        task.failed.connect(failed)
        task.cancelled.connect(self._cancelled)
        task.start()

    def refuse(self, problem: str) -> None:
        """Show a problem and store it in `notice`."""
        self.notice = problem
        self._show_message(problem)

    def cancel(self) -> None:
        """Cancel the running task."""
        if self._task is not None:
            self._task.cancel()

    def _cancelled(self) -> None:
        self._clear_task()
        self.cancelled.emit()

    def _clear_task(self) -> None:
        assert self._task is not None
        self._task.deleteLater()
        self._task = None
