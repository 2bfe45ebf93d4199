"""Big procedures as example games: each opens from the rule reader and is stepped through in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.rules.rule_library import ExampleFile
from engine import games
from engine.referee.position import Position

EXAMPLE_GAMES = [
    path
    for key in games.keys()  # noqa: SIM118
    for path in sorted(games.game(key).examples_path().glob("game-*.toml"))
]


def read(path: Path) -> ExampleFile:
    text = path.read_text(encoding="utf-8")
    return ExampleFile(path.name, text, Position.loads(text))


@pytest.mark.parametrize("path", EXAMPLE_GAMES, ids=lambda path: path.stem)
def test_an_example_game_is_stepped_to_its_end(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    example, panel = read(path), window.tutorial.example
    window.tutorial.play_example(example)
    assert panel.tries.count() == len(example.position.tries) > 3
    for row in range(panel.tries.count()):
        assert panel.tries.currentRow() == row
        qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
        assert panel.tries.item(row).text().startswith("✓"), panel.answer.toPlainText()
    controller = window.table.controller
    assert controller is not None and controller.log(), "the log tells what was done"
    assert controller.decision is not None and controller.decision.prompt


def test_the_rule_reader_opens_an_example_game_from_each_of_its_cases(
    window: MainWindow, qtbot: QtBot
) -> None:
    example = read(EXAMPLE_GAMES[0])
    window.tutorial.play_example(example)
    rules = window.rules.reader
    for case in example.position.cases:
        window.rules.show_case(case)
        qtbot.waitUntil(lambda: rules.examples.count() > 0)
        titles = [rules.examples.item(row).text() for row in range(rules.examples.count())]
        assert example.title in titles, f"{case} lists {titles}"
    rules.examples.setCurrentRow(titles.index(example.title))
    qtbot.mouseClick(rules.play, Qt.MouseButton.LeftButton)
    panel = window.tutorial.example
    assert panel.example is not None and panel.example.title == example.title
    assert panel.tries.count() == len(example.position.tries)
