"""A background task of a page: its progress bar and the button that cancels it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from app.background.progress import Progress
from app.background.task import BackgroundTask

BAR_WIDTH_PX: Final = 240


class BackgroundBar(QWidget):
    """Runs one task at a time, and is hidden without one. A cancelled task is not heard any more."""

    done = Signal(object)
    failed = Signal(str)
    cancelled = Signal()
    """The task was cancelled by the button or by `stop`."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """`name` is what is computed, such as "statistics"."""
        super().__init__(parent)
        self._name = name
        self._task: BackgroundTask | None = None
        self.bar = QProgressBar()
        self.bar.setAccessibleName(f"Progress of the {name}")
        self.bar.setMaximumWidth(BAR_WIDTH_PX)
        self.cancel = QPushButton("Cancel")
        self.cancel.setAccessibleName(f"Cancel the {name}")
        self.cancel.clicked.connect(self.stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.bar)
        row.addWidget(self.cancel)
        self.hide()

    @property
    def is_running(self) -> bool:
        """Is a task running?"""
        return self._task is not None

    def run(self, work: Callable[[Progress], Any]) -> None:
        """Run this work; a task that is still running is cancelled."""
        self.stop()
        task = self._task = BackgroundTask(work, self._name, self)
        task.progressed.connect(self._progressed)
        task.done.connect(self._done)
        task.failed.connect(self._failed)
        task.ended.connect(task.deleteLater)
        task.start()
        self.bar.setRange(0, 0)
        self.show()

    def stop(self) -> None:
        """Cancel the task."""
        if self._task is not None:
            self._drop_task().cancel()
            self.cancelled.emit()

    def _drop_task(self) -> BackgroundTask:
        task, self._task = self._task, None
        assert task is not None
        task.done.disconnect(self._done)
        task.failed.disconnect(self._failed)
        task.progressed.disconnect(self._progressed)
        self.hide()
        return task

    def _progressed(self, done: int, of: int, what: str) -> None:
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        self.bar.setFormat(f"{what}  %p %")

    def _done(self, result: object) -> None:
        self._drop_task()
        self.done.emit(result)

    def _failed(self, why: str) -> None:
        self._drop_task()
        self.failed.emit(why)
