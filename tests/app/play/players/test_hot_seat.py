"""Two players at one screen: the hand-over screen between them, and nothing that shines through."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QDialogButtonBox, QGraphicsView, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.players.handover_screen import HandoverScreen
from app.play.players.players_dialog import PlayersDialog
from tests.app.hands import Hands


@pytest.fixture
def pair(hands: Hands) -> Hands:
    """Red is at the table, and blue looks away."""
    hands.window.actions_by_key["hot_seat"].setChecked(True)
    return hands


def take_over(hands: Hands) -> None:
    """The next player clicks the button on the hand-over screen."""
    screen = hands.window.hotseat.handover_screen
    assert hands.window.pages.currentWidget() is screen
    hands.qtbot.waitUntil(screen.button.isEnabled)
    hands.qtbot.mouseClick(screen.button, Qt.MouseButton.LeftButton)


def in_sight(window: QWidget) -> list[QWidget]:
    return [widget for widget in window.findChildren(QWidget) if widget.isVisible()]


def test_the_handover_screen_comes_when_the_side_changes(pair: Hands) -> None:
    pair.click_hex("0404")
    window = pair.window
    assert window.pages.currentWidget() is window.hotseat.handover_screen
    assert not window.table.isVisible()
    assert not any(isinstance(widget, QGraphicsView) for widget in in_sight(window)), "no map, no minimap"
    assert not any(dock.isVisible() for dock in window.docks.values())
    assert not window.statusBar().isVisible()


def test_the_table_is_covered_before_the_other_side_is_shown(
    pair: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, table = pair.window, pair.window.table
    scene = table.map.map_scene()
    assert scene is not None
    in_sight: list[tuple[str, str | None]] = []

    def watch(owner: object, name: str) -> None:
        fill = getattr(owner, name)

        def filled(*args: object) -> None:
            if table.isVisible() or any(dock.isVisible() for dock in window.docks.values()):
                in_sight.append((name, pair.controller.view.side))
            fill(*args)

        monkeypatch.setattr(owner, name, filled)

    watch(table.bar, "show_decision")
    watch(table.log, "show_log")
    watch(table.tracks, "show_tracks")
    watch(scene, "show_view")
    pair.controller.act(pair.controller.offers[0].action)
    assert window.hotseat.covered and pair.controller.view.side == "blue"
    assert in_sight == [], "nothing of blue is filled in before red's eyes"
    take_over(pair)
    pair.controller.single_out(None)
    assert ("show_log", "blue") in in_sight


def test_nothing_of_the_game_can_be_read_on_the_handover_screen(pair: Hands) -> None:
    pair.click_hex("0404")
    shown = [w.text() for w in in_sight(pair.window) if isinstance(w, QLabel | QAbstractButton)]
    words = " ".join(shown)
    assert "Blue may take over" in words and "Red should look away" in words
    assert not re.search(r"\d", words), "no hex, no number"
    assert not re.search(r"\byour?\b", words, re.IGNORECASE), "names, not you"
    units = {counter.id for counter in pair.controller.session.view(None).counters}
    assert not units & set(re.findall(r"\w+", words))


def test_the_click_that_ended_a_turn_does_not_open_the_table(pair: Hands) -> None:
    pair.click_hex("0404")
    screen = pair.window.hotseat.handover_screen
    pair.qtbot.mouseClick(screen.button, Qt.MouseButton.LeftButton)
    pair.qtbot.keyClick(screen, Qt.Key.Key_Return)
    assert pair.window.hotseat.covered
    take_over(pair)
    assert not pair.window.hotseat.covered


def test_no_menu_passes_the_handover_screen(pair: Hands) -> None:
    pair.click_hex("0404")
    window = pair.window
    for key in ("undo", "redo", "replay", "recap", "bookmark", "what_if", "hot_seat", "save", "goto"):
        assert not window.actions_by_key[key].isEnabled(), key
    window.show_start()
    window.return_to_table()
    assert window.pages.currentWidget() is window.hotseat.handover_screen
    assert not any(dock.isVisible() for dock in window.docks.values())


def test_the_next_player_sees_the_own_side_only(pair: Hands) -> None:
    pair.click_hex("0404")
    take_over(pair)
    window = pair.window
    assert window.table.isVisible() and window.docks["log"].isVisible()
    assert window.table.bar._side.text() == "Blue"
    assert not any("0404" in line.event.text for line in window.table.log.model.lines)
    assert "mine red" not in {marker.id for marker in pair.controller.view.markers}


def test_what_one_player_pointed_at_is_cleared_away(pair: Hands) -> None:
    pair.click_hex("0402")
    assert pair.window.table.note.isVisible() and pair.window.table.inspector.place == "0402"
    pair.window.table.map.go_to("0303")
    pair.controller.act(pair.controller.offers[0].action)
    take_over(pair)
    table = pair.window.table
    assert table.inspector.place == "" and table.map.cursor_hex == "" and not table.note.isVisible()


def test_each_side_finds_its_part_of_the_map_again(pair: Hands) -> None:
    view = pair.window.table.map
    view.zoom(4)
    red = view.scale_now
    pair.controller.act(pair.controller.offers[0].action)
    take_over(pair)
    pair.window.replay.recap_bar.finish()
    view.zoom(-7)
    assert view.scale_now != red
    pair.controller.act(pair.controller.offers[0].action)
    assert pair.controller.viewing_side == "red"
    take_over(pair)
    assert view.scale_now == pytest.approx(red)


def test_no_handover_screen_while_one_side_goes_on(pair: Hands) -> None:
    while pair.controller.decision is not None and pair.controller.decision.path[-1] != "Movement":
        if pair.window.hotseat.covered:
            take_over(pair)
            pair.window.replay.recap_bar.finish()
        pair.controller.act(next(o.action for o in pair.controller.offers if o.action.verb != "dig"))
    if pair.window.hotseat.covered:
        take_over(pair)
        pair.window.replay.recap_bar.finish()
    side = pair.controller.viewing_side
    pair.controller.act(next(o.action for o in pair.controller.offers if o.action.verb == "select"))
    assert pair.controller.viewing_side == side and not pair.window.hotseat.covered


def test_open_hands_have_no_handover_screen(hands: Hands) -> None:
    hands.reach_movement()
    assert not hands.window.hotseat.covered
    assert hands.window.pages.currentWidget() is hands.window.table


def test_undo_across_the_change_of_sides_hands_back(pair: Hands) -> None:
    pair.click_hex("0404")
    take_over(pair)
    pair.window.replay.recap_bar.finish()
    pair.window.table.ask_consent = lambda sides: ()
    pair.window.table.undo()
    assert pair.controller.viewing_side == "blue", "not without red's consent"
    pair.window.table.ask_consent = tuple
    pair.window.table.undo()
    assert pair.controller.viewing_side == "red"
    assert pair.window.hotseat.covered
    assert pair.window.hotseat.handover_screen.button.text() == "Red: take over"


def test_the_end_of_the_game_is_for_everybody(pair: Hands) -> None:
    while pair.controller.decision is not None:
        pair.controller.act(pair.controller.offers[-1].action)
    assert not pair.window.hotseat.covered
    assert pair.window.table.isVisible()


def test_a_game_is_opened_behind_the_handover_screen(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_by_key["hot_seat"].setChecked(True)
    card = next(card for card in window.library.cards() if card.key == "toy-bridge")
    window.begin(card, {"fog": True})
    assert window.hotseat.covered, "red has a concealed unit, and blue may have begun the game"
    assert "looks away" not in window.hotseat.handover_screen.words.text(), "nobody was there before"


def test_players_go_by_their_names(pair: Hands) -> None:
    pair.window.actions_by_key["players"].trigger()
    dialog = pair.window.findChild(PlayersDialog)
    assert dialog is not None
    pair.qtbot.keyClicks(dialog.lines["blue"], "Anna")
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    pair.qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)
    pair.click_hex("0404")
    screen = pair.window.hotseat.handover_screen
    assert screen.button.text() == "Anna: take over"
    assert screen._side.text() == "Blue"


def test_everything_on_the_handover_screen_has_a_name(qtbot: QtBot) -> None:
    screen = HandoverScreen()
    qtbot.addWidget(screen)
    screen.cover("Red", "Blue", "Blue", "#5a76a6", True)
    for widget in (screen.button, screen.recap):
        assert widget.accessibleName()


def test_each_player_finds_the_panels_as_they_had_them(pair: Hands, qtbot: QtBot) -> None:
    """What the other opened or made larger would tell of what was read or written there."""
    window, docks = pair.window, pair.window.docks

    def laid() -> list[tuple[str, int]]:
        qtbot.wait(1)
        return [(key, dock.height()) for key, dock in docks.items() if not dock.visibleRegion().isEmpty()]

    pair.click_hex("0404")
    take_over(pair)
    window.replay.recap_bar.finish()
    first = laid()
    docks["bookmarks"].raise_()
    docks["tracks"].close()
    window.resizeDocks([docks["bookmarks"], docks["log"]], [200, 400], Qt.Orientation.Vertical)
    blue = laid()
    assert blue != first
    pair.click_hex("0101")
    take_over(pair)
    window.replay.recap_bar.finish()
    assert laid() == first and not docks["tracks"].isHidden(), "red's panels lie as the game began"
    pair.press("Storm")
    take_over(pair)
    window.replay.recap_bar.finish()
    assert laid() == blue and docks["tracks"].isHidden(), "blue's lie as blue left them"
