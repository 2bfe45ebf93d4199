"""The program is killed while files are dropped onto its window: nothing is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from msgspec.structs import replace

from editor.files.scenario_store import ScenarioStore
from engine.catalogue import store
from engine.catalogue.scenario_text import load_file, save_file
from tests.editor.samples import small_scenario

ROOT = Path(__file__).parents[3]
ROUNDS = 2
CHILD = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
app = QApplication([])
from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from tests.app.window.test_file_drop import drop
folder = Path(sys.argv[1])
window = MainWindow("light", remember=False)
window.set_library(ScenarioLibrary.open(str(folder / "own.db")))
window.show()
print("begun", flush=True)
while True:
    drop(window, folder / "dropped.scenario.toml")
    for _ in range(20):
        app.processEvents()
    print("dropped", flush=True)
"""


def test_nothing_is_lost_when_the_program_is_killed_during_a_drop(tmp_path: Path) -> None:
    """The file stays whole, what was in the catalogue is there, and whatever was taken in is whole."""
    kept, dropped = replace(small_scenario(), key="toy-kept"), replace(small_scenario(), key="toy-dropped")
    store.create_file(tmp_path / "own.db")
    with store.open(tmp_path / "own.db") as catalogue:
        ScenarioStore(catalogue, tmp_path).save(kept)
    save_file(tmp_path / "dropped.scenario.toml", dropped)
    chance = random.Random("drop")
    environment = os.environ | {
        "STARTLINE_GAMES": "tests.toy",
        "STARTLINE_HOME": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen",
    }
    for _ in range(ROUNDS):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(tmp_path)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert child.stdout is not None and child.stdout.readline() == b"begun\n"
        assert child.stdout.readline() == b"dropped\n"
        time.sleep(chance.random())
        child.send_signal(signal.SIGKILL)
        child.stdout.close()
        child.wait()
        assert load_file(tmp_path / "dropped.scenario.toml") == dropped
        with store.open(tmp_path / "own.db") as catalogue:
            own = ScenarioStore(catalogue, tmp_path)
            found = {one.key: own.load(one) for one in own.scenarios() if one.key.startswith("toy-")}
        assert found["toy-kept"] == kept
        taken = [one for key, one in found.items() if key.startswith("toy-dropped")]
        assert all(replace(one, key="toy-dropped") == dropped for one in taken)
    assert taken, "a whole drop was taken in"
