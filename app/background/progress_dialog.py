"""Runs long work in a background thread while the window waits; a dialog shows progress and can cancel.

Short work shows no dialog; mouse and key events are delayed until it has ended or the dialog is shown.
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

DIALOG_DELAY_MS: Final = 250
"""Time until the dialog is shown."""


class ProgressDialog(QDialog):
    """The progress of a background task, with a Cancel button.

    It is not a `QProgressDialog`: that one shows itself by its own timer, even after it was hidden, and would
    cover the next dialog.
    """

    def __init__(
        self, title: str, words: str, cancel: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._cancel = cancel
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
        """Show the dialog after a delay, unless the task has ended by then."""
        self._show_timer.start(delay_ms)

    def move_to(self, done: int, of: int, what: str) -> None:
        """Show the progress."""
        if not self.is_cancelled:
            self.bar.setRange(0, of)
            self.bar.setValue(done)
            self.label.setText(f"{what}…")

    def reject(self) -> None:
        """Cancel the task; the dialog stays until the task has ended."""
        if not self.is_cancelled:
            self.is_cancelled = True
            self.cancel_button.setEnabled(False)
            self.bar.setRange(0, 0)
            self.label.setText("Cancelling…")
            self._cancel()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing the dialog cancels; only the end of the program closes it before the task has ended."""
        self.reject()
        event.setAccepted(not event.spontaneous())

    def finish(self) -> None:
        """Close the dialog; the task has ended."""
        self.is_cancelled = True
        self._show_timer.stop()
        self.hide()
        self.deleteLater()


class Wait(QObject):
    """Waits for one task in an event loop: the window is painted meanwhile, but takes no input.

    The loop has no parent: the window may be deleted meanwhile, together with the task and the dialog.
    """

    def __init__(self, work: Callable[[Progress], Any], title: str, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._title, self._words = title, words
        self._loop = QEventLoop()
        self._dialog_timer = QTimer(self)
        self._dialog_timer.setSingleShot(True)
        self._dialog_timer.timeout.connect(self._loop.quit)
        self.dialog: ProgressDialog | None = None
        self.task = BackgroundTask(work, title, self)
        self.task.progressed.connect(self._progressed)
        self.task.ended.connect(self._loop.quit)
        self.task.destroyed.connect(self._loop.quit)

    def until_done(self) -> Ended:
        """Start the work and return when it has ended."""
        self.task.start()
        self._dialog_timer.start(DIALOG_DELAY_MS)
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            self._loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        finally:
            QGuiApplication.restoreOverrideCursor()
        if Shiboken.isValid(self) and self.task.outcome is None:
            self.dialog = ProgressDialog(self._title, self._words, self.task.cancel, self._window)
            self.dialog.show()
            self._loop.exec()
        self.task.cancel()  # Only has an effect if the program ends.
        if not Shiboken.isValid(self):
            return Ended(cancelled=True)
        self._dialog_timer.stop()
        if self.dialog is not None:
            self.dialog.finish()
        self.deleteLater()
        return self.task.outcome or Ended(cancelled=True)

    def _progressed(self, done: int, of: int, what: str) -> None:
        if self.dialog is not None:
            self.dialog.move_to(done, of, what)


def run_in_background(parent: QWidget, title: str, words: str, work: Callable[[Progress], Any]) -> Ended:
    """Run this work in a background thread and wait for it; the window stays responsive."""
    return Wait(work, title, words, parent.window()).until_done()
