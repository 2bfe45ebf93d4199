"""What we rely on in Qt itself."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

REFERENCES_ALLOWED = 20

# In an interpreter of its own: a None that has lost its references aborts the process.
MOVE_A_COUNTER = """
import sys
from PySide6.QtWidgets import QApplication, QGraphicsRectItem
app = QApplication([])
counter = QGraphicsRectItem(0, 0, 40, 40)
counter.setPos(0, 0)
before = sys.getrefcount(None)
for step in range(200):
    counter.setPos(step, step)
print(sys.getrefcount(None) - before)
"""

OPEN_A_WINDOW = """
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
app = QApplication([])
window = QLabel("2314")
window.resize(400, 300)
window.show()
assert QTest.qWaitForWindowExposed(window, 60_000)
grabbed = window.screen().grabWindow(window.winId())
print(app.platformName(), grabbed.width(), grabbed.height())
"""


def run(code: str, **environment: str) -> str:
    """What a fresh interpreter prints."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_moving_a_counter_loses_no_reference_to_none() -> None:
    assert abs(int(run(MOVE_A_COUNTER))) < REFERENCES_ALLOWED


@pytest.mark.xvfb
def test_qt_opens_a_real_window(x_display: str) -> None:
    assert run(OPEN_A_WINDOW, QT_QPA_PLATFORM="xcb", DISPLAY=x_display) == "xcb 400 300"
