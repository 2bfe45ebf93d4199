"""What an action came to lies on the map where it happened, until somebody has read it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.results.results import outcome_of
from engine import games
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.session import Session, Start
from engine.referee.view import View
from tests.app.hands import Hands

EXAMPLE = "7.5.2-3b-voluntary"


WON_BY_DEFENDER = "7.5.3-c-defender"


def example(seed: str = "shots", name: str = EXAMPLE) -> Session:
    """An attack on one battalion in Crossing the Line; with these dice nobody is asked before its end."""
    game = games.game("ctl")
    text = (game.examples_path() / f"{name}.toml").read_text(encoding="utf-8")
    return Session.begin(game, Start("ctl", "position", name, text, seed))


def dice_for_the_defender() -> str:
    """A seed with which the defender wins and is asked at once for an action, which needs its own table."""
    for seed in map(str, range(200)):
        session = example(seed, WON_BY_DEFENDER)
        session.submit("german", Action("select", "unit", "g"))
        session.submit("german", Action("attack_hasty", "hex", "1411"))
        if session.deciding_side == "us" and session.legal()[0].verb == "select":
            return seed
    raise AssertionError("the defender never wins")


@pytest.fixture
def fight(window: MainWindow, qtbot: QtBot) -> Hands:
    """The attack has just been rolled."""
    window.table.remind = False
    window.game.play(example())
    window.table.act(Action("select", "unit", "a"))
    window.table.act(Action("attack_hasty", "hex", "1409"))
    return Hands(window, qtbot)


def test_an_attack_tells_dice_losses_and_retreats_beside_its_hex(fight: Hands) -> None:
    card = fight.window.results.card
    said = [event.text for _, event in fight.controller.session.log("us")]
    rolled = [face for _, event in fight.controller.session.log("us") for face in event.dice]
    assert card.isVisible() and card.results.dice == tuple(rolled)
    for words in ("Combat chit", "Battle strengths", "Result ", "loses"):
        told = [text for text in said if words in text]
        assert told and all(text[1:20] in card.text for text in told), words
    assert "1409" in card.hexes
    scene, view = fight.window.table.map.map_scene(), fight.window.table.map
    assert scene is not None
    assert not card.geometry().contains(view.mapFromScene(scene.geometry.centre("1409")))


def test_escape_a_click_and_the_next_action_dismiss_it(fight: Hands, qtbot: QtBot) -> None:
    window, card = fight.window, fight.window.results.card
    fight.key(Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert any("Result" in line.event.text for line in window.table.log.model.lines)
    window.game.play(example())
    window.table.act(Action("select", "unit", "a"))
    window.table.act(Action("attack_hasty", "hex", "1409"))
    assert card.isVisible()
    qtbot.mouseClick(card.close_button, Qt.MouseButton.LeftButton)
    assert not card.isVisible()


def test_the_card_goes_with_the_next_action(fight: Hands) -> None:
    assert fight.window.results.card.isVisible()
    offer = next(offer for offer in fight.controller.offers if offer.action.verb == "select")
    fight.window.table.act(offer.action)
    assert not fight.window.results.card.isVisible()


def test_it_stays_for_a_set_time_or_is_off(window: MainWindow, qtbot: QtBot) -> None:
    window.table.remind = False
    window.preferences.set(results="short")
    window.game.play(example())
    window.table.act(Action("select", "unit", "a"))
    window.table.act(Action("attack_hasty", "hex", "1409"))
    card = window.results.card
    assert card.isVisible() and card.stays_ms == 5000
    card._timer.setInterval(1)
    card._timer.start()
    qtbot.waitUntil(lambda: not card.isVisible())
    window.preferences.set(results="off")
    window.game.play(example("other"))
    window.table.act(Action("select", "unit", "a"))
    window.table.act(Action("attack_hasty", "hex", "1409"))
    assert not card.isVisible()


def test_dice_tumble_unless_they_are_told_not_to(window: MainWindow, qtbot: QtBot) -> None:
    window.table.remind = False
    window.preferences.set(animation="fast")
    window.game.play(example())
    window.table.act(Action("select", "unit", "a"))
    window.table.act(Action("attack_hasty", "hex", "1409"))
    rows = window.results.card.results
    assert rows.is_tumbling
    qtbot.waitUntil(lambda: not rows.is_tumbling)
    window.preferences.set(tumble=False)
    window.game.play(example())
    window.table.act(Action("select", "unit", "a"))
    window.table.act(Action("attack_hasty", "hex", "1409"))
    assert rows.dice and not rows.is_tumbling


def test_a_live_move_glides_and_a_dragged_one_does_not(window: MainWindow, qtbot: QtBot) -> None:
    window.table.remind = False
    window.preferences.set(animation="fast")
    window.game.play(example())
    window.table.act(Action("select", "unit", "a"))
    window.table.act(Action("move", "hex", "1411"))
    glide = window.results.glide
    assert glide.running and len(glide.ghosts) == 1
    qtbot.waitUntil(lambda: not glide.running)
    assert not glide.ghosts
    window.game.play(example())
    window.table.act(Action("select", "unit", "a"))
    window.table._act_dropped(Action("move", "hex", "1411"))
    assert not glide.running


def test_the_player_who_leaves_and_the_one_who_comes_see_the_roll(window: MainWindow, qtbot: QtBot) -> None:
    """The table is covered after a roll: the screen between the players tells what everybody may know."""
    window.table.remind = False
    window.actions_by_key["hot_seat"].setChecked(True)
    window.game.play(example(dice_for_the_defender(), WON_BY_DEFENDER))
    screen = window.hotseat.handover_screen
    screen.recap.setChecked(False)
    screen.ready()
    qtbot.mouseClick(screen.button, Qt.MouseButton.LeftButton)
    window.table.act(Action("select", "unit", "g"))
    window.table.act(Action("attack_hasty", "hex", "1411"))
    assert window.hotseat.covered and screen.happened.isVisible()
    assert "Result" in screen.happened.text and screen.happened.dice
    screen.recap.setChecked(False)
    screen.ready()
    qtbot.mouseClick(screen.button, Qt.MouseButton.LeftButton)
    assert window.results.card.isVisible(), "the next player sees it on his own table, too"


def test_turn_phase_and_next_side_are_announced_with_the_name(window: MainWindow, qtbot: QtBot) -> None:
    window.table.remind = False
    window.game.play(example())
    banner = window.results.banner
    assert banner.isVisible() and "Turn 1" in banner.text() and "United States to act" in banner.text()
    window.hotseat.notebook.name_players({"us": "Ada", "german": "Max"})
    window.table.act(Action("end"))
    assert window.table.controller is not None
    side = window.table.controller.viewing_side
    name = {"us": "Ada", "german": "Max"}[side or ""]
    assert name in banner.text() and name in window.table.bar._side.text()


def test_results_are_split_by_rolls() -> None:
    events = [
        Event("UnitMoved", "a moves", about=(("unit", "a"),)),
        Event("DiceRolled", "Weather: 1d6 shows 3", "1", dice=(3,)),
        Event("Rain", "It rains", "1"),
        Event("DiceRolled", "Attack on 0203 (odds 2:1): 2d6 shows 1, 5", "2", dice=(1, 5)),
        Event("UnitLost", "b is lost", "2", about=(("hex", "0203"),)),
    ]
    outcome = outcome_of(events, None, View("red", "1"))
    assert outcome is not None and outcome.title == "Weather" and outcome.hexes == ("0203",)
    assert [[die.face for die in result.dice] for result in outcome.results] == [[], [3], [1, 5]]
    assert [len(result.events) for result in outcome.results] == [1, 2, 2]
    assert outcome_of([], None, View("red", "1")) is None
