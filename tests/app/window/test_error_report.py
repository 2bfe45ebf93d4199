"""What nobody caught: shown in a report that can be kept, after the game was saved; nothing ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.window.error_report import ErrorReport, LastResort
from app.window.exception_handler import rescue_game
from engine.referee.save import read
from tests.app.hands import Hands


@pytest.fixture
def last_resort(hands: Hands, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[LastResort]:
    controller = hands.controller
    resort = LastResort(
        hands.window, lambda: rescue_game(controller.session, controller.title, tmp_path / "rescued")
    )
    resort.install()
    yield resort
    resort.remove()


def stumble() -> None:
    raise KeyError("a hole in the window")


def report(resort: LastResort, qtbot: QtBot) -> ErrorReport:
    qtbot.waitUntil(lambda: resort.report is not None)
    assert resort.report is not None
    return resort.report


def test_an_exception_in_a_slot_is_shown_and_the_game_saved_first(
    last_resort: LastResort, hands: Hands, qtbot: QtBot, tmp_path: Path
) -> None:
    hands.reach_movement()
    QTimer.singleShot(0, hands.window, stumble)
    shown = report(last_resort, qtbot)
    text = shown.page.toPlainText()
    assert "a hole in the window" in text and "stumble" in text and "Python" in text
    (path,) = (tmp_path / "rescued").iterdir()
    assert len(read(path).steps) == 6
    shown.copy.click()
    assert QGuiApplication.clipboard().text() == text
    shown.save_to(tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == text
    shown.save_to(tmp_path / "no folder" / "report.txt")
    assert "cannot be written" in shown.status.text()
    hands.click_hex("0201")
    shown.close()


def test_an_exception_in_a_thread_is_shown_too(last_resort: LastResort, qtbot: QtBot) -> None:
    thread = Thread(target=stumble)
    thread.start()
    thread.join()
    shown = report(last_resort, qtbot)
    assert "a hole in the window" in shown.page.toPlainText()
    shown.close()


def test_many_errors_make_one_report(last_resort: LastResort, hands: Hands, qtbot: QtBot) -> None:
    for _ in range(3):
        QTimer.singleShot(0, hands.window, stumble)
    shown = report(last_resort, qtbot)
    qtbot.waitUntil(lambda: shown.page.toPlainText().count("KeyError: ") == 3)
    assert len(hands.window.findChildren(ErrorReport)) == 1
    shown.close()
    assert last_resort.report is None


def test_a_rescue_that_fails_is_told(hands: Hands, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    said = rescue_game(hands.controller.session, "The Bridge", tmp_path / "file")
    assert said.startswith("The game could not be saved to ")
    assert rescue_game(None, "", tmp_path) == "No game was on the table."
