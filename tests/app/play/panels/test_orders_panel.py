"""The orders of a decision: grouped, priced, singled out on the map, and drawn before they are given."""

from __future__ import annotations

from collections import Counter as Counted

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.map.counters.counter_style import CounterStyle
from app.play.decision_buttons import answers_of, fitting
from app.play.offer_groups import OfferGroup, groups_of
from app.play.targets import Offer
from engine.referee.action import Action
from engine.referee.view import Counter
from tests.app.hands import Hands
from tests.toy.test_demands import beside

LARGE = "ttr-1-market-garden"


@pytest.fixture
def large(window: MainWindow, qtbot: QtBot) -> Hands:
    """A player before a large game with money to spend."""
    player = Hands(window, qtbot)
    player.sit_down(LARGE)
    return player


def until(hands: Hands, verb: str) -> None:
    """Answer with whatever ends a decision until this is on offer."""
    for _ in range(80):
        offers = hands.controller.offers
        if any(offer.action.verb == verb for offer in offers):
            hands.qtbot.wait(5)
            return
        plain = [offer for offer in offers if offer.action.kind == "none"]
        ending = next((o for o in plain if o.action.verb in ("pass", "done", "keep", "end")), plain[0])
        assert hands.controller.act(ending.action)
    raise AssertionError(f"{verb} is never on offer")


def row(hands: Hands, words: str) -> QPushButton:
    return next(button for button in hands.window.table.orders.buttons if words in button.accessibleName())


def texts(hands: Hands) -> str:
    return " | ".join(label.text() for label in hands.window.table.orders.findChildren(QLabel))


def test_orders_with_a_price_come_forward_and_go_back(large: Hands) -> None:
    until(large, "interdict")
    orders = large.window.docks["orders"]
    assert not orders.visibleRegion().isEmpty(), "everything that can be pointed at costs something"
    assert "2 of" in texts(large) and "Air Actions" in texts(large) and "11.3-a" in texts(large)
    until(large, "last_row")
    assert orders.visibleRegion().isEmpty()
    assert not large.window.docks["inspector"].visibleRegion().isEmpty()


def test_one_order_is_singled_out_on_the_map(large: Hands, qtbot: QtBot) -> None:
    until(large, "interdict")
    controller = large.controller
    everything = controller.lit_hexes()
    patrols = {o.action.target for o in controller.offers if o.action.verb == "patrol"}
    qtbot.mouseClick(row(large, "Combat air patrol over"), Qt.MouseButton.LeftButton)
    assert controller.lit_hexes() == patrols < everything
    place = sorted(patrols)[0]
    large.window.table.map.go_to(place)
    large.click_hex(place)
    assert controller.session.history.last.action == Action("patrol", "hex", place), "nothing was asked"
    qtbot.wait(5)
    assert controller.singled_out is None or controller.singled_out == ("patrol", "hex")


def test_pressed_again_everything_is_lit(large: Hands, qtbot: QtBot) -> None:
    until(large, "interdict")
    everything = large.controller.lit_hexes()
    for _ in range(2):
        qtbot.mouseClick(row(large, "Interdict"), Qt.MouseButton.LeftButton)
    assert large.controller.lit_hexes() == everything


