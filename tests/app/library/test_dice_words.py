"""The dice of a new game: drawn for both sides, or from a word of each player, typed in turn."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.library.dice_words import DiceWords
from app.main_window import MainWindow
from engine.referee.fair_seed import seed_of

HIDDEN, SHOWN = QLineEdit.EchoMode.Password, QLineEdit.EchoMode.Normal


@pytest.fixture
def words(qtbot: QtBot) -> DiceWords:
    part = DiceWords()
    qtbot.addWidget(part)
    part.set_sides({"red": "Red", "blue": "Blue"})
    part.fold.setChecked(True)
    part.show()
    return part


def test_nobody_is_bothered(window: MainWindow) -> None:
    assert window.start.choose("toy-bridge")
    card = window.start.card
    assert not card.dice.isHidden() and not card.dice.fold.isChecked(), "it is folded"
    card.play()
    assert window.table.controller is not None
    start = window.table.controller.session.start
    assert [given.side for given in start.contributions] == ["red", "blue"]
    assert not any(given.typed for given in start.contributions)
    assert start.seed == seed_of(start.contributions)
    first = window.table.controller.log()[0].event.text
    assert all(given.commitment in first for given in start.contributions)


def test_the_players_type_in_turn_and_see_nothing_of_each_other(words: DiceWords, qtbot: QtBot) -> None:
    red, blue = words.line_of("red"), words.line_of("blue")
    assert red.isEnabled() and not blue.isEnabled()
    qtbot.keyClicks(red, "tulip")
    assert red.echoMode() == HIDDEN
    qtbot.keyClick(red, Qt.Key.Key_Return)
    qtbot.waitUntil(blue.isEnabled)
    assert not red.isEnabled() and red.echoMode() == HIDDEN
    told = words.commitment_text("red")
    assert told.startswith("committed as ") and words.commitment_text("blue") == ""
    qtbot.keyClicks(blue, "rose")
    assert blue.echoMode() == HIDDEN
    qtbot.keyClick(blue, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not blue.isEnabled())
    assert red.echoMode() == SHOWN == blue.echoMode(), "both are in"
    assert words.commitment_text("red") == told, "it was not changed"
    given = words.committed()
    assert (given["red"].value, given["blue"].value) == ("tulip", "rose")
    assert given["red"].commitment[:16] in told


def test_a_typed_word_counts_without_the_button_and_a_missing_one_is_drawn(words: DiceWords) -> None:
    words.line_of("red").setText("tulip")
    given = words.committed()
    assert given["red"].typed and "blue" not in given
    words.again.click()
    assert words.committed() == {} and words.line_of("red").text() == ""


def test_the_words_reach_the_game(window: MainWindow, qtbot: QtBot) -> None:
    assert window.start.choose("toy-bridge")
    dice = window.start.card.dice
    dice.fold.setChecked(True)
    for side in ("red", "blue"):
        dice.line_of(side).setText(f"word of {side}")
        qtbot.keyClick(dice.line_of(side), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda side=side: bool(dice.commitment_text(side)))
    window.start.card.play()
    assert window.table.controller is not None
    given = window.table.controller.session.start.contributions
    assert [(each.value, each.typed) for each in given] == [("word of red", True), ("word of blue", True)]
