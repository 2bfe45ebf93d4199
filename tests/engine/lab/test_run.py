"""A run plays what is not stored yet, stores each game at once, and each game can be opened again."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import games
from engine.catalogue import store
from engine.catalogue.lab_store import LabStore
from engine.catalogue.scenario_text import loads
from engine.lab.figures import play_game
from engine.lab.plan import Plan, Wanted, planned
from engine.lab.run import run
from engine.lab.stored import figures_of, reopened

SCENARIO = "ddb-carentan"


def plan(games_each: int, *what_ifs: str, bots: tuple[str, ...] = ("random",)) -> Plan:
    document = loads(games.game("ddb").scenario_text(SCENARIO))
    return planned(document, Wanted(bots, games_each, "test", what_ifs), lambda _: document)


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[LabStore]:
    with store.open(tmp_path / "lab.db", create=True) as catalogue:
        yield LabStore(catalogue)


def test_a_run_goes_on_where_it_was(lab: LabStore) -> None:
    whole = plan(3)

    class Interrupted(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done == 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        run(whole.tasks, lab, None, 1, stop)
    stored = lab.games(task.key for task in whole.tasks)
    assert len(stored) == 2
    seen: list[int] = []
    found = run(whole.tasks, lab, None, 1, lambda done, _: seen.append(done))
    assert seen == [2, 3] and len(found) == 3
    assert all(found[key] == figures_of(row) for key, row in stored.items())


def test_a_stored_game_is_opened_and_ends_as_it_did(lab: LabStore) -> None:
    whole = plan(1)
    found = run(whole.tasks, lab, None, 1)
    (row,) = lab.of_scenario(SCENARIO)
    session = reopened(row, lab.text_of(row.key))
    assert session.outcome is not None
    assert (session.outcome.winner, len(session)) == (found[row.key].winner, found[row.key].actions)


def test_the_same_task_is_the_same_game() -> None:
    (task,) = plan(1, bots=("steady/recruit",)).tasks
    assert play_game(task) == play_game(task)


def test_the_key_tells_games_apart() -> None:
    tasks = plan(2, "turns=+1", "victory:*=+1", bots=("random", "bold")).tasks
    assert len(tasks) == 2 * 3 * 4
    assert len({task.key for task in tasks}) == len(tasks)


def test_games_that_are_forgotten_take_their_scenarios_along(lab: LabStore) -> None:
    whole = plan(1, "turns=-1")
    run(whole.tasks, lab, None, 1)
    assert lab.forget(SCENARIO) == 2
    assert not lab.games(task.key for task in whole.tasks)


KILLED = """
import sys
from pathlib import Path
from engine.catalogue import store
from engine.catalogue.lab_store import LabStore
from engine.lab.run import run
from tests.engine.lab.test_run import plan
with store.open(Path(sys.argv[1])) as catalogue:
    run(plan(400).tasks, LabStore(catalogue), None, 1, lambda done, of: print(done, flush=True))
"""


def test_a_killed_lab_loses_only_the_game_under_way(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    store.create_file(path)
    command = [sys.executable, "-c", KILLED, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        done = 0
        while done < 3:
            done = int(process.stdout.readline())
        time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        done = max([done, *map(int, process.stdout.read().split())])
    with store.open(path) as catalogue:
        stored = LabStore(catalogue).games(task.key for task in plan(400).tasks)
    assert done <= len(stored) <= done + 1
    assert all(figures_of(row).actions == len(row.actions) for row in stored.values())