def test_a_line_is_shown_before_it_is_drawn(large: Hands, qtbot: QtBot) -> None:
    until(large, "last_row")
    controller, table = large.controller, large.window.table
    scene = table.map.map_scene()
    assert scene is not None and table.printed_map is not None
    offer = next(o for o in controller.offers if o.action == Action("last_row", "number", "30"))
    drawn = controller.drawn_by(offer.action)
    here, _, there = drawn[len(drawn) // 2].partition("/")
    table.map.go_to(here)
    centre = table.printed_map.geometry.centre
    point = table.map.mapFromScene(centre(here) + (centre(there) - centre(here)) * 0.46)
    qtbot.mouseMove(table.map.viewport(), QPoint(2, 2))
    qtbot.mouseMove(table.map.viewport(), point)
    assert len(scene.draft._lines) == len(drawn)
    qtbot.mouseClick(table.map.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert controller.session.history.last.action == offer.action


def test_the_middle_of_a_hex_asks_which_of_its_sides_is_meant(large: Hands, qtbot: QtBot) -> None:
    """The side that is nearest to the very middle is nobody's choice, whether it is offered or not."""
    until(large, "bridge")
    controller, table = large.controller, large.window.table
    sides = [offer.action.target for offer in controller.offers if offer.action.kind == "hexside"]
    places = Counted(place for side in sides for place in side.split("/"))
    for place in [place for place, count in places.items() if count > 1][:12]:
        table.map.go_to(place)
        for press in (lambda: large.key(Qt.Key.Key_Return), lambda: large.click_hex(place)):  # noqa: B023
            before = len(controller.session)
            press()
            assert table.menu is not None and len(table.menu.actions()) >= places[place]
            assert len(controller.session) == before
            table.menu.close()
            qtbot.waitUntil(lambda: table.menu is None)


def test_answers_that_differ_in_a_number_are_in_a_menu(large: Hands) -> None:
    until(large, "last_row")
    bar = large.window.table.bar
    assert [button.text() for button in bar.buttons] == ["Leave it where it is"]
    [menu] = [button for button in bar.findChildren(QToolButton) if button.isVisibleTo(bar)]
    assert menu.text() == "Boundary after row…"
    assert len(menu.menu().actions()) == len(large.controller.offers) - 1


def test_a_menu_of_answers_has_a_number_as_buttons_have(large: Hands, qtbot: QtBot) -> None:
    until(large, "last_row")
    bar, session = large.window.table.bar, large.controller.session
    [button] = [button for button in bar.findChildren(QToolButton) if button.isVisibleTo(bar)]
    assert button.toolTip().endswith("(2)"), "after the one button"
    before, wanted = len(session), button.menu().actions()[0]
    bar.offer_number(3)
    assert not button.menu().isVisible(), "there is no third"
    bar.offer_number(2)
    assert button.menu().isVisible() and button.menu().activeAction() is wanted and len(session) == before
    qtbot.keyClick(button.menu(), Qt.Key.Key_Return)
    assert len(session) == before + 1


def shown_answers(hands: Hands) -> list[str]:
    """The answers in the bar, line by line."""
    found = [
        *hands.window.table.bar.findChildren(QPushButton),
        *hands.window.table.bar.findChildren(QToolButton),
    ]
    return [b.text() for b in sorted((b for b in found if b.isVisible()), key=lambda b: (b.y(), b.x()))]


def test_what_ends_a_decision_comes_last(large: Hands) -> None:
    until(large, "interdict")
    assert shown_answers(large)[-1] == "No more missions" and len(shown_answers(large)) > 1


def test_answers_that_are_alike_share_a_menu_only_where_room_is_short(large: Hands, qtbot: QtBot) -> None:
    until(large, "interdict")
    assert shown_answers(large) == [*(f"Counter-air, strength {n}" for n in (1, 2, 3)), "No more missions"]
    bar = large.window.table.bar
    for available, titles in (
        (
            2000,
            [
                "Counter-air, strength 1",
                "Counter-air, strength 2",
                "Counter-air, strength 3",
                "No more missions",
            ],
        ),
        (200, ["Counter-air, strength…", "No more missions"]),
    ):
        answers, width = fitting(bar._groups, None, bar._width_of, available)
        assert [answer.title for answer in answers] == titles and width <= available


def test_the_bar_keeps_its_height_from_decision_to_decision(large: Hands, qtbot: QtBot) -> None:
    bar = large.window.table.bar
    heights = set()
    for verb in ("interdict", "last_row", "select"):
        until(large, verb)
        heights.add(bar.height())
    assert len(heights) == 1, "the map does not jump"


def test_of_many_answers_the_one_that_ends_is_always_in_sight() -> None:
    groups = [
        OfferGroup(f"verb{n}", "none", f"Do {n}", (Offer(Action(f"verb{n}"), f"Do {n}"),)) for n in range(12)
    ]
    groups.append(OfferGroup("pass", "none", "Pass", (Offer(Action("pass"), "Pass"),), ends=True))
    answers = answers_of(groups, short_of_room=False)
    assert [answer.title for answer in answers] == [*(f"Do {n}" for n in range(5)), "7 more", "Pass"]
    assert len(answers[-2].offers) == 7


def test_a_counter_in_a_box_says_why_it_stays_there(large: Hands, qtbot: QtBot) -> None:
    until(large, "select")
    table = large.window.table
    controller = large.controller
    boxes = {box.key for box in controller.view.boxes}
    stays = next(
        c for c in controller.view.counters if c.place in boxes and c.id not in controller.lit_units()
    )
    table.boxes.unit_clicked.emit(stays.id)
    assert stays.name in table.note.text and "Not possible" in table.note.text


def test_the_toy_points_at_the_attacked_hex(window: MainWindow, qtbot: QtBot) -> None:
    hands = Hands(window, qtbot)
    window.game.play(beside(dice="[5, 2, 3]"))
    scene = window.table.map.map_scene()
    assert scene is not None
    hands.click_hex("0402")
    assert scene.stage.hexes == {"0402"}
    first, *_ = groups_of(hands.controller.offers, hands.controller)
    assert (first.heading, first.kind, first.targets()) == ("Attack with", "unit", "2 units")
    hands.click_hex("0502")
    window.table.bar.considered.emit(Action("resolve"))
    assert len(scene.draft._lines) == 1
    window.table.bar.considered.emit(None)
    assert not scene.draft._lines


def test_a_marker_that_is_spent_has_a_price(window: MainWindow, qtbot: QtBot) -> None:
    hands = Hands(window, qtbot)
    window.game.play(beside(dice="[5, 2, 3]"))
    window.table.remind = False
    for hex_id in ("0402", "0502"):
        hands.click_hex(hex_id)
    hands.press("Resolve")
    window.docks["orders"].raise_()
    qtbot.wait(5)
    assert "1 of 1 markers" in texts(hands) and "4.4" in texts(hands)


def test_the_short_name_is_on_the_counter_and_the_whole_one_in_words(large: Hands) -> None:
    counter = large.controller.view.counter("lxxiv-corps")
    assert counter is not None and counter.name == "LXXIV Corps"
    assert large.controller.counter_style.face(counter).name == "LXXIV"
    assert CounterStyle().face(Counter("a", "red", "0101", "The whole name")).name == "The whole name"


def test_escape_deselects_the_units_that_are_to_move(large: Hands) -> None:
    until(large, "select")
    controller = large.controller
    before = controller.decision
    selecting = next(offer for offer in controller.offers if offer.action.verb == "select")
    assert controller.act(selecting.action)
    assert controller.subjects() and controller.decision != before
    large.key(Qt.Key.Key_Escape)
    assert not controller.subjects() and controller.decision == before
