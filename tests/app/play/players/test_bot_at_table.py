"""A person plays against a bot: real events, and nothing of the bot's side in sight."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.background.task import running_tasks
from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.play.play_controller import PlayController
from app.play.players.players_dialog import PlayersDialog
from engine.catalogue.build import build
from engine.referee import save as saves
from engine.referee.public_view import EVERYBODY
from tests.app.hands import Hands

BOT = "steady/recruit"


@pytest.fixture
def carentan(window: MainWindow, qtbot: QtBot) -> Hands:
    """A person plays the Allies of Carentan, a bot the Germans."""
    window.actions_by_key["hot_seat"].setChecked(True)
    window.table.bots.bar.set_pace("at once")
    return seated(window, qtbot, "ddb-carentan", {"german": BOT})


def seated(window: MainWindow, qtbot: QtBot, scenario: str, bots: dict[str, str]) -> Hands:
    hands = Hands(window, qtbot)
    card = next(card for card in window.library.cards() if card.key == scenario)
    window.begin(card, {}, None, bots)
    window.table.remind = False
    return hands


def to_the_bot(hands: Hands) -> int:
    """End phases until the bot has decided something; how many actions there were before."""
    controller, table = hands.controller, hands.window.table
    for _ in range(40):
        before = len(controller.session)
        ends = controller.endings() or list(controller.offers)
        table.act(ends[0].action)
        hands.qtbot.waitUntil(lambda: not controller.seating.bot_decides or controller.outcome is not None)
        hands.qtbot.waitUntil(lambda: not running_tasks())
        if any(
            controller.seat.step(n).side == "german" for n in range(before + 1, len(controller.session) + 1)
        ):
            return before
    raise AssertionError("the bot was never asked")


def test_the_bot_answers_and_the_person_sees_his_own_table(carentan: Hands) -> None:
    window, controller = carentan.window, carentan.controller
    seen: list[tuple[str | None, int]] = []
    controller.changed.connect(lambda _: seen.append((controller.view.side, len(controller.offers))))
    to_the_bot(carentan)
    assert window.pages.currentWidget() is window.table and not window.hotseat.covered
    assert {side for side, _ in seen} == {"allied"}, "never the view of the bot"
    assert any(offers == 0 for _, offers in seen) and controller.viewing_side == "allied"


def test_while_the_bot_is_paused_nobody_answers_for_it(carentan: Hands) -> None:
    window, controller, table = carentan.window, carentan.controller, carentan.window.table
    carentan.qtbot.mouseClick(table.bots.bar.pause, Qt.MouseButton.LeftButton)
    for _ in range(60):
        if controller.seating.bot_decides:
            break
        table.act((controller.endings() or list(controller.offers))[0].action)
    assert controller.seating.bot_decides and controller.view.side == "allied" and controller.decision is None
    done = len(controller.session)
    carentan.qtbot.keyClick(window, Qt.Key.Key_E)
    carentan.qtbot.keyClick(window, Qt.Key.Key_1)
    carentan.qtbot.wait(150)
    assert len(controller.session) == done and controller.offers == ()
    assert "paused" in table.bots.text()
    window.actions_by_key["pause_bots"].trigger()
    carentan.qtbot.waitUntil(lambda: len(controller.session) > done)


def test_undo_goes_back_to_the_last_own_decision_and_redo_returns(carentan: Hands) -> None:
    controller, window = carentan.controller, carentan.window
    before = to_the_bot(carentan)
    after = len(controller.session)
    assert after > before + 1
    window.actions_by_key["undo"].trigger()
    assert len(controller.session) == before and controller.viewing_side == "allied"
    assert not controller.seating.bot_decides and controller.can_decide
    carentan.qtbot.wait(100)
    assert len(controller.session) == before, "the bot does not act"
    window.actions_by_key["redo"].trigger()
    assert len(controller.session) == after
    people = {"allied"}
    lengths = [find.what for find in _undo_list(carentan)]
    assert lengths[0] == before and len(lengths) > 1
    assert all(controller.seat.step(length + 1).side in people for length in lengths)


def _undo_list(hands: Hands) -> list:  # type: ignore[type-arg]
    from app.play.history.undo_list import UndoList

    undo_list = UndoList(hands.window)
    undo_list.ask_about(hands.controller)
    found = list(undo_list.matches(""))
    undo_list.close()
    return found


def test_a_side_is_taken_over_in_the_players_dialog(carentan: Hands) -> None:
    window, controller, table = carentan.window, carentan.controller, carentan.window.table
    carentan.qtbot.mouseClick(table.bots.bar.take_over, Qt.MouseButton.LeftButton)
    dialog = next(one for one in window.findChildren(PlayersDialog) if one.isVisible())
    assert dialog.choices["german"].currentData() == BOT and not dialog.lines["german"].isEnabled()
    dialog.choices["german"].setCurrentIndex(0)
    dialog.accept()
    assert controller.session.bots == {} and table.bots.bar.isHidden()
    window.actions_by_key["players"].trigger()
    QApplication.processEvents()
    dialog = next(one for one in window.findChildren(PlayersDialog) if one.isVisible())
    dialog.choices["german"].setCurrentIndex(dialog.choices["german"].findData("bold/veteran"))
    dialog.accept()
    assert controller.session.bots == {"german": "bold/veteran"} and table.bots.bar.isVisible()
    assert "Bold, veteran" in table.bots.bar.words.text()
    assert window.hotseat.notebook.player("german") == "Bot (Bold, veteran)"


def test_two_bots_play_while_one_watches_the_public_table(window: MainWindow, qtbot: QtBot) -> None:
    window.table.bots.bar.set_pace("at once")
    hands = seated(window, qtbot, "ddb-carentan", dict.fromkeys(("allied", "german"), "random"))
    controller = hands.controller
    qtbot.waitUntil(lambda: len(controller.session) > 30, timeout=20_000)
    assert controller.viewing_side == EVERYBODY == controller.view.side
    assert not window.hotseat.covered
    window.table.undo()
    assert "No person" in window.table.note.text
    window.table.bots.bar.pause.setChecked(True)


def test_assignment_survives_save_and_continue(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    hands = seated(window, qtbot, "ddb-carentan", {"german": BOT})
    to_the_bot(hands)
    path = tmp_path / "against a bot.startline"
    assert window.files.save_to(path)
    assert saves.read(path).bots == {"german": BOT}
    hands.controller.seat_bots({})
    assert window.files.open_file(path)
    assert hands.controller.session.bots == {"german": BOT} and window.table.bots.bar.isVisible()


def test_a_bot_that_is_unknown_waits_and_says_so(window: MainWindow, qtbot: QtBot) -> None:
    hands = seated(window, qtbot, "ddb-carentan", dict.fromkeys(("allied", "german"), "wizard/9"))
    qtbot.waitUntil(lambda: window.table.bots.paused)
    assert "There is no bot" in window.table.note.text and len(hands.controller.session) == 0


def test_the_side_of_a_new_game_is_chosen_on_its_card(window: MainWindow, qtbot: QtBot) -> None:
    start = window.start
    assert start.choose("ddb-carentan")
    box = start.card.players["german"]
    box.setCurrentIndex(box.findData("careful/regular"))
    assert box.currentText() == "Bot: Careful, regular"
    qtbot.mouseClick(start.card.button, Qt.MouseButton.LeftButton)
    controller = window.table.controller
    assert controller is not None and controller.session.bots == {"german": "careful/regular"}


def test_the_secrets_of_a_bot_are_not_written_anywhere(hands: Hands) -> None:
    """The toy game: blue, a bot, makes a secret choice before red's eyes."""
    window, controller = hands.window, hands.controller
    window.table.bots.bar.set_pace("at once")
    controller.seat_bots({"blue": "random"})
    shown: list[str] = []

    def read(_: object) -> None:
        if controller.outcome is not None:
            return
        shown.extend(label.text() for label in window.findChildren(QLabel) if label.isVisible())
        shown.extend(find.title for find in _undo_list(hands))
        shown.extend(line.event.text for line in controller.log())

    controller.changed.connect(read)
    for _ in range(12):
        if controller.outcome is not None:
            break
        if controller.offers:
            window.table.act(controller.offers[0].action)
        hands.qtbot.waitUntil(lambda: not controller.seating.bot_decides or controller.outcome is not None)
        if controller.outcome is None:
            assert controller.view.side == "red"
    secrets = _secrets_of(controller)
    assert secrets, "the game has something to hide"
    assert not [text for text in shown for secret in secrets if secret in text]


def _secrets_of(controller: PlayController) -> set[str]:
    """What only blue may read in the log, and what was not shown to everybody later."""
    events = [event for number in range(len(controller.session) + 1) for event in _events(controller, number)]
    public = {event.text for event in events if event.seen_by is None}
    return {event.text for event in events if event.seen_by == ("blue",) and event.text} - public


def _events(controller: PlayController, number: int) -> tuple:  # type: ignore[type-arg]
    return controller.session.history[number].events


@pytest.fixture(scope="module")
def library_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("catalogue") / "games.db"
    build(path)
    return path


def test_a_game_against_a_bot_is_continued_from_the_catalogue(
    window: MainWindow, qtbot: QtBot, library_file: Path
) -> None:
    from engine.catalogue import store

    window.set_library(ScenarioLibrary(store.open(library_file)))
    window.table.bots.bar.set_pace("at once")
    hands = seated(window, qtbot, "ddb-carentan", {"german": BOT})
    to_the_bot(hands)
    length = len(hands.controller.session)
    hands.controller.seat_bots({"german": "bold/recruit"})
    window.library.autosave.leave()
    entry = next(entry for entry in window.library.begun() if entry.actions == length)
    assert window.library.resume(entry).bots == {"german": "bold/recruit"}
