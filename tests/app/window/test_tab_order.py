"""Tab goes through every dialog and panel as one reads it: line by line, and column by column."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.correction.correction_mode import OpenTableDialog
from app.play.players.consent_dialog import ConsentDialog
from app.play.players.players_dialog import PlayersDialog
from app.settings.preferences_dialog import PreferencesDialog
from app.window.shortcut_list import ShortcutList
from tests.app.hands import Hands

SIDES = {"red": "Red", "blue": "Blue"}
DIALOGS: dict[str, Callable[[MainWindow], QWidget]] = {
    "preferences": lambda window: PreferencesDialog(window.preferences, window),
    "keys": ShortcutList,
    "consent": lambda window: ConsentDialog(
        SIDES, "Dice have fallen", window, title="Take back", accept="Take back"
    ),
    "players": lambda window: PlayersDialog(SIDES, {}, {}, window),
    "agreement": lambda window: OpenTableDialog(SIDES, dict.fromkeys(SIDES, ""), window),
}


def stops(root: QWidget) -> list[QWidget]:
    """What Tab reaches below a widget, in the order in which it does."""
    found, widget = [], root.window()
    for _ in range(20_000):
        widget = widget.nextInFocusChain()
        if widget is root.window():
            break
        reached = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled()
        inside = root.isAncestorOf(widget) and widget.isVisibleTo(root)
        if reached and inside and widget.focusProxy() is None:
            found.append(widget)
    return found


def spot(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def jumps(order: list[QWidget]) -> list[str]:
    """Steps that go back: up in the same column, or to the left in the same line."""
    found = []
    for before, after in pairwise(order):
        here, there = spot(before), spot(after)
        same_line = there.top() < here.bottom() and here.top() < there.bottom()
        up = there.bottom() <= here.top() and there.left() < here.right()
        if up or (same_line and there.right() <= here.left()):
            found.append(f"{told(before)} → {told(after)}")
    return found


def told(widget: QWidget) -> str:
    return widget.accessibleName() or str(widget.property("text") or type(widget).__name__)


@pytest.mark.parametrize("name", DIALOGS)
def test_a_dialog_is_walked_as_it_is_read(window: MainWindow, qtbot: QtBot, name: str) -> None:
    dialog = DIALOGS[name](window)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    order = stops(dialog)
    assert len(order) >= 2 and jumps(order) == []


def test_the_tab_key_itself_goes_that_way_and_comes_round(window: MainWindow, qtbot: QtBot) -> None:
    dialog = PreferencesDialog(window.preferences, window)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    order = stops(dialog)
    order[0].setFocus()
    walked = []
    for _ in order:
        walked.append(dialog.focusWidget())
        qtbot.keyClick(walked[-1], Qt.Key.Key_Tab)
    assert walked == order and dialog.focusWidget() is order[0]


@pytest.mark.parametrize(
    "key", ["inspector", "orders", "odds", "forces", "tracks", "boxes", "log", "bookmarks", "minimap"]
)
def test_a_panel_is_walked_as_it_is_read(hands: Hands, qtbot: QtBot, key: str) -> None:
    hands.reach_movement()
    hands.click_hex("0203")
    dock = hands.window.docks[key]
    dock.show()
    dock.raise_()
    qtbot.waitUntil(lambda: not dock.visibleRegion().isEmpty())
    assert jumps(stops(dock.widget())) == []


def test_rules_and_charts_are_walked_as_they_are_read(hands: Hands, qtbot: QtBot) -> None:
    rules, dock = hands.window.rules, hands.window.left_docks.rules
    for show in (rules.show_rules, lambda: rules.show_chart("")):
        show()
        qtbot.waitUntil(lambda: not dock.visibleRegion().isEmpty())
        assert jumps(stops(dock.widget())) == []


def test_the_bars_above_the_map_are_walked_as_they_are_read(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    table, replay = hands.window.table, hands.window.replay
    assert jumps(stops(table.bar)) == []
    replay.toggle_replay()
    qtbot.waitUntil(replay.replay_bar.isVisible)
    order = stops(replay.replay_bar)
    assert len(order) > 6 and jumps(order) == []


def test_the_start_page_is_walked_from_the_library_to_the_card(window: MainWindow, qtbot: QtBot) -> None:
    window.start.choose("toy-bridge")
    qtbot.wait(1)
    order = stops(window.start)
    assert len(order) > 4 and jumps(order) == []


def test_a_correction_is_walked_column_by_column(hands: Hands, qtbot: QtBot) -> None:
    correction = hands.window.hotseat.correction
    hands.window.hotseat.correct()
    dialog = correction.dialog
    assert dialog is not None
    for line, tick in zip(dialog.names.values(), dialog.ticks.values(), strict=True):
        line.setText("Anna")
        tick.setChecked(True)
    dialog.accept()
    qtbot.waitUntil(correction.panel.isVisible)
    order = stops(correction.panel)
    assert len(order) > 6 and jumps(order) == []


def test_enter_presses_the_button_with_the_focus(window: MainWindow, qtbot: QtBot) -> None:
    """Space does, and in dialogs Enter does; whoever plays without a mouse expects it everywhere."""
    window.show_start()
    pressed: list[str] = []
    edit, add = window.start.edit, window.hotseat.notebook.panel.add
    edit.clicked.disconnect()
    edit.clicked.connect(lambda: pressed.append("page"))
    add.clicked.connect(lambda: pressed.append("panel"))
    edit.setFocus()
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert pressed == ["page"]
    window.docks["bookmarks"].show()
    add.setFocus()
    qtbot.keyClick(add, Qt.Key.Key_Enter)
    assert pressed == ["page", "panel"]
    qtbot.keyClick(window.start.tree, Qt.Key.Key_Enter)
    assert len(pressed) == 2, "what has no focus is not pressed"
