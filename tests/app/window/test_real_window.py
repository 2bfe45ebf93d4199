"""The real program on a virtual X server: it starts, games are played by hand, pictures are taken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from engine.referee import save
from tests.app.xvfb_player import ACTIONS

ROOT = Path(__file__).parents[3]


@pytest.mark.xvfb
@pytest.mark.parametrize("scenario", ["toy-bridge", "ddb-carentan", "ttr-1-market-garden"])
def test_the_real_program_plays_a_game(x_display: str, tmp_path: Path, scenario: str) -> None:
    environment = os.environ | {
        "QT_QPA_PLATFORM": "xcb",
        "DISPLAY": x_display,
        "STARTLINE_HOME": str(tmp_path / "home"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "tests.app.xvfb_player", scenario, str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=350, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    platform, actions = done.stdout.split()
    assert platform == "xcb" and int(actions) >= ACTIONS
    kept = save.loads((tmp_path / "game.startline").read_text(encoding="utf-8"))
    assert len(kept.steps) == int(actions)
    for name in ("start", "table", "table-dark"):
        image = QImage(str(tmp_path / f"{name}.png"))
        assert (image.width(), image.height()) == (1280, 800)
        colours = {image.pixel(x, y) for x in range(0, 1280, 8) for y in range(0, 800, 8)}
        assert len(colours) > 150, f"the map is on the picture {name}"
