"""The window waits for long work: a thread does it, a dialogue shows how far it is and can call it off.

Work that is quick shows nothing: clicks and keys wait their turn until it is done or the dialogue is there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QProgressDialog, QPushButton, QWidget

from app.play.errand import Errand, Progress

PATIENCE: Final = 250
"""Milliseconds before the dialogue comes."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How the work ended: with a value, with a sentence why not, or by being called off."""

    value: Any = None
    problem: str = ""
    called_off: bool = False

    @property
    def well(self) -> bool:
        """Is there a result?"""
        return not self.problem and not self.called_off


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

    def put_away(self) -> None:
        """The work has ended."""
        self.blockSignals(True)
        self.close()
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
        self.ended: Ended | None = None
        self.dialog: ProgressDialog | None = None
        self.errand = Errand(work, title, self)
        self.errand.progressed.connect(self._progressed)
        self.errand.done.connect(self._done)
        self.errand.failed.connect(self._failed)
        self.errand.called_off.connect(self._called_off)

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
        if self.ended is None:
            self.dialog = ProgressDialog(self._title, self._words, self.errand.call_off, self._window)
            self.dialog.show()
            self._loop.exec()
        if self.dialog is not None:
            self.dialog.put_away()
        self.errand.wait()
        self.deleteLater()
        assert self.ended is not None
        return self.ended

    def _progressed(self, done: int, of: int, what: str) -> None:
        if self.dialog is not None:
            self.dialog.move_to(done, of, what)

    def _done(self, value: object) -> None:
        self._end(Ended(value))

    def _failed(self, problem: str) -> None:
        self._end(Ended(problem=problem))

    def _called_off(self) -> None:
        self._end(Ended(called_off=True))

    def _end(self, ended: Ended) -> None:
        self.ended = ended
        self._loop.quit()


def beside(parent: QWidget, title: str, words: str, work: Callable[[Progress], Any]) -> Ended:
    """Do this work beside the window, and wait for it."""
    return Wait(work, title, words, parent.window()).until_done()
