"""Rolls that have nothing to do with each other are shown one after the other, before play goes on."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.play.results.results import pages_of
from engine.referee.event import Event
from engine.referee.view import View
from tests.app.hands import Hands

EMPTY = View(None, "")
COMBAT = (
    Event("DiceRolled", "Assault on 0405: 2d6 shows 3, 4", "4.hit", dice=(3, 4)),
    Event("DiceRolled", "R1 saves on 5 or less: 1d6 shows 6", "4.save", dice=(6,)),
    Event("UnitLost", "R1 is lost", "4.loss", about=(("hex", "0405"),)),
)
NIGHT = (
    Event("DiceRolled", "Daylight, 4 so far: 1d5 shows 2", "11.roll", dice=(2,)),
    Event("TurnEnded", "Turn 1 is over", "E"),
)
DAY = (
    Event("TurnBegan", "Turn 2", "1", turn=2),
    Event("DiceRolled", "First move of Red: 1d10 shows 9", "A.roll", dice=(9,)),
    Event("DiceRolled", "First move of Blue: 1d10 shows 2", "A.roll", dice=(2,)),
)


def test_a_fight_the_daylight_and_the_next_turn_are_three_pages() -> None:
    pages = pages_of((*COMBAT, *NIGHT, *DAY), None, EMPTY)
    assert [page.title for page in pages] == ["Assault on 0405", "Daylight, 4 so far", "First move of Red"]
    assert [len(page.results) for page in pages] == [2, 1, 3]
    assert pages[0].hexes == ("0405",) and pages[2].hexes == ()


def test_what_is_told_before_a_roll_is_on_its_page() -> None:
    moved = Event("UnitMoved", "R1 moves", "2.1")
    (page,) = pages_of((moved, *COMBAT), None, EMPTY)
    assert page.results[0].events == (moved,) and page.title == "Assault on 0405"
    assert pages_of((), None, EMPTY) == []


def test_play_goes_on_after_the_last_page(hands: Hands) -> None:
    window = hands.window
    window.preferences.set(confirm=True)
    card, length = window.results.card, len(hands.controller.session)
    card.tell(pages_of((*COMBAT, *NIGHT), None, EMPTY), 0)
    assert card.close_button.text() == "Next" and "Assault" in card.text and "1 of 2" in card._rest.text()
    hands.click_hex("0404")
    assert "Daylight" in card.text and not card.has_more and len(hands.controller.session) == length
    assert card.close_button.text() == "OK"
    hands.click_hex("0404")
    assert len(hands.controller.session) == length + 1


def test_a_click_on_the_card_and_escape_turn_the_page(hands: Hands) -> None:
    card = hands.window.results.card
    card.tell(pages_of((*COMBAT, *NIGHT, *DAY), None, EMPTY), 0)
    hands.qtbot.mouseClick(card.close_button, Qt.MouseButton.LeftButton)
    assert "Daylight" in card.text
    hands.key(Qt.Key.Key_Escape)
    assert "First move" in card.text
    hands.key(Qt.Key.Key_Escape)
    assert not card.isVisible()


def test_an_expert_passes_them_by(hands: Hands) -> None:
    card, length = hands.window.results.card, len(hands.controller.session)
    card.tell(pages_of((*COMBAT, *NIGHT), None, EMPTY), 0)
    hands.click_hex("0404")
    assert len(hands.controller.session) == length + 1


def test_a_result_opens_no_window_of_its_own(hands: Hands) -> None:
    """Dice that were shown before they had a parent took the focus away from the window."""
    hands.qtbot.waitUntil(hands.window.isActiveWindow)
    hands.window.results.card.tell(pages_of(COMBAT, None, EMPTY), 0)
    hands.qtbot.wait(20)
    assert hands.window.isActiveWindow()


def test_the_past_has_no_banner_of_the_present(hands: Hands) -> None:
    hands.reach_movement()
    window = hands.window
    assert not window.results.banner.isHidden()
    window.actions_by_key["replay"].trigger()
    assert window.replay.replay_bar.running and window.results.banner.isHidden()
