"""Replays the beginning of a long game beside the window, so that all of it can be looked at."""

from __future__ import annotations

from threading import Thread
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressDialog, QPushButton, QWidget

from engine.bad_input import BadInput
from engine.referee.session import Session

TELL_EVERY: Final = 50
"""Actions between two moves of the progress bar."""


class _Cancelled(Exception):
    """Nobody wants to look back any more."""


class Rehearsal(QProgressDialog):
    """Shows how far it is; cancelled, the record stays as it was."""

    ready = Signal(str)
    """Empty, or the sentence why the past cannot be shown; not told after a cancel."""
    _progressed = Signal(int, int)
    _ended = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("Replaying the game from its beginning…", "", 0, len(session), parent)
        self._session = session
        self._cancelled = False
        stop = QPushButton("Cancel")
        stop.setAccessibleName("Cancel")
        self.setCancelButton(stop)
        self.setWindowTitle("Looking back")
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumDuration(0)
        self.setAutoClose(False)
        self.setAutoReset(False)
        self.canceled.connect(self._cancel)
        self._progressed.connect(self._move)
        self._ended.connect(self._end)
        self._thread = Thread(target=self._replay, name="rehearsal", daemon=True)

    def begin(self) -> None:
        """Start replaying."""
        self.setValue(0)
        self.show()
        self._thread.start()

    def _replay(self) -> None:
        """In the other thread; it ends before anybody can act, for this dialogue stands before the window."""
        try:
            self._session.chronicle.rehearse(self._tell)
        except _Cancelled:
            return
        except BadInput as problem:
            self._ended.emit(str(problem))
        else:
            self._ended.emit("")

    def _tell(self, done: int, of: int) -> None:
        if self._cancelled:
            raise _Cancelled
        if done % TELL_EVERY == 0 or done == of:
            self._progressed.emit(done, of)

    def _move(self, done: int, of: int) -> None:
        if not self._cancelled:
            self.setMaximum(of)
            self.setValue(done)

    def _cancel(self) -> None:
        self._cancelled = True
        self._thread.join()
        self.deleteLater()

    def _end(self, problem: str) -> None:
        if not self._cancelled:
            self._thread.join()
            self.canceled.disconnect(self._cancel)
            self.close()
            self.deleteLater()
            self.ready.emit(problem)
