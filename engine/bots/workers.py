"""Processes that play games, behind `concurrent.futures.Executor`: for the lab, the arena and the fuzzer."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from threading import Thread
from typing import Final, TypeVar

from engine.bad_input import BadInput

T = TypeVar("T")
R = TypeVar("R")

POLL_S: Final = 0.2
"""Interval in which a worker asks whether it is still wanted, and a caller whether he was cancelled."""


@contextmanager
def executor(jobs: int) -> Iterator[Executor | None]:
    """A pool of processes; None for one job, which plays in this process."""
    if jobs <= 1:
        yield None
        return
    with processes(jobs) as pool:
        yield pool


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """A pool of processes, also for one job. An exception ends them at once, in the middle of a game."""
    # A fresh interpreter per job: threads of a window or of Qt do not survive a fork.
    spawn = multiprocessing.get_context("spawn")
    stopped = spawn.Event()
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_prepare, initargs=(stopped,)) as pool:
        try:
            yield pool
        except BrokenExecutor:
            raise BadInput(
                "A process that plays games was ended from outside, perhaps for want of memory; start again"
            ) from None
        except BaseException:
            stopped.set()
            raise


def _prepare(stopped: Event) -> None:
    """Called in each worker before its first task: interrupts are left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_when_unwanted, args=(stopped,), daemon=True).start()


def _end_when_unwanted(stopped: Event) -> None:
    parent = multiprocessing.parent_process()
    while not stopped.wait(POLL_S):
        if parent is None or not parent.is_alive():
            break
    os._exit(1)


def in_any_order(
    pool: Executor | None,
    work: Callable[[T], R],
    tasks: Sequence[T],
    jobs: int,
    waiting: Callable[[], object] | None = None,
) -> Iterator[tuple[int, R]]:
    """Each result as soon as it is there, with the number of its task; never more than a few under way.

    `waiting` is called now and then while nothing is over yet; an exception from it ends the run.
    """
    if pool is None:
        for number, task in enumerate(tasks):
            yield number, work(task)
        return
    under_way: dict[Future[R], int] = {}
    coming = iter(enumerate(tasks))
    try:
        while True:
            while len(under_way) < 2 * jobs and (following := next(coming, None)) is not None:
                under_way[pool.submit(work, following[1])] = following[0]
            if not under_way:
                return
            done, _ = wait(under_way, POLL_S, FIRST_COMPLETED)
            for future in done:
                yield under_way.pop(future), future.result()
            if not done and waiting is not None:
                waiting()
    finally:
        for future in under_way:
            future.cancel()


def in_order(pool: Executor | None, work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """The results in the order of the tasks, each as soon as those before it are there."""
    early: dict[int, R] = {}
    following = 0
    for number, result in in_any_order(pool, work, tasks, jobs):
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1
