"""A saved game is on the table before the catalogue is open, and nothing is lost by that."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.background.progress_dialog import ProgressDialog
from app.background.task import BackgroundTask
from app.library.library_loader import LibraryLoader
from app.library.pending_library import PendingLibrary
from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.saving.autosave import AutosaveWriter
from app.startup import launch
from app.theme import theme
from engine import games
from engine.catalogue import store
from engine.referee import save as saves
from engine.referee.session import Session, Start
from tests.architecture.source_tree import ROOT


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STARTLINE_HOME", str(tmp_path))
    store.open(tmp_path / "mine.db", create=True).close()
    return tmp_path / "mine.db"


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A game of six actions."""
    game = games.game("toy")
    start = Start("toy", "scenario", "toy-bridge", game.scenario_text("toy-bridge"), "seed")
    session = Session.begin(game, start)
    for _ in range(6):
        act(session)
    path = tmp_path / "six.startline"
    saves.write(saves.saved(session), path)
    return path


def act(session: Session) -> None:
    choice = session.choice
    assert choice is not None
    session.submit(choice.side, session.legal()[0])


@pytest.fixture
def blank(qtbot: QtBot) -> Iterator[MainWindow]:
    shown = MainWindow("light", remember=False, blank=True)
    qtbot.addWidget(shown)
    shown.actions_by_key["hot_seat"].setChecked(False)
    yield shown
    shown.library.close()


def test_the_first_action_waits_for_the_catalogue(
    blank: MainWindow, qtbot: QtBot, save: Path, catalogue: Path
) -> None:
    opener = LibraryLoader(str(catalogue), blank)
    opener.opened.connect(blank.set_library)
    blank.await_library(lambda: launch._wait(blank, opener))
    blank.files.open_first(save)
    blank.show()
    controller = blank.table.controller
    assert controller is not None and len(controller.session) == 6
    assert "start" not in vars(blank), "nobody has looked at the start page"
    assert isinstance(blank.library, PendingLibrary)
    controller.act(controller.offers[0].action)
    assert not isinstance(blank.library, PendingLibrary), "the action came back when the catalogue was open"
    writer = controller.session.writer
    assert isinstance(writer, AutosaveWriter) and not writer.problem
    kept = blank.library.begun()
    assert [(entry.name, entry.actions) for entry in kept] == [(writer.name, 7)]
    assert blank.game.file.path == save


