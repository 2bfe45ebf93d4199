"""The disk and the process on a clock: one action to the log of a game, and the start of a command."""

from __future__ import annotations

import itertools
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import keep
from tests.benchmarks.bench_catalogue import catalogue_file
from tests.benchmarks.bench_play import long_game
from tests.benchmarks.timing import Sampler, each

ACTIONS = 100
ROOT = Path(__file__).parents[2]


def log_actions(folder: Path) -> Sampler:
    """The writer of a game after each action: digest, row, commit; a snapshot now and then."""
    catalogue = store.open(catalogue_file(folder, "writer.db"))
    played = long_game()
    steps = played.history.all()
    names = itertools.count()

    def sample() -> float:
        session = played.branch(0)
        writer = keep(session, GameStore(catalogue), f"bench {next(names)}")
        session.writer = None
        spent = 0.0
        for step in steps[1 : ACTIONS + 1]:
            assert step.action is not None
            session.submit(step.side, step.action)
            began = perf_counter()
            writer(session)
            spent += perf_counter() - began
        return spent / ACTIONS

    return sample


def insert_rows(folder: Path) -> Sampler:
    """One row and a commit with plain sqlite3, also in WAL mode."""
    database = sqlite3.connect(folder / "plain.db", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("CREATE TABLE actions (number INTEGER PRIMARY KEY, side, action, digest)")

    def insert() -> None:
        database.execute("BEGIN IMMEDIATE")
        database.execute(
            "INSERT INTO actions (side, action, digest) VALUES ('red', 'select unit R1', '0123456789ab')"
        )
        database.execute("COMMIT")

    return each(insert)


def start_command(folder: Path) -> Sampler:
    """`startline games` as a new process."""
    return each(lambda: _run(folder, "-m", "app", "games"))


def start_python(folder: Path) -> Sampler:
    """A new process that does nothing."""
    return each(lambda: _run(folder, "-c", "pass"))


def _run(folder: Path, *arguments: str) -> None:
    """With the bytecode of the run before, as where it is installed."""
    bytecode = str(folder / "bytecode")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": bytecode}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL
    )
