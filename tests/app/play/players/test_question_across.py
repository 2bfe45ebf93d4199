"""A reaction in the middle of the enemy's move, a loss, a die: asked without covering the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QListView
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from engine import games
from engine.referee.action import Action
from engine.referee.session import Session, Start
from tests.app.hands import Hands

EXAMPLE = "6.4.3-reaction-inside-a-move"


def example(name: str, seed: str = "dice of the question") -> Session:
    """A worked example of Crossing the Line, with dice of its own."""
    game = games.game("ctl")
    text = (game.examples_path() / f"{name}.toml").read_text(encoding="utf-8")
    return Session.begin(game, Start("ctl", "position", name, text, seed))


def dice_for_a_reaction() -> str:
    """A seed with which the attempt of the 116th Panzer Division succeeds."""
    for seed in map(str, range(20)):
        session = example(EXAMPLE, seed)
        for side, action in (
            ("us", Action("select", "unit", "a")),
            ("us", Action("move", "hex", "1712")),
            ("german", Action("react", "formation", "116Pz")),
        ):
            session.submit(side, action)
        if session.deciding_side == "german":
            return seed
    raise AssertionError("no dice let the division react")


def take_over(window: MainWindow, qtbot: QtBot) -> None:
    curtain = window.hotseat.handover_screen
    assert window.pages.currentWidget() is curtain
    qtbot.waitUntil(curtain.button.isEnabled)
    curtain.recap.setChecked(False)
    qtbot.mouseClick(curtain.button, Qt.MouseButton.LeftButton)
    assert window.pages.currentWidget() is window.table


def click(hands: Hands, hex_id: str) -> None:
    hands.window.table.map.go_to(hex_id)
    hands.click_hex(hex_id)


def texts(window: MainWindow) -> Iterator[str]:
    """Every text of every widget that is shown, and every counter on the map."""
    for label in window.findChildren(QLabel):
        if label.isVisible():
            yield label.text()
    for button in window.findChildren(QAbstractButton):
        if button.isVisible():
            yield button.text()
    for view in window.findChildren(QListView):
        model = view.model()
        for row in range(model.rowCount() if model is not None and view.isVisible() else 0):
            yield str(model.index(row, 0).data())


@pytest.fixture
def table(window: MainWindow, qtbot: QtBot) -> Hands:
    """The US player has taken over and moves a battalion next to a German one."""
    window.actions_by_key["hot_seat"].setChecked(True)
    window.table.remind = False
    window.game.play(example(EXAMPLE, dice_for_a_reaction()))
    take_over(window, qtbot)
    hands = Hands(window, qtbot)
    click(hands, "1611")
    click(hands, "1712")
    return hands


def test_a_reaction_is_asked_without_a_hand_over_screen(table: Hands) -> None:
    window, question = table.window, table.window.table.question
    assert table.controller.asked_across and not window.hotseat.covered
    assert window.pages.currentWidget() is window.table and question.isVisible()
    assert "1611" in question.prompt
    labels = [button.accessibleName() for button in question.buttons]
    assert labels == ["React with 116th Panzer Division", "No reaction", "No reaction in this activation"]
    assert not window.table.bar.buttons, "the answers stand in one place"
    assert not question.geometry().contains(
        window.table.map.mapFromScene(window.table.map.map_scene().geometry.centre("1611"))
    )


def test_while_it_is_asked_nothing_of_any_side_is_shown(table: Hands, qtbot: QtBot) -> None:
    view = table.controller.view
    own = {c.id: c for side in ("us", "german") for c in table.controller.session.view(side).counters}
    for counter in view.counters:
        strength = dict(counter.ratings).get("strength", "?")
        assert strength.startswith("?"), f"the current strength of {counter.id} is nobody else's business"
    assert {c.id for c in view.counters} == set(own)
    click(table, "1510")
    said = " ".join(texts(table.window))
    assert "6/6" not in said and "?/6" in said
    assert table.window.table.note.text == "", "why a unit cannot answer may be a secret"
    for key in ("replay", "recap", "statistics", "report", "bookmark", "what_if"):
        assert not table.window.actions_by_key[key].isEnabled(), key


def test_the_answer_gives_the_table_back_to_the_side_that_moved(table: Hands, qtbot: QtBot) -> None:
    window, question = table.window, table.window.table.question
    qtbot.mouseClick(question.buttons[1], Qt.MouseButton.LeftButton)
    assert not question.isVisible() and not window.hotseat.covered
    assert table.controller.viewing_side == "us" and not table.controller.asked_across
    counter = table.controller.view.counter("a")
    assert counter is not None and dict(counter.ratings)["strength"].startswith("6")


def test_number_keys_answer_and_a_standing_answer_is_kept(table: Hands, qtbot: QtBot) -> None:
    table.key(Qt.Key.Key_3)
    assert table.controller.viewing_side == "us"
    click(table, "1512")
    click(table, "1511")
    assert [c.id for c in table.controller.counters_at("1511")] == ["b"], "next to the German battalion"
    assert table.controller.viewing_side == "us", "no reaction in this activation: nobody is asked again"


def test_a_reaction_that_succeeds_needs_the_hand_over_screen(table: Hands, qtbot: QtBot) -> None:
    table.key(Qt.Key.Key_1)
    assert table.controller.viewing_side == "german" and not table.controller.asked_across
    assert table.window.hotseat.covered, "its activation is played on its own table"
    assert not table.window.table.question.isVisible()
    take_over(table.window, qtbot)
    assert [c for c in table.controller.view.counters if dict(c.ratings).get("strength") == "6/6"]


def test_the_asked_side_can_look_at_its_own_table_first(table: Hands, qtbot: QtBot) -> None:
    window, question = table.window, table.window.table.question
    qtbot.mouseClick(question.look_first, Qt.MouseButton.LeftButton)
    assert window.hotseat.covered
    take_over(window, qtbot)
    assert not table.controller.asked_across and not question.isVisible()
    counter = table.controller.view.counter("g")
    assert counter is not None and dict(counter.ratings)["strength"].startswith("6")
    table.press("No reaction")
    assert window.hotseat.covered, "now the other player comes back to his own table"


def test_without_the_hand_over_screen_the_bar_asks(window: MainWindow, qtbot: QtBot) -> None:
    window.table.remind = False
    window.game.play(example(EXAMPLE))
    hands = Hands(window, qtbot)
    click(hands, "1611")
    click(hands, "1712")
    assert not hands.controller.asked_across and not window.table.question.isVisible()
    assert [button.text() for button in window.table.bar.buttons][-2:] == [
        "No reaction",
        "No reaction in this activation",
    ]


def test_an_attempt_is_confirmed_before_it_is_rolled(table: Hands, qtbot: QtBot) -> None:
    window = table.window
    window.preferences.set(confirm=True)
    before = len(table.controller.session)
    table.key(Qt.Key.Key_1)
    card = window.table.commitment.card
    assert card.isVisible() and "React with" in card.words.text() and "70" in card.words.text()
    assert len(table.controller.session) == before
    assert not card.geometry().intersects(window.table.question.geometry())
    table.key(Qt.Key.Key_Return, card.confirm)
    assert len(table.controller.session) == before + 1 and window.hotseat.covered
