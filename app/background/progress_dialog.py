"""The window waits for long work: a thread does it, a dialogue shows how far it is and can call it off.

Work that is quick shows nothing: clicks and keys wait their turn until it is done or the dialogue is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QDialog, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from app.background.progress import Ended, Progress
from app.background.task import BackgroundTask

PATIENCE: Final = 250
"""Milliseconds before the dialogue comes."""


class ProgressDialog(QDialog):
    """How far a background task is, over the window it belongs to.

    It is no `QProgressDialog`: that one shows itself by a timer of its own, even after it was hidden, and
    then lies over whatever dialogue came next.
    """

    def __init__(
        self, title: str, words: str, cancel: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._call_off = cancel
        self.is_cancelled = False
        self.label = QLabel(words)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName(title)
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setAccessibleName("Cancel")
        self.cancel_button.clicked.connect(self.reject)
        self._show_timer = QTimer(self)
        self._show_timer.setSingleShot(True)
        self._show_timer.timeout.connect(self.show)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(360)
        layout = QVBoxLayout(self)
        layout.addWidget(self.label)
        layout.addWidget(self.bar)
        layout.addWidget(self.cancel_button, alignment=Qt.AlignmentFlag.AlignRight)

    def show_after(self, delay_ms: int) -> None:
        """Come by itself, unless the task has ended by then."""
        self._show_timer.start(delay_ms)

    def move_to(self, done: int, of: int, what: str) -> None:
        """So much of so much is done."""
        if not self.is_cancelled:
            self.bar.setRange(0, of)
            self.bar.setValue(done)
            self.label.setText(f"{what}…")

    def reject(self) -> None:
        """Cancel, Esc and the window's cross: the dialogue stays until the task has heard of it."""
        if not self.is_cancelled:
            self.is_cancelled = True
            self.cancel_button.setEnabled(False)
            self.bar.setRange(0, 0)
            self.label.setText("Stopping…")
            self._call_off()

    def closeEvent(self, event: QCloseEvent) -> None:
        """The cross cancels like Esc; only the end of the program closes it before the task has ended."""
        self.reject()
        event.setAccepted(not event.spontaneous())

    def put_away(self) -> None:
        """The task has ended."""
        self.is_cancelled = True
        self._show_timer.stop()
        self.hide()
        self.deleteLater()


class Wait(QObject):
    """Waits for one errand without standing still: the window is painted meanwhile, but not played on.

    The loop belongs to nobody: the window may be deleted meanwhile, and takes errand and dialogue with it.
    """

    def __init__(self, work: Callable[[Progress], Any], title: str, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._title, self._words = title, words
        self._loop = QEventLoop()
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._loop.quit)
        self.dialog: ProgressDialog | None = None
        self.task = BackgroundTask(work, title, self)
        self.task.progressed.connect(self._progressed)
        self.task.ended.connect(self._loop.quit)
        self.task.destroyed.connect(self._loop.quit)

    def until_done(self) -> Ended:
        """Start the work and come back when it has ended."""
        self.task.start()
        self._patience.start(PATIENCE)
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            self._loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        finally:
            QGuiApplication.restoreOverrideCursor()
        if Shiboken.isValid(self) and self.task.outcome is None:
            self.dialog = ProgressDialog(self._title, self._words, self.task.cancel, self._window)
            self.dialog.show()
            self._loop.exec()
        self.task.cancel()  # Nothing is left to call off, unless the program ends.
        if not Shiboken.isValid(self):
            return Ended(cancelled=True)
        self._patience.stop()
        if self.dialog is not None:
            self.dialog.put_away()
        self.deleteLater()
        return self.task.outcome or Ended(cancelled=True)

    def _progressed(self, done: int, of: int, what: str) -> None:
        if self.dialog is not None:
            self.dialog.move_to(done, of, what)


def run_in_background(parent: QWidget, title: str, words: str, work: Callable[[Progress], Any]) -> Ended:
    """Do this work beside the window, and wait for it."""
    return Wait(work, title, words, parent.window()).until_done()
