"""What is read or worked out beside the window for the map on the bench, one thing at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.background.progress import Progress
from app.background.task import BackgroundTask
from editor.workspace import Workspace


class WorkspaceTasks(QObject):
    """A result for a map that is no longer on the bench is dropped."""

    progressed = Signal(int, int, str)
    cancelled = Signal()
    finished = Signal()
    """Something came to its end, well or not, and whoever wanted it has heard of it."""

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._task: BackgroundTask | None = None
        self.notice = ""
        """Why the last thing was not done, or what is to be said of it."""

    @property
    def is_busy(self) -> bool:
        """Whether something is being read or worked out."""
        return self._task is not None

    def start(
        self,
        job: Callable[[Progress], Any],
        then: Callable[[Any], None],
        otherwise: Callable[[str], None] | None = None,
    ) -> None:
        """Do this and then call one of the two; without a second one, the problem is said and noted."""
        if self._task is not None:
            self._workspace.show_message("Another task is still running; wait a moment.")
            return
        self.notice = ""
        wanted_for = self._workspace.document

        def done(found: object) -> None:
            self._put_away()
            if wanted_for is self._workspace.document:
                then(found)
            self.finished.emit()

        def failed(problem: str) -> None:
            self._put_away()
            (otherwise or self.refuse)(problem)
            self.finished.emit()

        task = self._task = BackgroundTask(job, "workshop", self)
        task.progressed.connect(self.progressed)
        task.done.connect(done)
        task.failed.connect(failed)
        task.cancelled.connect(self._cancelled)
        task.start()

    def refuse(self, problem: str) -> None:
        """Say why something is not done, and note it."""
        self.notice = problem
        self._workspace.show_message(problem)

    def cancel(self) -> None:
        """Stop what is being done."""
        if self._task is not None:
            self._task.cancel()

    def _cancelled(self) -> None:
        self._put_away()
        self.cancelled.emit()

    def _put_away(self) -> None:
        assert self._task is not None
        self._task.deleteLater()
        self._task = None
