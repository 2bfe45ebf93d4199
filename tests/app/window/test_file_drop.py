"""Files dropped onto the window, and files named on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from engine.catalogue.scenario_text import save_file
from engine.referee.save import saved
from engine.referee.session import Session
from tests.editor.samples import small_scenario
from tests.editor.window.test_editor_host import window  # noqa: F401

LEFT, COPY, PLAIN = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier


def drop(target: QWidget, *paths: Path) -> bool:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    enter = QDragEnterEvent(QPoint(40, 40), COPY, data, LEFT, PLAIN)
    QApplication.sendEvent(target, enter)
    if enter.isAccepted():
        event = QDropEvent(QPointF(40, 40), COPY, data, LEFT, PLAIN)
        QApplication.sendEvent(target, event)
        return event.isAccepted()
    return False


def test_scenarios_are_taken_into_the_catalogue_and_opened(
    window: MainWindow,  # noqa: F811
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    paths = [tmp_path / f"{name}.scenario.toml" for name in ("a", "b")]
    for path in paths:
        save_file(path, small_scenario())
    assert drop(window, *paths)
    host = window.editor_host
    qtbot.waitUntil(lambda: host.is_open and host.page.document is not None)
    document = host.page.document
    assert document is not None and document.key == "small-one-2", "the second has found its key taken"
    assert window.library.catalogue is not None
    assert {"small-one", "small-one-2"} <= {entry.key for entry in window.library.catalogue.list()}


def test_a_saved_game_is_put_on_the_table(
    window: MainWindow,  # noqa: F811
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    card = next(card for card in window.library.cards() if card.game == "toy")
    session: Session = window.library.set_up(card, seed="x")
    path = tmp_path / "game.startline"
    path.write_text(saved(session).dumps(), encoding="utf-8")
    assert drop(window, path)
    qtbot.waitUntil(lambda: window.game.session is not None)
    assert window.pages.currentWidget() is window.table


def test_what_is_no_file_is_not_taken(window: MainWindow) -> None:  # noqa: F811
    data = QMimeData()
    data.setText("a text")
    data.setUrls([QUrl("https://example.org/scenario.toml")])
    enter = QDragEnterEvent(QPoint(40, 40), COPY, data, LEFT, PLAIN)
    enter.ignore()
    QApplication.sendEvent(window, enter)
    assert not enter.isAccepted()


def test_a_damaged_scenario_is_told_and_nothing_is_stored(
    window: MainWindow,  # noqa: F811
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "bad.toml").write_text("what = 1", encoding="utf-8")
    told: list[str] = []
    monkeypatch.setattr(
        window.editor_host.page.file_actions, "show_error", lambda title, text: told.append(text)
    )
    before = window.library.catalogue.list() if window.library.catalogue is not None else ()
    assert drop(window, tmp_path / "bad.toml")
    qtbot.waitUntil(lambda: bool(told))
    assert window.library.catalogue is not None and window.library.catalogue.list() == before
