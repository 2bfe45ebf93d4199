"""What a killed process left half-written is swept up; nothing else is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.saving.stale_temp_files import STALE_AFTER_SECONDS, remove_stale
from engine.catalogue import store

ROOT = Path(__file__).parents[3]
KILLED = """
import os, sys, tempfile
from pathlib import Path
from engine import files
class Full:
    def __call__(self, *a): os.kill(os.getpid(), 9)
files.os.fsync = Full()
files.write_atomically(Path(sys.argv[1]), b"half of it")
"""


def left_behind(folder: Path, name: str = "game.startline") -> Path:
    """The file that kill -9 in the middle of writing leaves."""
    before = set(folder.iterdir())
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder / name)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=300,
    )
    assert done.returncode == -9
    (part,) = set(folder.iterdir()) - before
    return part


def age(path: Path) -> None:
    then = time.time() - STALE_AFTER_SECONDS - 1
    os.utime(path, (then, then))


def test_only_stale_parts_of_ours_are_swept(tmp_path: Path) -> None:
    stale, fresh = left_behind(tmp_path), left_behind(tmp_path)
    age(stale)
    others = [
        tmp_path / name
        for name in ("game.startline", ".hidden", "my.part", ".a.part", ".b.toolongname1.part")
    ]
    for path in others:
        path.write_text("mine")
        age(path)
    below = tmp_path / "below"
    below.mkdir()
    deep = left_behind(below)
    age(deep)
    link = tmp_path / ".game.startline.abcdefgh.part"
    link.symlink_to(others[0])
    assert remove_stale(tmp_path) == [stale]
    assert not stale.exists() and fresh.exists() and deep.exists() and link.is_symlink()
    assert all(path.read_text() == "mine" for path in others)
    assert remove_stale(tmp_path / "nowhere") == []


def test_the_window_sweeps_its_folders_when_it_opens(qtbot: QtBot, tmp_path: Path) -> None:
    store.open(tmp_path / "mine.db", create=True).close()
    marks = tmp_path / "tables"
    marks.mkdir()
    part = left_behind(marks, "mark.json")
    age(part)
    window = MainWindow("light", remember=False)
    qtbot.addWidget(window)
    window.set_library(ScenarioLibrary(store.open(tmp_path / "mine.db"), marks=marks))
    qtbot.waitUntil(lambda: not part.exists())
    window.library.close()
