"""Processes that play: results in any order or in order, and workers that end when nobody wants them."""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor

import pytest

from engine.bots.workers import executor, in_any_order, in_order, processes


def slow_first(number: int) -> int:
    time.sleep(0.4 if number == 0 else 0.0)
    return 10 * number


def sleep_long(_: int) -> int:
    time.sleep(3600)
    return os.getpid()


def test_one_job_needs_no_process() -> None:
    with executor(1) as pool:
        assert pool is None
        assert list(in_any_order(pool, slow_first, [3, 4], 1)) == [(0, 30), (1, 40)]


def test_results_come_in_the_order_of_the_tasks_if_wanted() -> None:
    with processes(2) as pool:
        assert list(in_order(pool, slow_first, range(5), 2)) == [0, 10, 20, 30, 40]
        assert sorted(in_any_order(pool, slow_first, range(3), 2)) == [(0, 0), (1, 10), (2, 20)]


def test_who_is_tired_of_waiting_ends_the_workers_in_the_middle_of_their_work() -> None:
    class Tired(Exception):
        pass

    def tired() -> None:
        raise Tired

    # If they were waited for, the time limit of the test would end it.
    with pytest.raises(Tired), processes(1) as pool:
        consume(pool, tired)


def consume(pool: Executor, waiting: object) -> None:
    assert callable(waiting)
    list(in_any_order(pool, sleep_long, range(3), 1, waiting))
