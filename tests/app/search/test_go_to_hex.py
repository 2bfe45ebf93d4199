"""Going to a hex by number or name, with completion."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.search.go_to_hex import names
from engine import games
from engine.referee.session import Session, Start
from tests.app.hands import Hands


def ask(hands: Hands):
    hands.window.actions_by_key["goto"].trigger()
    goto = hands.window.search.goto
    assert goto.isVisible() and goto.line.hasFocus()
    return goto


def test_all_names_are_listed_before_anything_is_typed(hands: Hands) -> None:
    goto = ask(hands)
    assert hands.window.table.printed_map is not None
    assert set(goto.found) == {name for name, _ in names(hands.window.table.printed_map)}
    assert len(goto.found) >= 2


def test_a_number_is_completed_and_gone_to(hands: Hands, qtbot: QtBot) -> None:
    goto = ask(hands)
    qtbot.keyClicks(goto.line, "03")
    assert goto.found[:2] == ["Hex 0301", "Hex 0302"]
    qtbot.keyClicks(goto.line, "03")
    assert goto.found[0] == "Hex 0303"
    qtbot.keyClick(goto.line, Qt.Key.Key_Return)
    assert not goto.isVisible()
    assert hands.window.table.map.cursor_hex == "0303"
    assert hands.window.focusWidget() is hands.window.table.map, "the arrow keys go on from there"


def test_a_name_is_found_by_some_of_its_letters(hands: Hands, qtbot: QtBot) -> None:
    goto = ask(hands)
    qtbot.keyClicks(goto.line, "brid")
    assert "ridge" in goto.found[0]
    qtbot.keyClick(goto.line, Qt.Key.Key_Return)
    assert hands.window.table.map.cursor_hex == "0402"


def test_the_arrow_keys_choose_another(hands: Hands, qtbot: QtBot) -> None:
    goto = ask(hands)
    qtbot.keyClicks(goto.line, "03")
    qtbot.keyClick(goto.line, Qt.Key.Key_Down)
    qtbot.keyClick(goto.line, Qt.Key.Key_Return)
    assert hands.window.table.map.cursor_hex == "0302"


def test_a_place_that_is_not_there_is_a_sentence(hands: Hands, qtbot: QtBot) -> None:
    goto = ask(hands)
    qtbot.keyClicks(goto.line, "Samarkand")
    assert goto.found == []
    assert goto._nothing.isVisible() and "No hex or place" in goto._nothing.text()
    qtbot.keyClick(goto.line, Qt.Key.Key_Escape)
    assert not goto.isVisible() and hands.window.table.map.cursor_hex == ""


def test_every_number_of_a_hex_leads_there(hands: Hands, qtbot: QtBot) -> None:
    """A map of two halves prints two numbers in the hexes that both halves have."""
    window = hands.window
    game = games.game("leb")
    text = game.scenario_text("leb-12-4-invasion")
    window.game.play(Session.begin(game, Start("leb", "scenario", "leb-12-4-invasion", text, "seed")))
    printed_map = window.table.printed_map
    assert printed_map is not None
    lattice = printed_map.geometry.lattice
    place = next(here for here in lattice.hexes if len(lattice.names(here)) > 1)
    _, alias = lattice.names(place)
    popup = ask(hands)
    for typed in (alias, alias.casefold(), alias[:-1]):
        assert any(find.what == place for find in popup.matches(typed)), typed
    assert popup.matches(alias)[0].title == f"Hex {place} / {alias}"
    window.table.inspector.show_place(hands.controller, printed_map, place)
    assert f"{place} / {alias}" in window.table.inspector._heading.text()
    window.table.map.hex_hovered.emit(place, printed_map.geometry.centre(place))
    assert window.hex_label.text().startswith(f"{place} / {alias}")
    window.table.map.hex_hovered.emit("", printed_map.geometry.centre(place))
    assert window.hex_label.text() == ""


def test_another_game_forgets_the_hex_of_the_last(hands: Hands) -> None:
    hands.window.hex_label.setText("3220   clear")
    hands.window.game.play(hands.controller.session.branch(0))
    assert hands.window.hex_label.text() == ""
