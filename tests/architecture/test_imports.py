"""Who may import whom, and what a headless start must not load."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source_tree import PACKAGES, ROOT, python_files

QT = {"PySide6", "shiboken6", "pyqtgraph"}
SQL = {"sqlmodel", "sqlalchemy", "alembic", "pydantic"}
SLOW = {"shapely", "numpy"}
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

REPORT = "import json, sys; print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
COMMAND = """
from app.__main__ import main
try:
    main({arguments!r})
except SystemExit as end:
    assert not end.code, end.code
"""


def loaded_by(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter holds after running the code."""
    command = [sys.executable, "-c", f"{code}\n{REPORT}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    modules = json.loads(done.stderr.splitlines()[-1])
    return {name.partition(".")[0] for name in modules}


def modules_in(*folders: str) -> list[str]:
    """The import names below these folders; migration scripts run only inside alembic."""
    names = []
    for path in python_files(*folders):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "migrations" not in parts:
            names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def test_the_engine_loads_no_qt() -> None:
    names = modules_in("engine")
    assert "engine.referee" in names
    assert not loaded_by("\n".join(f"import {name}" for name in names)) & QT


@pytest.mark.parametrize("part", ["referee", "hexes", "mechanics", "games"])
def test_playing_loads_neither_sql_nor_geometry(part: str) -> None:
    names = modules_in(f"engine/{part}")
    assert not loaded_by("\n".join(f"import {name}" for name in names)) & (QT | SQL | SLOW)


def test_bots_load_of_what_is_slow_only_what_they_judge_with() -> None:
    names = modules_in("engine/bots")
    assert not loaded_by("\n".join(f"import {name}" for name in names)) & (QT | SQL | SLOW - {"numpy"})


def test_a_scenario_document_needs_no_sql() -> None:
    assert not loaded_by("import engine.catalogue.document") & (QT | SQL | SLOW)


@pytest.mark.parametrize(
    "arguments", [["--help"], ["games"], ["try", "--help"], ["fuzz", "--help"]], ids=" ".join
)
def test_headless_commands_load_nothing_slow(arguments: list[str]) -> None:
    assert not loaded_by(COMMAND.format(arguments=arguments)) & (QT | SQL | SLOW)


OPENED = """
import os, sys
from pathlib import Path
from engine import games
from engine.referee import save as saves
from engine.referee.session import Session, Start
game = games.game("toy")
start = Start("toy", "scenario", "toy-bridge", game.scenario_text("toy-bridge"), "seed")
saves.write(saves.saved(Session.begin(game, start)), Path({save!r}))
from PySide6.QtWidgets import QApplication
from app.startup import launch
app = QApplication(sys.argv[:1])
window = launch.MainWindow("light", remember=False, blank=True)
window.await_library(lambda: None)
window.files.open_first(Path({save!r}))
window.show()
app.processEvents()
assert window.table.controller is not None and window.isVisible()
"""


def test_a_saved_game_is_on_the_table_before_anything_slow_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setenv("STARTLINE_GAMES", "tests.toy")
    loaded = loaded_by(OPENED.format(save=str(tmp_path / "game.startline")))
    assert "PySide6" in loaded
    assert not loaded & (SQL | SLOW | {"editor", "pyqtgraph"})


def lint_imports(folder: Path) -> str:
    """What import-linter says about the packages in a folder."""
    command = [str(LINT_IMPORTS), "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def test_import_contracts_hold() -> None:
    answer = lint_imports(ROOT)
    assert " 0 broken." in answer, answer


BREACHES = {
    "The engine knows no window and no editor": ("engine/bots/breach.py", "import app.map"),
    "The engine imports no Qt": ("engine/referee/breach.py", "import PySide6.QtCore"),
    "Of the app, the editor uses the map and background tasks alone": (
        "editor/breach.py",
        "import app.play.table",
    ),
    "Map and background tasks know neither play nor editor": (
        "app/background/breach.py",
        "import app.play.table",
    ),
    "The app reaches a game through Seat, registry and catalogue": (
        "app/play/breach2.py",
        "import engine.referee.state",
    ),
    "The app imports modules of the referee, not the vocabulary of rules": (
        "app/play/breach3.py",
        "from engine.referee import Transaction",
    ),
    "The parts of the window do not know the main window": (
        "app/play/breach4.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.main_window",
    ),
    "Referee, hexes and mechanics know no game and no catalogue": (
        "engine/referee/breach2.py",
        "import engine.catalogue",
    ),
    "The rules do not know the tool that proves them": ("engine/bots/breach2.py", "import engine.proof"),
    "Hexes stand alone": ("engine/hexes/breach.py", "import engine.referee"),
    "Games do not know each other": ("engine/games/one/breach.py", "import engine.games.two"),
    "Games are reached through their registry": ("app/play/breach.py", "import engine.games.one"),
    "SQL lives in the catalogue": ("engine/games/breach.py", "def late():\n    import sqlmodel"),
}
REFEREE = ("codec", "frame", "history", "state", "steps", "transaction")
ALLOWED = {
    "engine/referee/seat.py": "import engine.referee.state",
    "editor/tools.py": "import app.map.view, app.background.task",
    "app/play/table.py": "import editor.tools, engine.games, engine.referee.seat",
    "engine/games/one/combat.py": "import engine.games.one, engine.mechanics, engine.hexes",
    "engine/catalogue/store.py": "import sqlmodel, sqlalchemy, alembic",
    "app/main_window.py": "import engine.catalogue.store",
    "app/startup/launch.py": "import app.main_window",
    "app/tour/tour.py": "import app.main_window",
}


def test_import_contracts_bite(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    packages = [
        *PACKAGES,
        "app/map",
        "app/background",
        "app/play",
        "app/startup",
        "app/tour",
        "engine/games/one",
        "engine/games/two",
    ]
    rooms = ("referee", "hexes", "mechanics", "games", "catalogue", "bots", "proof")
    packages += [f"engine/{part}" for part in rooms]
    sources = {f"{package}/__init__.py": "" for package in packages} | ALLOWED
    sources |= {"app/map/view.py": "", "app/background/task.py": ""}
    sources |= {f"engine/referee/{name}.py": "" for name in REFEREE}
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert " 0 broken." in (innocent := lint_imports(tmp_path)), innocent
    for name, text in BREACHES.values():
        (tmp_path / name).write_text(text)
    answer = lint_imports(tmp_path)
    assert [contract for contract in BREACHES if f"{contract} BROKEN" not in answer] == [], answer
    assert f" {len(BREACHES)} broken." in answer, "a contract without a breach here is not proven"
    assert " 0 kept" in answer, answer