def test_a_catalogue_that_takes_long_need_not_be_waited_for(
    blank: MainWindow, qtbot: QtBot, save: Path, catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener = LibraryLoader(str(catalogue), blank)
    monkeypatch.setattr(opener, "start", lambda: None)
    blank.await_library(lambda: launch._wait(blank, opener))
    blank.files.open_first(save)
    controller = blank.table.controller
    assert controller is not None

    def cancel() -> None:
        dialog = blank.findChild(ProgressDialog)
        if dialog is not None and dialog.isVisible():
            dialog.findChild(QPushButton).click()
            impatience.stop()

    impatience = QTimer(blank, timeout=cancel)
    impatience.start(20)
    assert controller.act(controller.offers[0].action), "the game goes on"
    assert "when the catalogue is open" in blank.statusBar().currentMessage()
    blank.set_library(ScenarioLibrary.open(str(catalogue)))
    assert [entry.actions for entry in blank.library.begun()] == [7], "nothing is lost by that"


def test_a_game_that_was_looked_at_only_is_kept_too(
    blank: MainWindow, qtbot: QtBot, save: Path, catalogue: Path
) -> None:
    blank.await_library(lambda: None)
    blank.files.open_first(save)
    blank.set_library(ScenarioLibrary.open(str(catalogue)))
    assert [entry.actions for entry in blank.library.begun()] == [6]
    blank.show_start()
    assert blank.pages.currentWidget() is blank.start


def test_the_log_of_a_short_game_comes_by_itself(blank: MainWindow, qtbot: QtBot, save: Path) -> None:
    blank.await_library(lambda: None)
    blank.files.open_first(save)
    controller = blank.table.controller
    assert controller is not None and not controller.log_is_whole
    before = controller.session.history.last
    qtbot.waitUntil(lambda: controller.log_is_whole)
    assert controller.session.history.last is not before and len(controller.session) == 6
    assert controller.session.undo(tuple(controller.session.state.scenario.sides)) is None


def test_a_past_that_comes_out_otherwise_stays_unknown(blank: MainWindow, qtbot: QtBot, save: Path) -> None:
    plain = saves.read(save).plain()
    plain["actions"][1][-1] = "0" * 12
    save.write_text(json.dumps(plain), encoding="utf-8")
    blank.await_library(lambda: None)
    blank.files.open_first(save)
    controller = blank.table.controller
    assert controller is not None
    qtbot.waitUntil(lambda: bool(controller.findChildren(BackgroundTask)))
    qtbot.waitUntil(lambda: controller.findChildren(BackgroundTask)[0].outcome is not None)
    qtbot.wait(50)
    assert not controller.log_is_whole, "whoever looks back is told why"
    controller.session.writer = None
    assert controller.act(controller.offers[0].action), "the game itself goes on"
    qtbot.waitUntil(lambda: blank.findChild(QMessageBox) is not None)
    assert "action 2 was noted otherwise" in blank.findChild(QMessageBox).text()


def test_a_game_that_opens_later_than_the_catalogue_is_kept_in_it(
    blank: MainWindow, save: Path, catalogue: Path
) -> None:
    waited: list[str] = []
    blank.await_library(lambda: waited.append("for ever"))
    awaited = blank.library
    blank.set_library(ScenarioLibrary.open(str(catalogue)))
    session = awaited.open_file(save)
    act(session)
    assert not waited, "nobody will hand the catalogue over a second time"
    assert [entry.actions for entry in blank.library.begun()] == [7]


def test_what_cannot_be_opened_leads_to_the_start_page(blank: MainWindow, tmp_path: Path) -> None:
    blank.await_library(lambda: None)
    blank.files.open_first(tmp_path / "nothing.startline")
    assert blank.pages.currentWidget() is blank.start
    assert "cannot be read" in blank.findChild(QMessageBox).text()


def test_what_must_be_played_again_is_opened_beside_the_window(
    blank: MainWindow, qtbot: QtBot, save: Path
) -> None:
    plain = saves.read(save).plain()
    plain["snapshot"] = None
    save.write_text(json.dumps(plain), encoding="utf-8")
    blank.await_library(lambda: None)
    blank.files.open_first(save)
    blank.show()
    assert blank.table.controller is None
    qtbot.waitUntil(lambda: blank.table.controller is not None)
    assert blank.pages.currentWidget() is blank.table


def test_the_catalogue_is_opened_after_the_first_picture(
    blank: MainWindow, qtbot: QtBot, save: Path, catalogue: Path
) -> None:
    opener = LibraryLoader(str(catalogue), blank)
    opener.opened.connect(blank.set_library)
    blank.await_library(lambda: None)
    blank.files.open_first(save)
    blank.table.map.patient = True
    launch._AfterFirstPaint(blank, blank.table.map, opener)
    assert not opener._started
    with qtbot.waitSignal(blank.library_loaded):
        blank.show()
    assert [entry.actions for entry in blank.library.begun()] == [6]
    gc.unfreeze()


HANGING = """
from threading import Event
from PySide6.QtCore import QTimer
from app.startup import launch
from app.library.scenario_library import ScenarioLibrary

begun = Event()

class Window(launch.MainWindow):
    def showEvent(self, event):
        self.looking = QTimer(self, timeout=lambda: begun.is_set() and self.close())
        self.looking.start(20)

def hang(where):
    begun.set()
    Event().wait()

launch.MainWindow, ScenarioLibrary.open = Window, hang
raise SystemExit(launch.run(None))
"""


def test_a_catalogue_that_never_opens_keeps_nobody_from_leaving(tmp_path: Path) -> None:
    env = {**os.environ, "STARTLINE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", HANGING], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_an_icon_has_a_faded_face_and_one_for_fine_screens(blank: MainWindow) -> None:
    icon = theme.icon("undo", theme.LIGHT)
    usable, faded = (icon.pixmap(24, 24, mode).toImage() for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled))
    inks = [
        {image.pixelColor(x, y).name() for x in range(24) for y in range(24)} for image in (usable, faded)
    ]
    assert theme.LIGHT.text in inks[0] and theme.LIGHT.line in inks[1]
    assert icon.pixmap(48, 48).width() == 48


def test_nothing_is_drawn_behind_other_panels(blank: MainWindow, qtbot: QtBot, save: Path) -> None:
    blank.await_library(lambda: None)
    blank.files.open_first(save)
    blank.show()
    qtbot.waitExposed(blank)
    minimap = blank.minimap.view
    assert not minimap.is_finished and not minimap._timer.isActive()
    blank.docks["minimap"].raise_()
    qtbot.waitUntil(lambda: minimap.is_finished)
    assert "rules_dock" not in vars(blank.rules) and "panels" not in vars(blank.tutorial)
    QTimer.singleShot(0, blank, blank.rules.show_rules)
    qtbot.waitUntil(lambda: "rules_dock" in vars(blank.rules) and blank.rules.reader.isVisible())
