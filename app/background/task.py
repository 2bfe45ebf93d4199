"""Background tasks: work in a separate thread, with progress, result and cancellation.

The thread never touches a QObject of the window, which may be deleted at any moment, nor emits a signal to
one: Qt might deliver it to a deleted object. It stores its progress and result in its job and calls `notify`.
The notifier lives as long as the program; in the GUI thread it emits the signals of the existing tasks.
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
from app.background.progress import CURRENT, Cancelled, Ended, Progress
from engine.bad_input import BadInput
from engine.referee.refusal import RulesBug

PROGRESS_EVERY_SECONDS: Final = 0.05
SWITCH_INTERVAL_SECONDS: Final = 0.0005
"""Time after which a background thread yields to the GUI thread. With Python's default of five milliseconds,
a frame for which the window calls Qt a hundred times would take half a second."""
EXIT_WAIT_SECONDS: Final = 2.0
"""Time that the program waits at its end for cancelled tasks."""
T = TypeVar("T")


class _Job:
    """The part of a task that its thread uses.

    The notifier keeps it until the thread has ended, so that the work is released in the GUI thread.
    """

    def __init__(
        self, work: Callable[[Progress], Any], name: str, task: BackgroundTask, notifier: _Notifier
    ) -> None:
        self._work, self._notify, self._put = work, notifier.notify, notifier.gui_calls.append
        self._reported_at = 0.0
        self._task = ref(task)
        self._cancelled = threading.Event()
        self.news: deque[tuple[int, int, str]] = deque(maxlen=1)
        self.ended: Ended | None = None
        self.thread = threading.Thread(target=self._run, name=name, daemon=True)

    def cancel(self) -> None:
        """Cancel the work."""
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether the task was cancelled or deleted. Called in the thread."""
        task = self._task()
        return self._cancelled.is_set() or task is None or not Shiboken.isValid(task)

    def progress(self, done: int, of: int, what: str) -> None:
        """Called by the work from time to time."""
        if self.is_cancelled:
            raise Cancelled
        now = monotonic()
        if now - self._reported_at >= PROGRESS_EVERY_SECONDS or done == of:
            self._reported_at = now
            self.news.append((done, of, what))
            self._notify()

    def call_in_gui(self, work: Callable[[], Any]) -> Any:
        """Call a function in the GUI thread and wait for its result."""
        gui_call = GuiCall(work)
        self._put(gui_call)
        self._notify()
        while not gui_call.wait():
            if self.is_cancelled and gui_call.withdraw():
                raise Cancelled
        return gui_call.result()

    def _run(self) -> None:
        CURRENT.job = self
        QEventLoop()  # Gives the thread timers, which Qt needs to lay out texts.
        try:
            value = Ended(self._work(self.progress))
            self.ended = Ended(cancelled=True) if self.is_cancelled else value
        except Cancelled:
            self.ended = Ended(cancelled=True)
        except (BadInput, RulesBug) as problem:
            self.ended = Ended(problem=str(problem))
        except BaseException as error:
            self.ended = Ended(problem=f"An error in Startline stopped this: {error!r}. Please report it.")
            raise
        finally:
            self._notify()


class _Notifier(QObject):
    """Notified in any thread, handles the news in the GUI thread. Keeps all running tasks."""

    notified = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._lock, self._call = threading.Lock(), self.notified.emit
        self._works = True
        sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
        self.running: dict[_Job, BackgroundTask] = {}
        self.gui_calls: deque[GuiCall] = deque()
        self.notified.connect(self._handle_news, Qt.ConnectionType.QueuedConnection)
        app = QCoreApplication.instance()
        assert app is not None
        app.aboutToQuit.connect(self._cancel_all)

    def begin(self, job: _Job, task: BackgroundTask) -> None:
        self._works = True
        self.running[job] = task
        job.thread.start()

    def notify(self) -> None:
        """Called in the threads; does nothing at the end of the program."""
        with self._lock:
            if self._works:
                self._call()

    def _handle_news(self) -> None:
        while self.gui_calls:
            self.gui_calls.popleft().run()
        for job, task in list(self.running.items()):
            if job not in self.running:
                continue  # A slot of the task before has handled events.
            ended = job.ended
            if job.news and Shiboken.isValid(task):
                task.progressed.emit(*job.news.pop())
            if ended is not None and self.running.pop(job, None) is not None:
                job.thread.join()
                if Shiboken.isValid(task):
                    task.end(ended)

    def _cancel_all(self) -> None:
        """The program ends: cancel all tasks, wait for them for a moment, and ignore later news."""
        for job in self.running:
            job.cancel()
        until = monotonic() + EXIT_WAIT_SECONDS
        for job in self.running:
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
    """Runs a function in a thread. It emits `done`, `failed` or `cancelled` in the GUI thread, then `ended`.

    It may be deleted at any moment, alone or with its parent: the work is cancelled, no signal is emitted.
    """

    progressed = Signal(int, int, str)
    done = Signal(object)
    failed = Signal(str)
    """A sentence that says why there is no result."""
    cancelled = Signal()
    ended = Signal()
    """Emitted last in every case; the thread has ended."""

    def __init__(self, work: Callable[[Progress], Any], name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notifier = _the_notifier()
        self._job = _Job(work, name, self, self._notifier)

    def start(self) -> None:
        """Start the thread."""
        self._notifier.begin(self._job, self)

    def cancel(self) -> None:
        """Cancel; the work stops at its next progress report."""
        self._job.cancel()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the work has ended; returns whether it has. The signals are emitted later."""
        if self._job.thread.ident is not None:
            self._job.thread.join(seconds)
        return not self._job.thread.is_alive()

    @property
    def outcome(self) -> Ended | None:
        """How the task ended, or None."""
        return self._job.ended

    def end(self, ended: Ended) -> None:
        """Emit the signals; called by the notifier."""
        if ended.cancelled:
            self.cancelled.emit()
        elif ended.problem:
            self.failed.emit(ended.problem)
        else:
            self.done.emit(ended.value)
        if Shiboken.isValid(self):
            self.ended.emit()


def in_gui_thread(work: Callable[[], T]) -> T:
    """Call a function in the GUI thread from any thread and return its result."""
    job: _Job | None = getattr(CURRENT, "job", None)
    if job is None:
        return work()
    answer: T = job.call_in_gui(work)
    return answer


FaultHook: TypeAlias = Callable[[threading.ExceptHookArgs], Any]


def report_faults_to(hook: FaultHook) -> FaultHook:
    """Set the hook for uncaught exceptions of threads, called in the thread; returns the previous hook."""
    before, threading.excepthook = threading.excepthook, hook
    return before


def running_tasks() -> list[BackgroundTask]:
    """The tasks that are running now."""
    return [] if _notifier is None else list(_notifier.running.values())


def exit_now_if_busy(code: int) -> None:
    """End the process here if a cancelled task is still running.

    Otherwise Python would end its thread at any point, also inside Qt, and Qt would abort.
    """
    if any(not task.wait(0) for task in running_tasks()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
