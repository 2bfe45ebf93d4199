"""A facing is chosen on the map, units off the map are counters in the bar, and every answer has its rule."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from engine import games
from engine.referee.seat import Seat
from engine.referee.session import Session, Start
from tests.app.hands import Hands

KEYS = list(games.keys())


def game_on(window: MainWindow, key: str, scenario: str = "") -> Session:
    game = games.game(key)
    scenario = scenario or game.scenarios()[0]
    session = Session.begin(game, Start(key, "scenario", scenario, game.scenario_text(scenario), "facing"))
    window.table.remind = False
    window.game.play(session)
    return session


def play_until(hands: Hands, verb: str, most: int = 400) -> None:
    """Play by chance until this verb is on offer, preferring what leads there: moves."""
    chance = Random(5)
    for _ in range(most):
        offers = hands.controller.offers
        if any(offer.action.verb == verb for offer in offers):
            return
        hands.controller.act(chance.choice(offers).action)
    raise AssertionError(f"{verb} never came up")


@pytest.fixture
def facing(window: MainWindow, qtbot: QtBot) -> Hands:
    """A unit has moved, and its facing is asked."""
    game_on(window, "ddb")
    qtbot.waitUntil(window.isActiveWindow)
    hands = Hands(window, qtbot)
    play_until(hands, "face")
    unit = next(iter(hands.controller.subjects()))
    counter = hands.controller.view.counter(unit)
    assert counter is not None
    window.table.map.go_to(counter.place)
    return hands


def point_at_side(hands: Hands, place: str, facing: int) -> QPoint:
    """Near the middle of a side, inside the hex."""
    printed_map, view = hands.window.table.printed_map, hands.window.table.map
    assert printed_map is not None
    geometry = printed_map.geometry
    ends = geometry.layout.hexside(geometry.lattice.hexside_at(place, facing))
    middle = (QPointF(*ends[0]) + QPointF(*ends[1])) / 2
    centre = geometry.centre(place)
    return view.mapFromScene(centre + (middle - centre) * 0.85)


@pytest.mark.parametrize("turn", range(6))
def test_a_click_on_a_side_of_the_hex_turns_the_unit_there(facing: Hands, qtbot: QtBot, turn: int) -> None:
    unit = next(iter(facing.controller.subjects()))
    counter = facing.controller.view.counter(unit)
    assert counter is not None
    viewport = facing.window.table.map.viewport()
    at = point_at_side(facing, counter.place, turn)
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    after = facing.controller.view.counter(unit)
    assert after is not None and after.facing == turn


def test_a_click_on_the_unit_keeps_its_facing_and_so_does_the_key(facing: Hands) -> None:
    unit = next(iter(facing.controller.subjects()))
    counter, length = facing.controller.view.counter(unit), len(facing.controller.session)
    assert counter is not None
    default = facing.controller.default
    assert default is not None and default.target == str(counter.facing)
    primary = [b for b in facing.window.table.bar.buttons if b.objectName() == "primary"]
    assert len(primary) == 1, "the present facing is the first answer"
    facing.click_hex(counter.place)
    assert len(facing.controller.session) == length + 1
    after = facing.controller.view.counter(unit)
    assert after is not None and after.facing == counter.facing
    facing.controller.undo(facing.controller.session.sides)
    assert facing.controller.default is not None
    facing.key(Qt.Key.Key_E)
    assert len(facing.controller.session) == length + 1


def test_a_piece_of_the_free_table_turns_at_once(window: MainWindow, qtbot: QtBot) -> None:
    game_on(window, "free")
    hands = Hands(window, qtbot)
    view = hands.controller.view
    piece = next(c for c in view.counters if c.facing is not None and window.table.game.is_hex(c.place))
    offer = next(o for o in hands.controller.offers if o.action.target == piece.id)
    hands.controller.act(offer.action)
    window.table.map.go_to(piece.place)
    assert piece.facing is not None
    turn = (piece.facing + 2) % 6
    at = point_at_side(hands, piece.place, turn)
    qtbot.mouseClick(window.table.map.viewport(), Qt.MouseButton.LeftButton, pos=at)
    after = hands.controller.view.counter(piece.id)
    assert after is not None and after.facing == turn


def test_units_off_the_map_are_counters_in_the_bar(window: MainWindow, qtbot: QtBot) -> None:
    game_on(window, "free")
    hands, bar = Hands(window, qtbot), window.table.bar
    offered = hands.controller.off_map_offers()
    assert offered, "a piece is not set up"
    assert [button.offer.action for button in bar.counters.buttons] == [o.action for o in offered]
    button = bar.counters.buttons[0]
    assert button.isVisible() and not button.icon().isNull() and button.key
    height = bar.height()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert offered[0].action.target in hands.controller.subjects()
    assert bar.height() == height


def test_its_number_takes_a_counter(window: MainWindow, qtbot: QtBot) -> None:
    game_on(window, "free")
    hands, bar = Hands(window, qtbot), window.table.bar
    button = bar.counters.buttons[0]
    window.table.log.list.setFocus()
    qtbot.keyClick(window.table.log.list, str(button.key))
    assert button.offer.action.target in hands.controller.subjects()


def test_many_units_off_the_map_share_a_menu(window: MainWindow, qtbot: QtBot) -> None:
    game_on(window, "free")
    bar, controller = window.table.bar, window.table.controller
    assert controller is not None
    offer = controller.off_map_offers()[0]
    units = [type(offer)(type(offer.action)("pick", "unit", f"u{n}"), f"Pick u{n}") for n in range(30)]
    bar.counters.show_units(units, controller)
    bar._flow()
    assert bar.counters.more is not None and len(bar.counters.buttons) + int(
        bar.counters.more.text().split()[0]
    ) == len(units)
    assert bar.counters.width() <= bar.width() // 2
    bar.counters.more.menu().aboutToShow.emit()
    assert len(bar.counters.more.menu().actions()) == len(units) - len(bar.counters.buttons)


@pytest.mark.parametrize("key", KEYS)
def test_every_answer_has_its_rule(key: str) -> None:
    game, chance = games.game(key), Random(11)
    scenario = game.scenarios()[0]
    session = Session.begin(game, Start(key, "scenario", scenario, game.scenario_text(scenario), "rules"))
    for _ in range(80):
        side = session.deciding_side
        if side is None:
            break
        seat = Seat(session, side)
        legal = seat.legal()
        for action in {action.verb: action for action in legal}.values():
            assert seat.cases_of(action), f"{action} in {type(session.choice).__name__}"
        session.submit(side, chance.choice(legal))


def test_a_right_click_on_an_answer_opens_its_rule(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    bar = hands.window.table.bar
    button = next(button for button in bar.buttons if button.text() == "End")
    assert "Rule" in button.toolTip()
    button.customContextMenuRequested.emit(QPoint(3, 3))
    assert isinstance(bar.menu, QMenu)
    entry = bar.menu.actions()[0]
    case = entry.text().removeprefix("Rule ")
    entry.trigger()
    assert hands.window.rules.reader.case == case
