"""Long work beside the workshop: a thread does it, a dialogue shows how far it is and can call it off."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from time import perf_counter
from typing import Any, Final

from PySide6.QtCore import QEventLoop, QObject, Qt, QThread, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog, QPushButton, QWidget

from editor.exporters.pages import Progress
from engine.bad_input import BadInput

_TELL_EVERY: Final = 0.05
_PATIENCE: Final = 300
"""Milliseconds before the dialogue comes."""


class CalledOff(Exception):
    """Nobody wants the result any more."""


class _Hand(QThread):
    """A thread of Qt's, because texts are laid out with its timers."""

    def __init__(self, work: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._work = work

    def run(self) -> None:
        self._work()


class SideWork(QObject):
    """One piece of work in a thread of its own. Its signals arrive in the window's thread."""

    progressed = Signal(int, int, str)
    done = Signal(object)
    failed = Signal(str)
    """A sentence about why there is no result."""
    called_off = Signal()
    ended = Signal()

    def __init__(self, work: Callable[[Progress], Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._unwanted = Event()
        self._told = 0.0
        self._thread = _Hand(self._run, self)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def call_off(self) -> None:
        """Stop at the next step."""
        self._unwanted.set()

    def wait(self) -> None:
        """Until the thread has ended."""
        self._thread.wait()

    def _progress(self, done: int, of: int, what: str) -> None:
        if self._unwanted.is_set():
            raise CalledOff
        now = perf_counter()
        if now - self._told >= _TELL_EVERY or done == of:
            self._told = now
            self.progressed.emit(done, of, what)

    @property
    def is_running(self) -> bool:
        """Whether the thread still goes on."""
        return self._thread.isRunning()

    def _run(self) -> None:
        try:
            self._try()
        finally:
            self.ended.emit()

    def _try(self) -> None:
        try:
            result = self._work(self._progress)
        except CalledOff:
            self.called_off.emit()
        except BadInput as problem:
            self.failed.emit(str(problem))
        except Exception as error:
            self.failed.emit(f"Something went wrong that should not have: {error!r}")
            raise
        else:
            self.done.emit(result)


def beside(parent: QWidget, title: str, work: Callable[[Progress], Any]) -> tuple[bool, str]:
    """Do work beside the window and wait for it: whether it was done, and what kept it from being done."""
    errand = SideWork(work, parent)
    dialog = QProgressDialog("", "", 0, 0, parent)
    stop = QPushButton("Cancel")
    stop.setAccessibleName("Cancel")
    dialog.setCancelButton(stop)
    dialog.setWindowTitle(title)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setMinimumWidth(380)
    dialog.setMinimumDuration(_PATIENCE)
    dialog.setAutoClose(False)
    dialog.setAutoReset(False)
    dialog.canceled.connect(errand.call_off)

    def show(done: int, of: int, what: str) -> None:
        if not dialog.wasCanceled():
            dialog.setMaximum(of)
            dialog.setValue(done)
            dialog.setLabelText(f"{what}…")

    answer = {"done": False, "problem": ""}
    errand.progressed.connect(show)
    errand.done.connect(lambda _: answer.update(done=True))
    errand.failed.connect(lambda problem: answer.update(problem=problem))
    loop, patience = QEventLoop(), QTimer()
    patience.setSingleShot(True)
    patience.timeout.connect(loop.quit)
    ended: list[bool] = []
    errand.ended.connect(lambda: ended.append(True))
    errand.ended.connect(loop.quit)
    errand.start()
    patience.start(_PATIENCE)
    loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    if not ended:
        dialog.show()
        loop.exec()
    patience.stop()
    errand.wait()
    dialog.blockSignals(True)
    dialog.close()
    dialog.deleteLater()
    errand.deleteLater()
    return bool(answer["done"]), str(answer["problem"])


class Latest(QObject):
    """Answers one question at a time; of those that come meanwhile only the last is still asked."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._busy: SideWork | None = None
        self._next: tuple[Callable[[Progress], Any], Callable[[Any], None], Callable[[str], None]] | None
        self._next = None

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._busy is not None

    def ask(
        self,
        work: Callable[[Progress], Any],
        answered: Callable[[Any], None],
        failed: Callable[[str], None],
    ) -> None:
        """Do this work, and then call one of the two; neither if something else was asked meanwhile."""
        self._next = (work, answered, failed)
        if self._busy is None:
            self._begin()
        else:
            self._busy.call_off()

    def _begin(self) -> None:
        assert self._next is not None
        work, answered, failed = self._next
        self._next = None
        busy = self._busy = SideWork(work, self)

        def tell(answer: Callable[[Any], None], what: Any) -> None:
            if self._busy is busy and self._next is None:
                answer(what)

        busy.done.connect(lambda result: tell(answered, result))
        busy.failed.connect(lambda problem: tell(failed, problem))
        busy.ended.connect(self._ended)
        busy.start()

    def _ended(self) -> None:
        if self._busy is not None:
            self._busy.wait()
            self._busy.deleteLater()
            self._busy = None
        if self._next is not None:
            self._begin()

    def close(self) -> None:
        """No answer is wanted any more; waits until nothing goes on."""
        self._next = None
        if self._busy is not None:
            self._busy.blockSignals(True)
            self._busy.call_off()
            self._busy.wait()
            self._busy = None
