"""Runs work in forks of this process, so that changes made there end with the fork."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from engine.bad_input import BadInput
from engine.referee.refusal import RulesBug

Task = Callable[[], bool]
YES, NO = 0, 2
"""The exit code of a fork that returned a result; Python exits with 1 if it crashes."""


def answers(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[int, bool]]:
    """The number and the result of each task as it ends; False if it was killed at its time limit."""
    if "fork" not in multiprocessing.get_all_start_methods():
        raise BadInput("Proving needs a system on which a process can be copied (Linux, macOS)")
    context = multiprocessing.get_context("fork")
    waiting = list(enumerate(tasks))[::-1]
    running: dict[int, tuple[int, BaseProcess]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                number, task = waiting.pop()
                child: BaseProcess = context.Process(target=_done, args=(task,))
                child.start()
                running[child.sentinel] = (number, child)
            for sentinel in wait(list(running)):
                assert isinstance(sentinel, int)
                number, child = running.pop(sentinel)
                child.join()
                yield number, _answer(child)
    finally:
        for _, child in running.values():
            child.kill()
            child.join()


def _done(task: Task) -> None:
    sys.exit(YES if task() else NO)


def _answer(child: BaseProcess) -> bool:
    code = child.exitcode
    if code is None or code in (YES, NO) or code < 0:
        return code == YES
    raise RulesBug("The proof itself failed in a child process; what it said stands above")


def limit_time(seconds: float) -> None:
    """End this process after this much processor time (not wall-clock time) from now."""
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
