"""How many clicks, drags and keys a move, an attack and an idle turn take."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from engine import games
from engine.referee.session import Session, Start
from tests.app.hands import Hands
from tests.app.play.map_input.test_commitment import example
from tests.app.play.map_input.test_unit_drag import drag, press, release

SHIFT = Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def table(window: MainWindow, qtbot: QtBot) -> Hands:
    """A player with the preferences as the program is delivered."""
    window.preferences.set(confirm=True)
    qtbot.waitUntil(window.isActiveWindow)
    return Hands(window, qtbot)


def begun(window: MainWindow, key: str, scenario: str) -> Session:
    game = games.game(key)
    session = Session.begin(game, Start(key, "scenario", scenario, game.scenario_text(scenario), "clicks"))
    window.game.play(session)
    return session


class Gestures:
    """A player who counts: each click, drag and key is one gesture."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.count = hands, 0

    def click(self, hex_id: str) -> None:
        self.hands.click_hex(hex_id)
        self.count += 1

    def shift_click(self, hex_id: str) -> None:
        press(self.hands, hex_id, SHIFT)
        release(self.hands, hex_id, SHIFT)
        self.count += 1

    def drag(self, start: str, goal: str) -> None:
        drag(self.hands, start, goal)
        self.count += 1

    def pick(self, label: str) -> None:
        self.hands.pick(label)
        self.count += 1

    def confirm(self) -> None:
        self.hands.qtbot.mouseClick(self.hands.window.table.commitment.card.confirm, LEFT)
        self.count += 1

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.hands.qtbot.keyClick(self.hands.window.table.map, key, keys)
        self.count += 1


def test_two_units_move_in_two_gestures(table: Hands) -> None:
    """Select the stack, drag it, done; it took eight clicks."""
    window = table.window
    session = begun(window, "ttr", "ttr-1-market-garden")
    chance = Random(2)
    for _ in range(200):
        controller = table.controller
        stacks: dict[str, list[str]] = {}
        for counter in controller.view.counters:
            if counter.id in controller.lit_units() and window.table.game.is_hex(counter.place):
                stacks.setdefault(counter.place, []).append(counter.id)
        verbs = {offer.action.verb for offer in controller.offers}
        pairs = [(place, units) for place, units in stacks.items() if len(units) == 2]
        if "select" in verbs and pairs:
            break
        passing = controller.endings() or list(controller.offers)
        controller.act(chance.choice(passing).action)
    else:
        raise AssertionError("no stack of two units can move")
    for place, units in pairs:
        window.table.map.go_to(place)
        player, length = Gestures(table), len(session)
        player.shift_click(place)
        goals = [goal for goal in controller.lit_hexes() if goal != place]
        near = [g for g in goals if g in window.table.printed_map.geometry.lattice.neighbors(place)]  # type: ignore[union-attr]
        if not near:
            controller.go_to_length(length)
            continue
        player.drag(place, near[0])
        places = {c.id: c.place for c in controller.view.counters}
        assert [places[unit] for unit in units] == [near[0]] * 2
        assert player.count == 2
        return
    raise AssertionError("no stack can move to the next hex")


def test_an_attack_takes_four_clicks(table: Hands) -> None:
    """Unit, target, kind of attack, confirm: it took five, and rolled unasked."""
    window = table.window
    window.table.remind = False
    window.game.play(example())
    length, player = len(table.controller.session), Gestures(table)
    player.click("1410")
    player.click("1409")
    player.pick("Regular Attack on 1409")
    player.confirm()
    assert window.results.card.isVisible() and len(table.controller.session) == length + 2
    assert player.count == 4


def test_an_idle_turn_takes_five_keys_for_both_sides(table: Hands) -> None:
    """Shift+E ends all phases of a side; what is forgotten or rolled is confirmed once. It took twelve."""
    session = begun(table.window, "ddb", "ddb-carentan")
    player, turn = Gestures(table), table.controller.view.turn
    while table.controller.view.turn == turn:
        assert player.count < 12
        player.key(Qt.Key.Key_E, SHIFT)
    assert player.count == 5 and {step.side for step in session.history.all() if step.side} == set(
        session.sides
    )


def test_an_idle_turn_is_logged_phase_by_phase(table: Hands) -> None:
    session = begun(table.window, "ddb", "ddb-carentan")
    for _ in range(2):
        table.qtbot.keyClick(table.window.table.map, Qt.Key.Key_E, SHIFT)
    assert len(session) > 2, "each phase is an action of its own, and can be taken back by itself"
    assert [step.action for step in session.history.all() if step.action] != []
