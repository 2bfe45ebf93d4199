"""The real program on a virtual X server: it starts, a game is played with the mouse, pictures are taken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

ROOT = Path(__file__).parents[2]

# Runs inside the program: waits for the shelf, begins a game, clicks three times, takes a picture, leaves.
PLAYER = """
import sys
from pathlib import Path
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from app import launch, main_window

picture, save = map(Path, sys.argv[1:3])
steps = []

def windows():
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, main_window.MainWindow)]

def click(window, hex_id):
    view, ground = window.table.map, window.table.ground
    point = view.mapFromScene(ground.geometry.centre(hex_id))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)

def play():
    window = windows()[0]
    if not window.start.choose("toy-bridge"):
        return
    watch.stop()
    window.actions_by_key["hot_seat"].setChecked(False)
    QTest.mouseClick(window.start.card.button, Qt.MouseButton.LeftButton)
    QTest.qWait(300)
    click(window, "0404")
    click(window, "0101")
    QTest.mouseClick(window.table.bar.buttons[0], Qt.MouseButton.LeftButton)
    QTest.qWait(300)
    print(QApplication.platformName(), len(window.table.controller.session))
    window.screen().grabWindow(window.winId()).save(str(picture))
    window.save_to(save)
    window.close()

def begin():
    watch.timeout.connect(play)
    watch.start(100)

def give_up():
    print("too slow")
    QApplication.exit(3)

app = QApplication(sys.argv[:1])
watch = QTimer()
QTimer.singleShot(0, begin)
QTimer.singleShot(50_000, give_up)
sys.exit(launch.run(None))
"""


@pytest.mark.xvfb
def test_the_real_program_plays_a_game(x_display: str, tmp_path: Path) -> None:
    picture, save = tmp_path / "table.png", tmp_path / "game.startline"
    environment = os.environ | {
        "QT_QPA_PLATFORM": "xcb",
        "DISPLAY": x_display,
        "STARTLINE_HOME": str(tmp_path / "home"),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-c", PLAYER, str(picture), str(save)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.split() == ["xcb", "3"], done.stderr
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (1280, 800)
    colours = {image.pixel(x, y) for x in range(0, 1280, 8) for y in range(0, 800, 8)}
    assert len(colours) > 200, "the map is on it"
    assert save.read_text(encoding="utf-8").count("mine hex") == 2
