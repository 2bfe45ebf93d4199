"""kill -9 at random moments while a catalogue is written: the old or the new content is found, whole."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.catalogue import build, store
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.game_store import GameStore, StoredAction
from engine.catalogue.scenario_text import dumps
from tests.engine.catalogue.samples import large_document

OLD = replace(large_document(20, 16, 120), title="old")
NEW = replace(large_document(20, 16, 90), title="new", minutes=90)

# Forks a writer for each round, so that only the first one pays for the imports, and kills it in mid-work.
NURSERY = """
import itertools, os, signal, sys, time
from pathlib import Path
from engine.catalogue import build, store
from engine.catalogue.game_store import GameStore, StoredAction
from tests.engine.catalogue.test_kill import NEW, OLD

def save(path):
    with store.open(path) as catalogue:
        for document in itertools.cycle((NEW, OLD)):
            catalogue.save(document)

def ship(path):
    for number in itertools.count():
        build.build(path, path.parent / ("old", "new")[number % 2])

def log(path):
    with store.open(path) as catalogue:
        game = GameStore(catalogue).resume("evening")
        for number in itertools.count(game.length + 1):
            game.append(StoredAction("blue", f"move {number}", f"{number:x}"))
            os.write(3, b"%d\\n" % number)

for line in sys.stdin:
    work, path, seconds = line.split()
    child = os.fork()
    if child == 0:
        try:
            globals()[work](Path(path))
        finally:
            os._exit(9)
    time.sleep(float(seconds))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    print(os.WTERMSIG(status) if os.WIFSIGNALED(status) else "it ended by itself", flush=True)
"""


class Nursery:
    """Does some work again and again until it is killed."""

    def __init__(self, folder: Path) -> None:
        self.told = folder / "told"
        with self.told.open("wb") as told:
            program = f"import os; os.dup2({told.fileno()}, 3)\n{NURSERY}"
            self._process = subprocess.Popen(
                [sys.executable, "-c", program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                pass_fds=[told.fileno()],
            )

    def kill(self, work: str, path: Path, seconds: float) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{work} {path} {seconds}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "9\n"

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    made = Nursery(tmp_path)
    yield made
    made.close()


def test_killed_while_saving(nursery: Nursery, tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with store.open(path, create=True) as catalogue:
        catalogue.save(OLD)
    chance = random.Random(1)
    seen, longest = [], 0.09
    for _ in range(50):
        nursery.kill("save", path, chance.uniform(0.0, longest))
        with store.open(path) as catalogue:
            found = catalogue.load("large")
            assert found in (OLD, NEW)
            seen.append((found.title, catalogue.list()[0].revision))
        if found == OLD and len(seen) > 10:
            longest *= 1.2  # A busy machine has not come to its first save by now.
    assert {title for title, _ in seen} == {"old", "new"}
    assert [revision for _, revision in seen] == sorted(revision for _, revision in seen)


def sources(folder: Path, document: ScenarioDocument) -> None:
    (folder / "scenarios").mkdir(parents=True)
    (folder / "scenarios" / "large.toml").write_text(dumps(document))


def test_killed_while_building(nursery: Nursery, tmp_path: Path) -> None:
    sources(tmp_path / "old", OLD)
    sources(tmp_path / "new", NEW)
    path = tmp_path / "scenarios.db"
    build.build(path, tmp_path / "new")
    chance = random.Random(2)
    for _ in range(12):
        nursery.kill("ship", path, chance.uniform(0.0, 0.3))
        with store.open(path, read_only=True) as catalogue:
            assert catalogue.load("large") in (OLD, NEW)


def test_killed_while_playing(nursery: Nursery, tmp_path: Path) -> None:
    """Every action that was acknowledged is there afterwards."""
    path = tmp_path / "club.db"
    with store.open(path, create=True) as catalogue:
        GameStore(catalogue).begin("evening", game="toy", scenario="large", header={}).release()
    chance = random.Random(3)
    logged: Sequence[StoredAction] = ()
    longest = 0.1
    for turn in range(300):
        if turn >= 12 and len(logged) > 50:
            break
        if turn > 10 and not logged:
            longest *= 1.2  # A busy machine has not come to its first action by now.
        nursery.kill("log", path, chance.uniform(0.0, longest))
        acknowledged = nursery.told.read_text().split()
        with store.open(path) as catalogue:
            logged = GameStore(catalogue).load("evening").actions
        assert [action.action for action in logged] == [f"move {number + 1}" for number in range(len(logged))]
        assert len(logged) >= (int(acknowledged[-1]) if acknowledged else 0)
    assert len(logged) > 50
