"""Each game by hand, with real events: continue, a roll with its result card, the end, menus, number keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.play.targets import Offer
from engine import games
from engine.bots.seeking_bot import SeekingBot
from engine.catalogue import store
from engine.catalogue.game_store import SavedEntry
from engine.catalogue.scenario_text import loads
from engine.referee.session import Session, Start
from tests.app.hands import Hands
from tests.app.play.test_decide_at_the_counter import menu_at
from tests.app.player import Player

GAMES = list(games.keys())
MOST_ACTIONS = 400
LAST_ACTIONS = 6000
WHAT = Qt.ItemDataRole.UserRole
LEFT = Qt.MouseButton.LeftButton


def begun(key: str, seed: str = "by hand") -> Session:
    game = games.game(key)
    scenario = game.scenarios()[0]
    return Session.begin(game, Start(key, "scenario", scenario, game.scenario_text(scenario), seed))


@pytest.fixture
def beginner(window: MainWindow, qtbot: QtBot) -> Hands:
    """A player who confirms, as the program is delivered, but is reminded of nothing."""
    window.preferences.set(confirm=True)
    window.table.remind = False
    qtbot.waitUntil(window.isActiveWindow)
    return Hands(window, qtbot)


def play_until_chance(hands: Hands) -> Offer:
    """Play until something can be rolled for by pointing or by a button, without rolling before."""
    bot = SeekingBot("chance")
    for _ in range(MOST_ACTIONS):
        controller = hands.controller
        assert controller.decision is not None
        plain = controller.plain_offers()
        for offer in controller.offers:
            stake = controller.at_stake((offer.action,)) if offer in plain else None
            if stake is not None and (stake.preview.outcomes or stake.roll is not None):
                return offer
        action = bot.choose(controller.decision.path[-1], [offer.action for offer in controller.offers])
        controller.act(action)
    raise AssertionError("nothing was rolled for")


@pytest.mark.parametrize("key", GAMES)
def test_a_roll_is_confirmed_and_its_card_is_read(key: str, beginner: Hands, qtbot: QtBot) -> None:
    window = beginner.window
    window.game.play(begun(key))
    offer = play_until_chance(beginner)
    window.results.card.dismiss()
    session, card = beginner.controller.session, window.results.card
    length, dice = len(session), session.state.dice.fallen
    Player(beginner, key).click_answer(offer)
    confirm = window.table.commitment.card
    assert confirm.isVisible() and session.state.dice.fallen == dice and len(session) == length
    qtbot.mouseClick(confirm.confirm, LEFT)
    assert len(session) == length + 1 and session.state.dice.fallen > dice
    assert card.isVisible() and card.results.text
    pages = 1
    while card.has_more:
        qtbot.mouseClick(card.close_button, LEFT)
        pages += 1
    assert pages == len(card._pages)
    qtbot.mouseClick(card.close_button, LEFT)
    assert not card.isVisible()


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_continued_where_it_was(key: str, window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    path, game = tmp_path / "club.db", games.game(key)
    scenario = game.scenarios()[0]
    with store.open(path, create=True) as catalogue:
        catalogue.save(loads(game.scenario_text(scenario)))
    window.set_library(ScenarioLibrary.open(str(path)))
    window.table.remind = False
    card = next(card for card in window.library.cards() if card.key == scenario)
    window.begin(card, {})
    controller = window.table.controller
    assert controller is not None
    controller.act(controller.offers[0].action)
    side, turn = controller.viewing_side, controller.view.turn
    window.game.play(controller.session.branch(0))  # Another game is on the table.
    window.show_start()
    start = window.start
    saved = next(item for item in start._items() if isinstance(item.data(0, WHAT), SavedEntry))
    _click_item(window, qtbot, saved)
    assert start.card.button.text() == "Continue"
    qtbot.mouseClick(start.card.button, LEFT)
    qtbot.waitUntil(lambda: window.pages.currentWidget() is not start)
    controller = window.table.controller
    assert controller is not None and len(controller.session) == 1
    assert (controller.viewing_side, controller.view.turn) == (side, turn)


def _click_item(window: MainWindow, qtbot: QtBot, item: QTreeWidgetItem) -> None:
    tree = window.start.tree
    tree.scrollToItem(item)
    qtbot.mouseClick(tree.viewport(), LEFT, pos=tree.visualItemRect(item).center())


@pytest.mark.parametrize("key", GAMES)
def test_the_end_screen_comes_after_the_last_action(key: str, beginner: Hands, qtbot: QtBot) -> None:
    """Played by chance to the last action but one; the last one by hand."""
    window, session = beginner.window, begun(key, "the end")
    bot = SeekingBot("the end")
    while session.outcome is None and len(session) < LAST_ACTIONS:
        side, choice = session.deciding_side, session.choice
        assert side is not None and choice is not None
        session.submit(side, bot.choose(type(choice).__name__, session.legal()))
    assert session.outcome is not None
    window.game.play(session.branch(len(session) - 1))
    last = session.history.last.action
    assert last is not None
    window.table.act(last)
    if window.table.commitment.chosen:
        qtbot.mouseClick(window.table.commitment.card.confirm, LEFT)
    while not window.results.card.isHidden():
        qtbot.mouseClick(window.results.card.close_button, LEFT)
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.end_actions.page)
    controller, page = beginner.controller, window.end_actions.page
    assert controller.outcome is not None
    winner = controller.outcome.winner
    assert controller.side_title(winner) in page.headline.text() or not winner
    assert page.score.text()


@pytest.mark.parametrize("key", GAMES)
def test_a_right_click_lists_what_can_be_done_and_its_rules(key: str, beginner: Hands, qtbot: QtBot) -> None:
    window = beginner.window
    window.game.play(begun(key))
    bot, seen = SeekingBot("menu"), 0
    for _ in range(60):
        controller = beginner.controller
        assert controller.decision is not None
        places = [
            counter.place
            for counter in controller.view.counters
            if counter.id in controller.lit_units() and window.table.game.is_hex(counter.place)
        ]
        if places:
            before = len(controller.session)
            menu = menu_at(beginner, places[0])
            assert menu is not None
            able = [entry.text() for entry in menu.actions() if entry.isEnabled() and entry.text()]
            assert {offer.label for offer in controller.offers_at(places[0])} <= set(able)
            assert "Rules" in able and len(controller.session) == before
            menu.close()
            qtbot.waitUntil(lambda: window.table.menu is None)
            seen += 1
            if seen == 2:
                return
        choices = [offer.action for offer in controller.offers]
        controller.act(bot.choose(controller.decision.path[-1], choices))
    assert seen


def dialogs(window: MainWindow) -> dict[str, object]:
    """Every kind of dialog and panel that takes the focus away from the map."""
    actions = window.actions_by_key
    return {
        "preferences": actions["preferences"].trigger,
        "shortcuts": actions["keys"].trigger,
        "handbook": actions["handbook"].trigger,
        "palette": actions["palette"].trigger,
        "go to hex": actions["goto"].trigger,
        "rules": actions["rules"].trigger,
        "charts": actions["charts"].trigger,
        "replay": actions["replay"].trigger,
        "statistics": actions["statistics"].trigger,
    }


def close_again(window: MainWindow, qtbot: QtBot) -> None:
    for shown in QApplication.topLevelWidgets():
        if shown is not window and shown.isVisible():
            shown.close()
    for dialog in window.findChildren(QDialog):
        dialog.close()
    window.left_docks.rules.hide()
    if window.replay.replay_bar.running:
        window.replay.replay_bar.leave()
    if window.pages.currentWidget() is not window.table:
        window.return_to_table()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


@pytest.mark.parametrize("key", GAMES)
def test_the_number_keys_work_after_every_dialog(key: str, beginner: Hands, qtbot: QtBot) -> None:
    window = beginner.window
    window.game.play(begun(key))
    bot = SeekingBot("keys")
    for name, opened in dialogs(window).items():
        while not any(button.key for button in window.table.bar.buttons):
            controller = beginner.controller
            assert controller.decision is not None
            choices = [offer.action for offer in controller.offers]
            controller.act(bot.choose(controller.decision.path[-1], choices))
        window.results.card.dismiss()
        opened()
        qtbot.wait(5)
        close_again(window, qtbot)
        button = next(button for button in window.table.bar.buttons if button.key)
        length = len(beginner.controller.session)
        focus = QApplication.focusWidget() or window.table.map
        qtbot.keyClick(focus, str(button.key))
        if window.table.commitment.chosen:
            qtbot.mouseClick(window.table.commitment.card.confirm, LEFT)
        assert len(beginner.controller.session) == length + 1, f"{button.key} after {name}"
