"""Work in a thread of its own: its progress, its end, and a way to call it off.

The thread never touches an object of the window, which may be gone with its parent at any moment, nor sends a
signal to one: Qt would deliver it later, perhaps to somebody who is no more. It leaves what it has to say in
its job and rings; the bell lives as long as the program, and in the window's thread it brings the news to
those who still want to hear them.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, Final, TypeAlias, TypeVar
from weakref import ref

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, Signal
from shiboken6 import Shiboken

from app.background.gui_call import GuiCall
from app.background.progress import HERE, Cancelled, Ended, Progress
from engine.bad_input import BadInput
from engine.referee.refusal import RulesBug

TELL_EVERY: Final = 0.05
"""Seconds between two words about the progress."""
HAND_OVER: Final = 0.0005
"""Seconds after which a thread at work lets the window's go on; with Python's five milliseconds, a picture
for which the window calls Qt a hundred times would take half a second."""
LAST_PATIENCE: Final = 2.0
"""Seconds that the program waits at its end for work that was called off."""
T = TypeVar("T")


class _Job:
    """All that the thread knows.

    The window keeps it until the thread has ended, so that what the work holds on to is let go of there.
    """

    def __init__(
        self, work: Callable[[Progress], Any], name: str, task: BackgroundTask, notifier: _Notifier
    ) -> None:
        self._work, self._ring, self._put = work, notifier.ring, notifier.gui_calls.append
        self._told = 0.0
        self._task = ref(task)
        self._cancelled = threading.Event()
        self.news: deque[tuple[int, int, str]] = deque(maxlen=1)
        self.ended: Ended | None = None
        self.thread = threading.Thread(target=self._run, name=name, daemon=True)

    def cancel(self) -> None:
        """Nobody wants the result any more."""
        self._cancelled.set()

    @property
    def is_unwanted(self) -> bool:
        """Whether it was called off, or the errand is gone; the thread only asks, it touches nothing."""
        task = self._task()
        return self._cancelled.is_set() or task is None or not Shiboken.isValid(task)

    def progress(self, done: int, of: int, what: str) -> None:
        """What the work calls now and then."""
        if self.is_unwanted:
            raise Cancelled
        now = monotonic()
        if now - self._told >= TELL_EVERY or done == of:
            self._told = now
            self.news.append((done, of, what))
            self._ring()

    def ask(self, work: Callable[[], Any]) -> Any:
        """Have this done in the window's thread, and wait for it."""
        gui_call = GuiCall(work)
        self._put(gui_call)
        self._ring()
        while not gui_call.wait():
            if self.is_unwanted and gui_call.withdraw():
                raise Cancelled
        return gui_call.answer()

    def _run(self) -> None:
        HERE.job = self
        QEventLoop()  # With it the thread gets timers, without which Qt does not lay out texts.
        try:
            value = Ended(self._work(self.progress))
            self.ended = Ended(cancelled=True) if self.is_unwanted else value
        except Cancelled:
            self.ended = Ended(cancelled=True)
        except (BadInput, RulesBug) as problem:
            self.ended = Ended(problem=str(problem))
        except BaseException as error:
            self.ended = Ended(problem=f"A fault in Startline stopped this: {error!r}. Please report it.")
            raise
        finally:
            self._ring()


class _Notifier(QObject):
    """Rung in any thread, heard in the window's. Knows all that is under way."""

    rung = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._lock, self._call = threading.Lock(), self.rung.emit
        self._works = True
        sys.setswitchinterval(HAND_OVER)
        self.under_way: dict[_Job, BackgroundTask] = {}
        self.gui_calls: deque[GuiCall] = deque()
        self.rung.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        app = QCoreApplication.instance()
        assert app is not None
        app.aboutToQuit.connect(self._last_call)

    def begin(self, job: _Job, task: BackgroundTask) -> None:
        self._works = True
        self.under_way[job] = task
        job.thread.start()

    def ring(self) -> None:
        """Called by the threads; at the end of the program nobody listens any more."""
        with self._lock:
            if self._works:
                self._call()

    def _hear(self) -> None:
        while self.gui_calls:
            self.gui_calls.popleft().ask()
        for job, task in list(self.under_way.items()):
            if job not in self.under_way:
                continue  # Whoever heard the one before let other bells ring meanwhile.
            ended = job.ended
            if job.news and Shiboken.isValid(task):
                task.progressed.emit(*job.news.pop())
            if ended is not None and self.under_way.pop(job, None) is not None:
                job.thread.join()
                if Shiboken.isValid(task):
                    task.end(ended)

    def _last_call(self) -> None:
        """The program ends: call everything off, give it a moment, and hear no more."""
        for job in self.under_way:
            job.cancel()
        until = monotonic() + LAST_PATIENCE
        for job in self.under_way:
            job.thread.join(max(0.0, until - monotonic()))
        with self._lock:
            self._works = False


_notifier: _Notifier | None = None


def _the_notifier() -> _Notifier:
    global _notifier
    if _notifier is None:
        _notifier = _Notifier()
    return _notifier


class BackgroundTask(QObject):
    """Runs a function in a thread. Its signals come in the window's thread: one of three, then `ended`.

    It may be deleted at any moment, by itself or with its parent: the work is called off, no signal comes.
    """

    progressed = Signal(int, int, str)
    done = Signal(object)
    failed = Signal(str)
    """A sentence about why there is no result."""
    cancelled = Signal()
    ended = Signal()
    """However it went; the thread has ended, too."""

    def __init__(self, work: Callable[[Progress], Any], name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notifier = _the_notifier()
        self._job = _Job(work, name, self, self._notifier)

    def start(self) -> None:
        """Begin."""
        self._notifier.begin(self._job, self)

    def cancel(self) -> None:
        """Stop at the next step; no result comes."""
        self._job.cancel()

    def wait(self, seconds: float | None = None) -> bool:
        """Until the work has ended; whether it has. The signals come later, with other events."""
        if self._job.thread.ident is not None:
            self._job.thread.join(seconds)
        return not self._job.thread.is_alive()

    @property
    def outcome(self) -> Ended | None:
        """How it ended, if it has."""
        return self._job.ended

    def end(self, ended: Ended) -> None:
        """Tell those who wait how it went; what the bell calls."""
        if ended.cancelled:
            self.cancelled.emit()
        elif ended.problem:
            self.failed.emit(ended.problem)
        else:
            self.done.emit(ended.value)
        if Shiboken.isValid(self):
            self.ended.emit()


def in_window(work: Callable[[], T]) -> T:
    """Do this in the window's thread, whoever calls; an errand waits for it, or is called off meanwhile."""
    job: _Job | None = getattr(HERE, "job", None)
    if job is None:
        return work()
    answer: T = job.ask(work)
    return answer


FaultHook: TypeAlias = Callable[[threading.ExceptHookArgs], Any]


def report_faults_to(hook: FaultHook) -> FaultHook:
    """Hand what nobody caught in a thread to this hook, which is called there; answers the hook before it."""
    before, threading.excepthook = threading.excepthook, hook
    return before


def under_way() -> list[BackgroundTask]:
    """What is being done now."""
    return [] if _notifier is None else list(_notifier.under_way.values())


def leave(code: int) -> None:
    """End the process here if work goes on that did not hear that it was called off.

    Python would end its thread wherever that takes a step, also in the midst of Qt, and Qt would abort.
    """
    if any(not task.wait(0) for task in under_way()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
