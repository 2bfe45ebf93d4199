"""The window around the table: start page, menus, themes, names for those who cannot see it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.library.library_loader import LibraryLoader
from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.search.command_palette import menu_entries
from app.startup.launch import run
from app.theme import theme
from app.tour.tour import SHORT_TOUR, tour
from app.window import actions
from app.window.shortcut_list import ShortcutList
from engine import games
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.scenario_text import loads
from tests.app.hands import Hands


def test_the_start_page_lists_scenarios_by_game(window: MainWindow) -> None:
    items = [window.start.tree.topLevelItem(row) for row in range(window.start.tree.topLevelItemCount())]
    texts = [item.text(0) for item in items if item is not None]
    at = texts.index("The Bridge")
    assert texts[at : at + 3] == ["The Bridge", "The Bridge", "The Bridge in the Mud"], (
        "the game, its scenarios"
    )
    assert window.start.choose("toy-mud")
    assert "Only half of the map" in window.start.card._text.text()
    assert "2 turns" in window.start.card._facts.text()
    assert not window.start.choose("no-such")


def test_the_picture_betrays_nothing_hidden(window: MainWindow) -> None:
    card = next(card for card in window.library.cards() if card.key == "toy-bridge")
    seen = {counter.id for counter in window.library.public_counters(card, window.library.document(card))}
    assert seen == {"R1", "R2", "RG", "R3", "B1", "B2"}, "the concealed unit is not among them"


def test_play_begins_with_the_chosen_options(window: MainWindow, qtbot: QtBot) -> None:
    window.start.choose("toy-bridge")
    assert window.start.card.options() == {"fog": True}
    fog = window.start.card._choices["fog"]
    qtbot.mouseClick(fog, Qt.MouseButton.LeftButton, pos=QPoint(9, fog.height() // 2))
    qtbot.mouseClick(window.start.card.button, Qt.MouseButton.LeftButton)
    assert window.table.controller is not None
    assert window.table.controller.session.start.options == {"fog": False}
    assert window.pages.currentWidget() is window.table


def test_scenarios_of_the_catalogue_are_played_from_it(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    text = games.game("toy").scenario_text("toy-bridge")
    with store.open(path, create=True) as catalogue:
        catalogue.save(loads(text.replace('title = "The Bridge"', 'title = "Our own bridge"', 1)))
    window.set_library(ScenarioLibrary.open(str(path)))
    card = next(card for card in window.library.cards() if card.key == "toy-bridge")
    assert card.in_catalogue and card.title == "Our own bridge"
    window.begin(card, {})
    assert window.windowTitle() == "Our own bridge — Startline"


def test_a_missing_catalogue_is_one_sentence(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    opener = LibraryLoader(str(tmp_path / "none.db"), window)
    opener.opened.connect(window.set_library)
    with qtbot.waitSignal(opener.opened):
        opener.start()
    opener.wait()
    assert "There is no catalogue" in window.start._problem.text()


def test_leaving_the_table_and_coming_back_keeps_the_game(hands: Hands) -> None:
    hands.click_hex("0404")
    hands.window.docks["tracks"].close()
    hands.window.show_start()
    assert all(dock.isHidden() for dock in hands.window.docks.values())
    assert not hands.window.actions_by_key["undo"].isEnabled()
    hands.window.return_to_table()
    assert len(hands.controller.session) == 1
    assert hands.window.docks["tracks"].isHidden()
    assert not hands.window.docks["log"].isHidden()


def test_every_menu_entry_does_something(window: MainWindow) -> None:
    entries = (*actions.FILE, *actions.PLAY, *actions.VIEW, *actions.HELP)
    assert set(window._handlers()) == {entry.key for entry in entries}


def test_no_key_is_used_twice(window: MainWindow) -> None:
    keys = [keys.toString() for action in window.findChildren(QAction) for keys in action.shortcuts()]
    assert len(keys) == len(set(keys))


def menu_actions(window: MainWindow) -> dict[str, QAction]:
    return dict(menu_entries(window.menuBar().actions()))


def test_every_action_is_in_a_menu_and_has_a_key(hands: Hands) -> None:
    listed = menu_actions(hands.window)
    for key, action in hands.window.actions_by_key.items():
        assert action in listed.values(), f"{key} is in no menu"
    overlays = "View › Overlays › "
    keyless = [path for path, action in listed.items() if not action.shortcuts()]
    assert [path for path in keyless if not path.startswith(overlays)] == []


def test_every_action_says_what_it_does(hands: Hands) -> None:
    for path, action in menu_actions(hands.window).items():
        assert action.toolTip().strip(), path


@pytest.mark.parametrize("plays", [False, True])
def test_a_closed_window_is_forgotten(qtbot: QtBot, plays: bool) -> None:
    window = MainWindow("light", remember=False)
    window.set_library(ScenarioLibrary())
    if plays:
        Hands(window, qtbot).sit_down()
    window.show()
    qtbot.wait(1)
    known = weakref.ref(window)
    window.close()
    window.deleteLater()
    del window
    qtbot.wait(1)
    gc.collect()
    assert known() is None, "something keeps the window, and with it the game and its map"


def test_the_list_of_keys_has_every_shortcut(window: MainWindow, qtbot: QtBot) -> None:
    dialog = ShortcutList(window)
    qtbot.addWidget(dialog)
    table = dialog.findChild(QTableWidget)
    assert table is not None
    rows = [row for row in range(table.rowCount()) if table.item(row, 1) is not None]
    shown = {table.item(row, 0).text(): table.item(row, 1).text() for row in rows}
    with_keys = {path: action for path, action in menu_actions(window).items() if action.shortcuts()}
    assert len(with_keys) >= 40
    for path, action in with_keys.items():
        assert shown[path.partition(" › ")[2]].startswith(action.shortcut().toString()), path


def test_the_question_mark_opens_the_list(hands: Hands, qtbot: QtBot) -> None:
    qtbot.keyClick(hands.window.table.map, Qt.Key.Key_Question)
    dialog = hands.window.findChild(ShortcutList)
    assert dialog is not None and dialog.isVisible()
    dialog.close()


def test_panels_go_back_in_order(hands: Hands, qtbot: QtBot) -> None:
    window, docks = hands.window, hands.window.docks
    docks["log"].setFloating(True)
    docks["tracks"].close()
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks["odds"])
    window.actions_by_key["panels"].trigger()
    qtbot.wait(1)
    right = Qt.DockWidgetArea.RightDockWidgetArea
    assert all(window.dockWidgetArea(dock) == right for dock in docks.values())
    assert not any(dock.isFloating() or dock.isHidden() for dock in docks.values())
    front = [key for key, dock in docks.items() if not dock.visibleRegion().isEmpty()]
    assert front == ["inspector", "log"]


def test_a_tall_window_shows_three_panels_at_once(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1920, 1080)
    hands = Hands(window, qtbot)
    hands.sit_down()
    front = [key for key, dock in window.docks.items() if not dock.visibleRegion().isEmpty()]
    assert front == ["inspector", "tracks", "log"]


def focus_order(window: MainWindow) -> list[QWidget]:
    """What Tab reaches in the window, one after the other."""
    found: list[QWidget] = []
    widget: QWidget = window
    for _ in range(20_000):
        widget = widget.nextInFocusChain()
        if widget is window:
            break
        tabs = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if tabs and widget.isVisible() and widget.isEnabled():
            found.append(widget)
    return found


def test_tab_goes_from_the_library_to_the_scenario(window: MainWindow, qtbot: QtBot) -> None:
    window.start.choose("toy-bridge")
    qtbot.wait(1)
    order = focus_order(window)
    assert order.index(window.start.tree) < order.index(window.start.card.button)
    first, last = order.index(window.start.card.button), order.index(window.start.card._choices["fog"])
    assert order[first + 1 : last] == list(window.start.card.players.values()), "who plays, then the options"


def test_tab_goes_from_the_answers_to_the_map(hands: Hands) -> None:
    hands.click_hex("0404")
    hands.click_hex("0101")
    hands.qtbot.wait(1)
    order, table = focus_order(hands.window), hands.window.table
    answers = [order.index(button) for button in table.bar.buttons]
    assert answers == sorted(answers) and order.index(table.map) == answers[-1] + 1
    assert answers[-1] - answers[0] == len(answers) - 1, "nothing comes between the answers"


INTERACTIVE = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit)


def is_part_of_a_named_box(widget: QWidget) -> bool:
    """The line of a box and the list that drops down from it are told by the name of the box."""
    parent = widget.parentWidget()
    above = (parent, parent.parentWidget()) if parent is not None else ()
    return any(isinstance(box, QComboBox) and bool(box.accessibleName()) for box in above)


def unnamed(root: QWidget) -> list[str]:
    """Interactive widgets that a screen reader could not name."""
    found = [root, *root.findChildren(QWidget)]
    return [
        f"{type(widget).__name__} {widget.objectName()!r}"
        for widget in found
        if isinstance(widget, INTERACTIVE)
        and not isinstance(widget, QHeaderView)
        and not is_part_of_a_named_box(widget)
        and not (isinstance(widget, QAbstractButton) and widget.isHidden())
        and not widget.objectName().startswith(("qt_", "_q_", "ScrollLeft", "ScrollRight"))
        and not (widget.accessibleName() or getattr(widget, "text", str)() or widget.toolTip())
    ]


def test_everything_has_a_name(hands: Hands) -> None:
    hands.reach_movement()
    assert unnamed(hands.window) == []


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_text_can_be_read_in_both_themes(window: MainWindow, choice: str) -> None:
    window.set_theme(choice)
    palette = QApplication.palette()
    for ink, printed_map in (
        (palette.windowText(), palette.window()),
        (palette.text(), palette.base()),
        (palette.buttonText(), palette.button()),
        (palette.highlightedText(), palette.highlight()),
        (palette.placeholderText(), palette.base()),
    ):
        assert contrast(ink.color(), printed_map.color()) >= 4.5


def contrast(ink, printed_map) -> float:
    """The contrast ratio of the WCAG."""

    def light(colour) -> float:
        parts = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in (colour.redF(), colour.greenF(), colour.blueF())
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted((light(ink), light(printed_map)))
    return (high + 0.05) / (low + 0.05)


def test_every_icon_can_be_drawn(window: MainWindow) -> None:
    for entry in (*actions.FILE, *actions.PLAY, *actions.VIEW, *actions.HELP):
        if entry.icon:
            image = theme.icon(entry.icon, theme.LIGHT).pixmap(24, 24).toImage()
            inked = sum(image.pixelColor(x, y).alpha() > 0 for x in range(24) for y in range(24))
            assert inked > 20, entry.icon


def test_overlays_of_the_game_can_be_laid_over_the_map(hands: Hands) -> None:
    hands.reach_movement()
    hands.window.menus.list_overlays()
    actions = {action.text(): action for action in hands.window.menus.overlays.actions()}
    assert {"Beside red", "Beside blue", "Start line", "Control and victory hexes"} <= set(actions)
    actions["Beside blue"].setChecked(True)
    scene = hands.window.table.map.map_scene()
    assert scene is not None
    offered = {overlay.key: set(overlay.hexes) for overlay in hands.controller.overlays()}
    assert scene._overlays["zoc.blue"].area.hexes == offered["zoc.blue"]
    hands.window.table.overlays.set("zoc.blue", False)
    assert scene._overlays == {}


def test_without_a_display_the_window_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(BadInput, match="no display"):
        run(None)


_DIALOGUES = (
    "handbook",
    "widgets",
    "keys",
    "palette",
    "preferences",
    "new-map",
    "agreement",
    "import",
    "print",
    "picture",
    "lab",
    *("manage", "columns", "look", "victory-template", "rule-form", "pick-places"),
)
"""Screens that have a size of their own."""


def test_the_tour_draws_every_screen(tmp_path: Path, qapp: QApplication) -> None:
    pictures = tour(tmp_path, everything=True)
    names = {path.name for path in pictures}
    played = ("start", "table", "move", "why-not", "fan", "drag", "overlays-1", "orders", "combat-2")
    dialogues = ("import", "print", "print-map", "print-counters", "picture", "manage", "columns", "look")
    author = ("victory-template", "rule-form", "pick-places", "editor-table")
    for screen in (*played, "guide", "rules", "charts", "example", *dialogues, *author):
        for choice in ("light", "dark"):
            for size in ("1280x800", "1920x1080"):
                assert f"{screen}-{choice}-{size}.png" in names
    for path in pictures:
        image = QImage(str(path))
        if not path.name.startswith(_DIALOGUES):
            assert f"{image.width()}x{image.height()}" in path.name
        step = 16 if image.width() > 1000 else 4
        colours = {
            image.pixel(x, y) for x in range(0, image.width(), step) for y in range(0, image.height(), step)
        }
        assert len(colours) > 12, f"{path.name} is empty"
    light, dark = (
        QImage(str(tmp_path / "start-light-1280x800.png")),
        QImage(str(tmp_path / "start-dark-1280x800.png")),
    )
    assert light.pixelColor(5, 400).lightness() > 200 > 80 > dark.pixelColor(5, 400).lightness()


def test_a_newcomer_gets_two_dozen_pictures(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one theme and one size, with reference cycles collected as in the program."""
    drawn: list[tuple[object, ...]] = []

    def screens(app: QApplication, catalogue: str | None, *how: object) -> Iterator[tuple[str, QWidget]]:
        drawn.append(how)
        assert not gc.isenabled() and any(timer.isActive() for timer in app.findChildren(QTimer))
        window = QWidget()
        yield from ((name, window) for name in ("agreement", "editor", "start"))

    monkeypatch.setattr("app.tour.tour._screens", screens)
    assert [path.name for path in tour(tmp_path)] == ["editor-light-1280x800.png", "start-light-1280x800.png"]
    assert drawn == [("light", 1280, 800, 100)] and 20 <= len(SHORT_TOUR) <= 28
    assert len(tour(tmp_path, everything=True)) == 12 and len(drawn) == 5


def test_the_tour_refuses_a_folder_that_is_none(tmp_path: Path, qapp: QApplication) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be used for pictures"):
        tour(tmp_path / "file")


def test_a_window_is_as_large_after_full_screen_as_before(window: MainWindow) -> None:
    window.showMaximized()
    full = window.actions_by_key["full"]
    full.trigger()
    assert window.isFullScreen()
    full.trigger()
    assert not window.isFullScreen() and window.isMaximized()


def test_the_help_menu_only_shows_and_the_game_is_ended_in_the_play_menu() -> None:
    assert {entry.needs for entry in actions.HELP} == {"", "game"}
    assert {"resign", "draw"} <= {entry.key for entry in actions.PLAY}
