"""Choose, see, confirm: by mouse and by keys, a single click never rolls."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.map_input.commitment import _falls_html
from engine import games
from engine.bots.seeking_bot import SeekingBot
from engine.referee.action import Action
from engine.referee.first_roll import CHIT, FirstRoll
from engine.referee.session import Session, Start
from tests.app.hands import Hands

ATTACK = "7.5.2-3b-voluntary"
STEPS = 150


def example(name: str = ATTACK) -> Session:
    game = games.game("ctl")
    text = (game.examples_path() / f"{name}.toml").read_text(encoding="utf-8")
    return Session.begin(game, Start("ctl", "position", name, text, "shots"))


@pytest.fixture
def attack(window: MainWindow, qtbot: QtBot) -> Hands:
    """A battalion is selected beside an enemy; the player is no expert."""
    window.preferences.set(confirm=True)
    window.table.remind = False
    window.game.play(example())
    hands = Hands(window, qtbot)
    hands.click_hex("1410")
    return hands


def fallen(hands: Hands) -> int:
    return hands.controller.session.state.dice.fallen


def test_pointing_at_a_target_shows_what_may_come_of_each_attack(attack: Hands) -> None:
    table, scene = attack.window.table, attack.window.table.map.map_scene()
    assert scene is not None
    table.map.hex_hovered.emit("1409", scene.geometry.centre("1409"))
    assert all(words in table.note.text for words in ("Hasty Attack", "Regular Attack", "Prepared Attack"))
    assert "%" in table.note.text and table.odds.prospect is not None
    assert scene.aim.hexes == {"1409"} and scene.aims._ways, "the target is marked, an arrow leads to it"
    table.map.hex_hovered.emit("1211", scene.geometry.centre("1211"))
    assert not scene.aim.hexes and not scene.aims._ways


def test_a_click_chooses_and_only_the_confirmation_rolls(attack: Hands, qtbot: QtBot) -> None:
    table, before, dice = attack.window.table, len(attack.controller.session), fallen(attack)
    attack.click_hex("1409")
    attack.pick("Hasty Attack on 1409")
    card, scene = table.commitment.card, table.map.map_scene()
    assert scene is not None
    assert card.isVisible() and "Hasty Attack on 1409" in card.words.text() and "%" in card.words.text()
    assert (len(attack.controller.session), fallen(attack)) == (before, dice), "nothing was rolled"
    assert scene.aim.hexes == {"1409"} and scene.aims._ways
    qtbot.mouseClick(card.confirm, Qt.MouseButton.LeftButton)
    assert len(attack.controller.session) == before + 1 and fallen(attack) > dice
    assert not card.isVisible() and not scene.aim.hexes and attack.window.results.card.isVisible()


def test_enter_confirms_and_escape_cancels(attack: Hands) -> None:
    table, before = attack.window.table, len(attack.controller.session)
    attack.click_hex("1409")
    attack.pick("Regular Attack on 1409")
    assert table.commitment.card.confirm.hasFocus()
    attack.key(Qt.Key.Key_Escape, table.commitment.card.confirm)
    assert not table.commitment.chosen and not table.commitment.card.isVisible()
    assert len(attack.controller.session) == before and table.map.hasFocus()
    attack.click_hex("1409")
    attack.pick("Regular Attack on 1409")
    attack.key(Qt.Key.Key_Return, table.commitment.card.confirm)
    assert len(attack.controller.session) == before + 1


def test_the_same_choice_again_confirms_and_another_replaces_it(attack: Hands) -> None:
    table, before = attack.window.table, len(attack.controller.session)
    attack.click_hex("1409")
    attack.pick("Hasty Attack on 1409")
    attack.click_hex("1409")
    attack.pick("Prepared Attack on 1409")
    assert table.commitment.chosen == (Action("attack_prepared", "hex", "1409"),)
    attack.click_hex("1409")
    attack.pick("Prepared Attack on 1409")
    assert len(attack.controller.session) == before + 1 and not table.commitment.chosen


def test_what_leaves_nothing_to_chance_needs_no_confirmation(attack: Hands) -> None:
    before = len(attack.controller.session)
    attack.click_hex("1411")
    assert len(attack.controller.session) == before + 1
    assert [c.id for c in attack.controller.counters_at("1411")] == ["a"]


def test_an_expert_rolls_with_one_click(attack: Hands) -> None:
    attack.window.preferences.set(confirm=False)
    before = len(attack.controller.session)
    attack.click_hex("1409")
    attack.pick("Hasty Attack on 1409")
    assert len(attack.controller.session) == before + 1


@pytest.mark.parametrize("key", [key for key in games.keys()])  # noqa: C416, SIM118
def test_in_every_game_no_die_falls_before_it_is_confirmed(
    key: str, window: MainWindow, qtbot: QtBot
) -> None:
    """Whatever rolls dice waits for the confirmation: an attack, the end of a phase, initiative, weather."""
    window.preferences.set(confirm=True)
    window.table.remind = False
    game = games.game(key)
    scenario = game.scenarios()[0]
    start = Start(key, "scenario", scenario, game.scenario_text(scenario), "chance")
    window.game.play(Session.begin(game, start))
    bot, held = SeekingBot("chance"), 0
    for _ in range(STEPS):
        controller = window.table.controller
        assert controller is not None
        session = controller.session
        if controller.decision is None:
            break
        action = bot.choose(controller.decision.path[-1], [offer.action for offer in controller.offers])
        dice, length = session.state.dice.fallen, len(session)
        window.results.card.dismiss()
        window.table.act(action)
        if window.table.commitment.chosen:
            held += 1
            assert (len(session), session.state.dice.fallen) == (length, dice)
            window.table.commitment.confirm()
        else:
            unseen = not any(event.dice for event in controller.seat.step(len(session)).events)
            assert session.state.dice.fallen == dice or unseen, f"{action} rolled at once"
        assert len(session) > length
    assert held, "nothing is held back"


def test_what_falls_is_said_once_and_a_card_is_no_die() -> None:
    def words(why: str, what: str) -> str:
        return _falls_html(FirstRoll(why, what, "4.1")).split("<a")[0]

    assert words("Red rolls 2d6", "2d6") == "<p>Then dice fall: Red rolls 2d6 "
    assert words("Weather", "1d6") == "<p>Then dice fall: Weather (1d6) "
    assert words("Red draws from Fate", CHIT) == "<p>Then one is drawn unseen: Red draws from Fate "
