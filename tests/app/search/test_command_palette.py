"""The command palette: every menu entry by a few letters."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.search.command_palette import closeness
from tests.app.hands import Hands


def menu_entries(window: MainWindow) -> list[QAction]:
    found: list[QAction] = []
    waiting = list(window.menuBar().actions())
    while waiting:
        action = waiting.pop()
        menu = action.menu()
        if isinstance(menu, QMenu):
            menu.aboutToShow.emit()
            waiting += menu.actions()
        elif action.text():
            found.append(action)
    return found


def test_every_menu_entry_is_in_the_palette(hands: Hands) -> None:
    palette = hands.window.search.palette
    palette.ask()
    listed = {title.removesuffix("  ✓").rpartition(" › ")[2] for title in palette.found}
    entries = menu_entries(hands.window)
    assert len(entries) > 20
    for action in entries:
        assert action.text().replace("&", "").rstrip("…") in listed


def test_letters_find_and_enter_does_it(hands: Hands, qtbot: QtBot) -> None:
    window = hands.window
    window.actions_by_key["palette"].trigger()
    palette = window.search.palette
    assert palette.isVisible() and palette.line.hasFocus()
    qtbot.keyClicks(palette.line, "them dark")
    assert palette.found[0] == "View › Theme › Dark"
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert window.look.night


def test_arrow_keys_and_clicks_choose(hands: Hands, qtbot: QtBot) -> None:
    palette = hands.window.search.palette
    palette.ask()
    first = palette.list.currentRow()
    qtbot.keyClick(palette.line, Qt.Key.Key_Down)
    assert palette.list.currentRow() == first + 1
    qtbot.keyClick(palette.line, Qt.Key.Key_Up)
    assert palette.list.currentRow() == first
    qtbot.keyClicks(palette.line, "fit map")
    scale = hands.window.table.map.scale_now
    hands.window.table.map.set_scale(scale * 2)
    item = palette.list.item(0)
    qtbot.mouseClick(
        palette.list.viewport(), Qt.MouseButton.LeftButton, pos=palette.list.visualItemRect(item).center()
    )
    assert hands.window.table.map.scale_now == pytest.approx(scale)


def test_what_cannot_be_done_comes_last_and_is_not_taken(window: MainWindow, qtbot: QtBot) -> None:
    palette = window.search.palette
    palette.ask()
    qtbot.keyClicks(palette.line, "undo")
    assert palette.found[-1] != "" and palette.list.count() >= 1
    undo = next(row for row, title in enumerate(palette.found) if title == "Play › Undo")
    assert not palette.list.item(undo).flags() & Qt.ItemFlag.ItemIsEnabled
    qtbot.keyClick(palette.line, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_nothing_found_is_said(window: MainWindow, qtbot: QtBot) -> None:
    palette = window.search.palette
    palette.ask()
    qtbot.keyClicks(palette.line, "qqqqzz")
    assert palette.found == [] and palette._nothing.isVisible()
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert palette.isVisible(), "there was nothing to take"


def test_the_menus_are_read_anew_each_time(hands: Hands) -> None:
    palette = hands.window.search.palette
    palette.ask()
    assert any("Beside blue" in title for title in palette.found), "overlays of the game are menu entries"
    palette.hide()


def test_closeness_prefers_starts_of_words_and_runs() -> None:
    assert closeness("gth", "View › Go to hex") is not None
    assert closeness("hxg", "View › Go to hex") is None
    assert closeness("", "anything") == 0

    def best(letters: str, *texts: str) -> str:
        return max(texts, key=lambda text: closeness(letters, text) or -99)

    assert best("undo", "Play › Undo", "Round up to zero") == "Play › Undo"
    assert best("sa", "File › Save game", "Play › Reset this phase again") == "File › Save game"
    assert best("gth", "View › Go to hex", "Fight on") == "View › Go to hex"
