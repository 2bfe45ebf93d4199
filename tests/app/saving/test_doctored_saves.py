"""A doctored save in the window: told in a sentence with what to do, and no exception leaves `open_file`."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.history import load_past
from engine.referee import save as saves
from engine.referee.ruling import Correction
from tests.hostile.damage import damaged
from tests.hostile.doctored import WAYS, doctored
from tests.hostile.saves import chance_of, sound_save, sound_session

REPLAYED, BRANCH = "Continue from the replayed position", "Keep the saved position as a branch"


def boxes(window: MainWindow) -> list[QMessageBox]:
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


def told(window: MainWindow, qtbot: QtBot) -> QMessageBox:
    qtbot.waitUntil(lambda: bool(boxes(window)))
    return boxes(window)[0]


def press(box: QMessageBox, text: str) -> None:
    next(button for button in box.buttons() if button.text() == text).click()


@pytest.mark.parametrize("way", WAYS)
def test_a_doctored_save_is_told(way: str, window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "doctored.startline"
    saves.write(doctored(sound_session(), WAYS[way]), path)
    data = path.read_bytes()
    assert window.files.open_file(path)
    said = told(window, qtbot).text()
    assert "The saved position differs from what the actions lead to: " in said
    assert path.read_bytes() == data
    for box in boxes(window):
        box.close()


@pytest.mark.parametrize("longest", [0, 400])
@pytest.mark.parametrize("first", [False, True])
def test_missing_units_come_back_with_the_replayed_position(
    longest: int,
    first: bool,
    window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long the game is, and whether or not the window begins with it."""
    monkeypatch.setattr(load_past, "REPLAY_UP_TO", longest)
    monkeypatch.setattr("app.saving.open_game.REPLAY_UP_TO", longest)
    path = tmp_path / "doctored.startline"
    saves.write(doctored(sound_session(), WAYS["a unit has another step"]), path)
    window.files.open_first(path) if first else window.files.open_file(path)
    box = told(window, qtbot)
    assert "1 unit changed" in box.text()
    press(box, REPLAYED)
    assert window.table.controller is not None
    session = window.table.controller.session
    assert session.state.tables == sound_session().state.tables and len(session) == len(sound_session())
    assert window.game.file.path is None, "the file stays as it is"


def test_the_saved_position_is_kept_as_a_branch(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "doctored.startline"
    saves.write(doctored(sound_session(), WAYS["a unit has another step"]), path)
    assert window.files.open_file(path)
    press(told(window, qtbot), BRANCH)
    assert window.table.controller is not None
    session = window.table.controller.session
    assert isinstance(session.history.last.ruling, Correction)
    assert session.state.tables != sound_session().state.tables
    assert saves.replay(saves.saved(session), session.game).state.tables == session.state.tables


def test_a_sound_save_opens_without_a_word(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "sound.startline"
    path.write_bytes(sound_save())
    assert window.files.open_file(path)
    assert window.table.controller is not None and window.table.controller.log_is_whole
    assert boxes(window) == []


def test_no_exception_leaves_the_opening_of_a_damaged_file(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    chance, path = chance_of(1, "window"), tmp_path / "damaged.startline"
    for _ in range(20):
        path.write_bytes(damaged(sound_save(), chance))
        window.files.open_file(path)
        for box in boxes(window):
            assert len(box.text()) > 20
            box.close()


def test_a_table_that_cannot_be_laid_is_told(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sound.startline"
    path.write_bytes(sound_save())
    monkeypatch.setattr(window.table.tracks, "show_tracks", lambda _: {}["a hole in the table"])
    assert not window.files.open_file(path)
    assert "a hole in the table" in told(window, qtbot).text()
    assert window.pages.currentWidget() is window.start
