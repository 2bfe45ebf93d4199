"""The lab on a Dask cluster: a worker that is lost costs no game, and none is counted twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.lab_store import LabStore
from engine.lab.cluster import cluster
from engine.lab.figures import play_game
from engine.lab.run import run
from tests.engine.lab.test_run import SCENARIO, plan

pytest.importorskip("distributed")


CLUSTER = """
import os, sys
from distributed import Client, LocalCluster
if __name__ == "__main__":
    options = dict(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with LocalCluster(**options) as local, Client(local) as client:
        print(local.scheduler_address, *client.run(os.getpid).values(), flush=True)
        sys.stdin.read()
"""
"""A cluster of two workers; it ends with its standard input."""


@pytest.fixture
def two_workers(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """The address of a cluster and the process of one of its workers."""
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    command, pipe = [sys.executable, str(script)], subprocess.PIPE
    # Here the program need not be installed; the workers must find it all the same.
    known = {**os.environ, "PYTHONPATH": str(Path(engine.__file__).parents[1])}
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, env=known
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        address, worker, _ = process.stdout.readline().split()
        yield address, int(worker)
        process.stdin.close()
        process.wait(30)


def test_a_killed_worker_loses_no_game(two_workers: tuple[str, int], tmp_path: Path) -> None:
    tasks, (address, worker) = plan(20).tasks, two_workers
    killed: list[int] = []

    def kill(done: int, of: int) -> None:
        if done >= 2 and not killed:
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)

    with store.open(tmp_path / "lab.db", create=True) as catalogue:
        lab = LabStore(catalogue)
        with cluster(address) as (pool, threads):
            assert threads == 2
            found = run(tasks, lab, pool, threads, kill)
        assert killed and set(found) == {task.key for task in tasks}
        assert len(list(lab.of_scenario(SCENARIO))) == len(tasks)
    (first,) = plan(1).tasks
    assert found[first.key] == play_game(first).figures


def test_an_address_without_a_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.lab.cluster.PATIENCE_S", 1)
    with pytest.raises(BadInput, match="There is no Dask scheduler"), cluster("tcp://127.0.0.1:9"):
        pass
