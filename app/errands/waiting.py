"""The window waits for long work: a thread does it, a dialogue shows how far it is and can call it off.

Work that is quick shows nothing: clicks and keys wait their turn until it is done or the dialogue is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QProgressDialog, QPushButton, QWidget

from app.errands.errand import Errand
from app.errands.progress import Ended, Progress

PATIENCE: Final = 250
"""Milliseconds before the dialogue comes."""


class ProgressDialog(QProgressDialog):
    """How far an errand is, over the window it belongs to."""

    def __init__(
        self, title: str, words: str, call_off: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(words, "", 0, 0, parent)
        stop = QPushButton("Cancel")
        stop.setAccessibleName("Cancel")
        self.setCancelButton(stop)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(360)
        self.setMinimumDuration(PATIENCE)
        self.setAutoClose(False)
        self.setAutoReset(False)
        self.canceled.connect(lambda: call_off())

    def move_to(self, done: int, of: int, what: str) -> None:
        """So much of so much is done."""
        if not self.wasCanceled():
            self.setMaximum(of)
            self.setValue(done)
            self.setLabelText(f"{what}…")

    def reject(self) -> None:
        """Esc calls the work off, too; by itself it would only hide the dialogue."""
        self.canceled.emit()

    def put_away(self) -> None:
        """The work has ended."""
        self.blockSignals(True)
        self.hide()
        self.deleteLater()


class Wait(QObject):
    """Waits for one errand without standing still: the window is painted meanwhile, but not played on."""

    def __init__(self, work: Callable[[Progress], Any], title: str, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._title, self._words = title, words
        self._loop = QEventLoop(self)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._loop.quit)
        self.dialog: ProgressDialog | None = None
        self.errand = Errand(work, title, self)
        self.errand.progressed.connect(self._progressed)
        self.errand.ended.connect(self._loop.quit)

    def until_done(self) -> Ended:
        """Start the work and come back when it has ended."""
        self.errand.start()
        self._patience.start(PATIENCE)
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            self._loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        finally:
            self._patience.stop()
            QGuiApplication.restoreOverrideCursor()
        if self.errand.outcome is None:
            self.dialog = ProgressDialog(self._title, self._words, self.errand.call_off, self._window)
            self.dialog.show()
            self._loop.exec()
        if self.dialog is not None:
            self.dialog.put_away()
        self.errand.call_off()  # Nothing is left to call off, unless the program ends.
        self.deleteLater()
        return self.errand.outcome or Ended(called_off=True)

    def _progressed(self, done: int, of: int, what: str) -> None:
        if self.dialog is not None:
            self.dialog.move_to(done, of, what)


def beside(parent: QWidget, title: str, words: str, work: Callable[[Progress], Any]) -> Ended:
    """Do this work beside the window, and wait for it."""
    return Wait(work, title, words, parent.window()).until_done()
