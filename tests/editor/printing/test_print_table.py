"""Printing from the table: the scenario of the game that is being played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import current_thread, main_thread

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from editor.printing import chart_sheets
from editor.printing.print_dialog import PrintDialog
from engine import games
from tests.editor.print_measures import media_boxes


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    shown = MainWindow("light", remember=False)
    qtbot.addWidget(shown)
    shown.table.map.patient = True
    shown.set_library(ScenarioLibrary())
    shown.show()
    yield shown


def test_a_game_on_the_table_is_printed_with_its_charts(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not window.actions_by_key["print"].isEnabled(), "nothing is on the table"
    document = next(iter(games.game("ddb").documents()))
    window.editor_host.try_out(document)

    def accept(dialog: PrintDialog) -> int:
        assert dialog.parts["charts"].isEnabled()
        for part, box in dialog.parts.items():
            box.setChecked(part in ("counters", "charts"))
        dialog.done(QDialog.DialogCode.Accepted)
        return int(QDialog.DialogCode.Accepted)

    def set_text(html: str, width: float) -> QTextDocument:
        assert current_thread() is main_thread(), "Qt may wait for itself where two threads lay texts out"
        return laid_out(html, width)

    laid_out = chart_sheets._text
    monkeypatch.setattr(chart_sheets, "_text", set_text)
    monkeypatch.setattr(PrintDialog, "exec", accept)
    path = tmp_path / "game.pdf"
    window.printing.print_actions.ask_path = lambda name, kinds: path
    window.actions_by_key["print"].trigger()
    assert len(media_boxes(path)) > 3
    assert window.statusBar().currentMessage() == f"Written: {path}"


def test_a_game_without_a_scenario_says_so(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(window.messages, "warn", lambda title, text: said.append(text))
    window.printing.print_game()
    assert said == ["This game has no printed map or counters."]
