"""Runs inside the real program: begins a game on the start page, plays it by hand, takes pictures, leaves.

`python -m tests.app.xvfb_player SCENARIO FOLDER`; test_real_window.py starts it on a display of its own.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import cast
from unittest.mock import patch

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.startup import launch
from app.theme import theme
from tests.app.hands import Hands
from tests.app.player import Player

ACTIONS = 16
LONGEST = 300_000
"""Milliseconds after which the program gives up."""


class Fingers:
    """What the hands of the tests are moved by, where there is no pytest."""

    mouseClick = staticmethod(QTest.mouseClick)
    keyClick = staticmethod(QTest.keyClick)
    wait = staticmethod(QTest.qWait)

    @staticmethod
    def waitUntil(is_there: Callable[[], bool]) -> None:
        while not is_there():
            QTest.qWait(10)


class Visit:
    """One visit to the program, from the start page to the last picture."""

    def __init__(self, scenario: str, folder: Path) -> None:
        self.scenario, self.folder = scenario, folder
        self.watch = QTimer()
        self.watch.timeout.connect(self.try_to_play)
        self.watch.start(100)

    def try_to_play(self) -> None:
        """As soon as the scenario is listed."""
        windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
        if windows and windows[0].start.choose(self.scenario):
            self.watch.stop()
            try:
                self.play(windows[0])
            except Exception:
                traceback.print_exc()
                QApplication.exit(1)

    def play(self, window: MainWindow) -> None:
        come_forward(window)
        self.photograph(window, "start")
        window.actions_by_key["hot_seat"].setChecked(False)
        QTest.mouseClick(window.start.card.button, Qt.MouseButton.LeftButton)
        come_forward(window)
        window.table.remind = False
        window.preferences.set(confirm=False)
        window.table.map.setFocus()
        player = Player(Hands(window, cast(QtBot, Fingers())), self.scenario)
        for number in range(ACTIONS):
            player.once(player.by_keys if number % 2 else player.by_mouse)
            QTest.qWait(1)
        look_on(window)
        self.photograph(window, "table")
        window.set_theme("dark")
        look_on(window)
        self.photograph(window, "table-dark")
        window.files.save_to(self.folder / "game.startline")
        print(QApplication.platformName(), len(player.hands.controller.session))
        window.close()

    def photograph(self, window: MainWindow, name: str) -> None:
        """What the X server shows, not what the window thinks it shows."""
        window.screen().grabWindow(window.winId()).save(str(self.folder / f"{name}.png"))


def come_forward(window: MainWindow) -> None:
    """There is no window manager to say which window the keys go to, nor a hand that keeps the pointer away
    from menus that keys have opened."""
    QCursor.setPos(1, 1)
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window, LONGEST)


def look_on(window: MainWindow) -> None:
    """Until everything is painted, and the X server shows it."""
    restyler = theme.restyler(theme.application())
    QTest.qWait(300)
    Fingers.waitUntil(lambda: not window.table.map.is_painting_ahead and not restyler.is_busy)


def main(scenario: str, folder: str) -> int:
    """The program itself, with somebody at it."""
    app = QApplication(sys.argv[:1])
    visit = Visit(scenario, Path(folder))
    QTimer.singleShot(LONGEST, app, lambda: app.exit(3))
    with patch("secrets.token_hex", lambda _: "dice that are the same every time"):
        code = launch.run(None)
    visit.watch.stop()
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
