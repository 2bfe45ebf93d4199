"""Secret answers of both sides, asked in place: the others look away, and nothing shows what was chosen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from engine import games
from engine.referee.action import Action
from engine.referee.frame import Simultaneous
from engine.referee.public_view import EVERYBODY
from engine.referee.session import Session, Start
from tests.app.hands import Hands
from tests.app.play.players.test_question_across import take_over


def example(key: str, name: str) -> Session:
    game = games.game(key)
    text = (game.examples_path() / f"{name}.toml").read_text(encoding="utf-8")
    return Session.begin(game, Start(key, "position", name, text, "dice of the picks"))


def sit_down(window: MainWindow, qtbot: QtBot, session: Session) -> Hands:
    window.actions_by_key["hot_seat"].setChecked(True)
    window.table.remind = False
    window.game.play(session)
    if window.hotseat.covered:
        take_over(window, qtbot)
    return Hands(window, qtbot)


def spoken(window: MainWindow) -> Iterator[str]:
    """Everything that is written or spoken in the window: texts, tool tips, accessible names, lists."""
    for widget in window.findChildren(QWidget):
        if not widget.isVisible():
            continue
        yield widget.accessibleName()
        yield widget.accessibleDescription()
        yield widget.toolTip()
        if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
            yield widget.text()
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from rows_of(widget.model(), QModelIndex())
    yield window.table.note.text
    yield from (action.text() for action in window.actions_by_key.values())


def rows_of(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(parent)):
        for column in range(model.columnCount(parent)):
            yield str(model.index(row, column, parent).data())
        yield from rows_of(model, model.index(row, 0, parent))


def shown(window: MainWindow) -> list[str]:
    return sorted(filter(None, spoken(window)))


# one pick of each side: a morale level in a combat


ATTACK = ("attack hex 1734", "add unit a", "add unit b", "declare")


@pytest.fixture
def combat(window: MainWindow, qtbot: QtBot) -> Hands:
    """The Allied player has attacked: his units have two morales, those of the German, too."""
    hands = sit_down(window, qtbot, example("avl", "morale.secret"))
    for text in ATTACK:
        assert hands.controller.act(Action.parse(text))
    return hands


def answers(session: Session) -> tuple[tuple[str, str], ...]:
    return next(frame.answers for frame in session.state.frames if isinstance(frame, Simultaneous))


def test_both_sides_are_asked_in_place_without_a_hand_over_screen(combat: Hands, qtbot: QtBot) -> None:
    window, question, session = combat.window, combat.window.table.question, combat.controller.session
    assert combat.controller.asked_in_secret and question.isVisible() and not window.hotseat.covered
    asked = []
    while combat.controller.asked_in_secret:
        asked.append(session.deciding_side)
        other = "german" if asked[-1] == "allied" else "allied"
        assert f"{combat.controller.side_title(other)} must look away" in question._who.text()
        assert combat.controller.view == session.view(EVERYBODY), (
            "only what all sides may see is on the table"
        )
        qtbot.mouseClick(question.buttons[-1], Qt.MouseButton.LeftButton)
        assert not window.hotseat.covered
    assert asked == ["allied", "german"]
    assert not question.isVisible()
    assert any("Morale levels: attacker" in event.text for _, event in session.log(None))


def test_nothing_that_can_be_read_depends_on_the_first_pick(window: MainWindow, qtbot: QtBot) -> None:
    seen = []
    for number in (0, 2):
        session = example("avl", "morale.secret")
        hands = sit_down(window, qtbot, session)
        for text in ATTACK:
            hands.controller.act(Action.parse(text))
        hands.key(Qt.Key(Qt.Key.Key_1 + number))
        assert answers(session) == (("allied", str(number)),)
        assert hands.controller.asked_in_secret and session.deciding_side == "german"
        qtbot.wait(1)
        seen.append(shown(window))
    assert seen[0] == seen[1]


def test_the_pick_is_confirmed_without_being_shown(combat: Hands, qtbot: QtBot) -> None:
    window, question, session = combat.window, combat.window.table.question, combat.controller.session
    window.preferences.set(confirm=True)
    before, texts = len(session), []
    for key in (Qt.Key.Key_1, Qt.Key.Key_3):
        combat.key(key)
        assert question.is_confirming and len(session) == before, "nothing is sent before it is confirmed"
        assert not window.table.commitment.card.isVisible()
        texts.append(shown(window))
        qtbot.keyClick(question.confirm, Qt.Key.Key_Escape)
        assert not question.is_confirming and question.buttons[0].isVisible()
    assert texts[0] == texts[1], "the panel says that something is chosen, not what"
    combat.key(Qt.Key.Key_3)
    qtbot.keyClick(question.confirm, Qt.Key.Key_Return)
    assert answers(session) == (("allied", "2"),)


def test_the_result_card_shows_both_levels_together(combat: Hands, qtbot: QtBot) -> None:
    window, question = combat.window, combat.window.table.question
    qtbot.mouseClick(question.buttons[0], Qt.MouseButton.LeftButton)
    assert "Morale levels: attacker" not in " ".join(shown(window))
    qtbot.mouseClick(question.buttons[0], Qt.MouseButton.LeftButton)
    card = window.table._results.card
    assert card.isVisible()
    assert any("Morale levels: attacker 0, defender 0" in text for text in shown(window))


def test_a_player_may_look_at_his_own_table_first(combat: Hands, qtbot: QtBot) -> None:
    window, question = combat.window, combat.window.table.question
    qtbot.mouseClick(question.look_first, Qt.MouseButton.LeftButton)
    take_over(window, qtbot)
    assert not combat.controller.asked_across and combat.controller.view.side == "allied"
    combat.controller.act(Action.parse("level number 1"))
    assert combat.controller.session.deciding_side == "german"
    assert combat.controller.asked_in_secret, "the other side is asked in place"


def test_one_person_who_plays_both_sides_is_asked_in_the_bar(window: MainWindow, qtbot: QtBot) -> None:
    window.game.play(example("avl", "morale.secret"))
    hands = Hands(window, qtbot)
    for text in ATTACK:
        hands.controller.act(Action.parse(text))
    assert not hands.controller.asked_across and not window.table.question.isVisible()
    assert [group.verb for group in window.table.bar._groups] == ["level"]


# points over several purposes: air points


@pytest.fixture
def air(window: MainWindow, qtbot: QtBot) -> Hands:
    hands = sit_down(window, qtbot, example("avl", "init.air-secret"))
    session = hands.controller.session
    if not hands.controller.asked_in_secret:  # The first player has taken over to answer at his own table.
        for text in ("give marker superiority", "give marker superiority", "done"):
            hands.controller.act(Action.parse(text))
    assert session.deciding_side == "german" and hands.controller.asked_in_secret
    return hands


def test_air_points_are_allotted_in_rows_and_sent_at_once(air: Hands, qtbot: QtBot) -> None:
    window, rows, session = air.window, air.window.table.question.allotment, air.controller.session
    before = len(session)
    assert rows.isVisible() and [row[1].text() for row in rows.rows] == ["0", "0", "0"]
    for number in (0, 0, 2):
        qtbot.mouseClick(rows.rows[number][2], Qt.MouseButton.LeftButton)
    air.key(Qt.Key.Key_2)
    qtbot.mouseClick(rows.rows[1][0], Qt.MouseButton.LeftButton)
    assert [row[1].text() for row in rows.rows] == ["2", "0", "1"]
    assert len(session) == before, "nothing is told before it is complete"
    qtbot.mouseClick(rows.done, Qt.MouseButton.LeftButton)
    assert not window.hotseat.covered and not rows.is_asking
    assert any("Superiority 2, Ground support 1" in event.text for _, event in session.log(None))
    assert session.group_start(len(session)) == before + 1, "the whole allotment is one action of the player"


def test_no_more_points_than_there_are(air: Hands, qtbot: QtBot) -> None:
    rows = air.window.table.question.allotment
    for _ in range(20):
        qtbot.mouseClick(rows.rows[0][2], Qt.MouseButton.LeftButton)
    assert rows.left == 0 and not rows.rows[1][2].isEnabled()


def test_nothing_of_the_other_allotment_is_shown(air: Hands) -> None:
    said = " | ".join(shown(air.window))
    assert "Superiority 2" not in said and "superiority" not in said


# the toy, whose staff points everybody knows


def test_the_toy_asks_for_staff_points_in_place(hands: Hands, qtbot: QtBot) -> None:
    hands.window.actions_by_key["hot_seat"].setChecked(True)
    hands.sit_down("toy-relief")
    session = hands.controller.session
    while not hands.controller.asked_in_secret:
        if hands.window.hotseat.covered:
            take_over(hands.window, qtbot)
        assert session.state.frames[-1].title != "Staff" or session.deciding_side == "red"
        action = next((a for a in session.legal() if a.verb in ("done", "mine")), session.legal()[0])
        hands.controller.act(action)
    markers = {marker.id for marker in hands.controller.view.markers}
    assert not {"mine red", "mine blue"} & markers, "no mine is on the table while both look at it"
    while hands.controller.asked_in_secret:
        rows = hands.window.table.question.allotment
        assert not rows.done.isEnabled(), "all points must be allotted"
        hands.key(Qt.Key.Key_1)
        hands.key(Qt.Key.Key_2)
        qtbot.mouseClick(rows.done, Qt.MouseButton.LeftButton)
    assert any("1 for guns, 1 for scouts" in event.text for _, event in session.log(None))
