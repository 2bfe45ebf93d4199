"""The guided first game: it follows the history, points at the next action and waits when a player strays."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.rules.rule_library import ExampleFile, rule_library
from app.tutorial.lesson import Lesson, followed, matches
from app.tutorial.tutorial_controller import NO_LESSON
from engine import games
from engine.bad_input import BadInput
from engine.referee.action import Action
from engine.referee.position import Position
from engine.referee.refusal import RulesBug
from engine.referee.rulebook import Rulebook
from tests.app.hands import SEED, Hands

ALL_GAMES = games.keys()
TOY = f"""
game = "toy"
scenario = "toy-bridge"
seed = "{SEED}"
title = "A morning at the bridge"
about = "Two sides and a bridge."
closing = "From here the game is yours."
[[step]]
side = "red"
title = "Lay a mine"
text = "Each side mines a hex in secret."
action = "mine 0404"
case = "5.2"
[[step]]
side = "blue"
title = "And so does blue"
text = "Nobody sees where."
action = "mine 0101"
case = "5.2"
[[step]]
side = "red"
title = "Choose your tactics"
text = "Storm or hold, both in secret, and then nobody digs in."
action = "storm; hold; pass; pass"
case = "1.2"
"""


@pytest.fixture
def pupil(window: MainWindow, qtbot: QtBot) -> Hands:
    """A player before the guided toy game."""
    window.tutorial.teach(Lesson.loads(TOY))
    window.table.remind = False
    qtbot.wait(1)
    return Hands(window, qtbot)


def test_the_lesson_of_this_test_is_true() -> None:
    session = Lesson.loads(TOY).begin()
    first = session.legal()[0]
    assert first.verb == TOY.split('action = "')[1].split()[0], f"the toy game asks for {first}"


def test_a_step_says_what_to_do_and_points_at_it(pupil: Hands) -> None:
    guide = pupil.window.tutorial.guide
    assert guide.step is not None and guide.step.title == "Lay a mine"
    assert "Two sides and a bridge." in guide.page.toPlainText()
    assert "0404" in guide.now.text() and "Red" in guide.now.text()
    assert pupil.window.pointer.hexes == {"0404"}
    assert "step 1 of 3" in guide._count.text()


def test_doing_it_on_the_map_leads_on(pupil: Hands) -> None:
    guide = pupil.window.tutorial.guide
    pupil.click_hex("0404")
    assert guide.step is not None and guide.step.title == "And so does blue"
    assert pupil.window.pointer.hexes == {"0101"}
    pupil.click_hex("0101")
    assert "press “Storm”" in guide.now.text()
    marked = [b.text() for b in pupil.window.table.bar.buttons if b.objectName() == "primary"]
    assert marked == ["Storm"]
    assert pupil.window.pointer.hexes == frozenset()


def test_the_guide_can_show_every_step_to_the_end(pupil: Hands, qtbot: QtBot) -> None:
    guide = pupil.window.tutorial.guide
    for _ in range(len(Lesson.loads(TOY).plan)):
        qtbot.mouseClick(guide.show_me, Qt.MouseButton.LeftButton)
    assert guide.step is None
    assert "From here the game is yours." in guide.page.toPlainText()
    assert guide.progress.value() == guide.progress.maximum()
    assert guide.show_me.isHidden()
    session = pupil.controller.session
    qtbot.mouseClick(guide.leave, Qt.MouseButton.LeftButton)
    assert guide.lesson is None and pupil.window.left_docks.guide.isHidden()
    assert pupil.controller.session is session, "the game goes on"


def test_a_pupil_may_stray_and_come_back(pupil: Hands, qtbot: QtBot) -> None:
    guide = pupil.window.tutorial.guide
    pupil.click_hex("0303")
    assert guide.strayed
    assert "something else" in guide.now.text() and "returns to the lesson" in guide.now.text()
    assert guide.show_me.isHidden() and not guide.back.isHidden()
    assert pupil.window.pointer.hexes == frozenset()
    pupil.click_hex("0101")
    assert guide.strayed
    qtbot.mouseClick(guide.back, Qt.MouseButton.LeftButton)
    assert not guide.strayed
    assert len(pupil.controller.session) == 0
    assert pupil.window.pointer.hexes == {"0404"}


def test_undo_and_redo_move_the_lesson_too(pupil: Hands) -> None:
    guide = pupil.window.tutorial.guide
    guide.do_next()
    guide.do_next()
    assert guide.step is not None and guide.step.title == "Choose your tactics"
    pupil.controller.undo(("red", "blue"))
    assert guide.step.title == "And so does blue"
    pupil.controller.redo()
    assert guide.step.title == "Choose your tactics"


def test_only_what_is_offered_is_sent(pupil: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    session = pupil.controller.session
    submit, sent = session.submit, []

    def watched(side: str, action: Action, auto: bool = False):
        assert action in session.legal()
        sent.append(action)
        return submit(side, action, auto=auto)

    monkeypatch.setattr(session, "submit", watched)
    for _ in range(6):
        pupil.window.tutorial.guide.do_next()
    assert len(sent) == 6


def test_another_game_on_the_table_ends_the_lesson(pupil: Hands) -> None:
    pupil.sit_down()
    assert pupil.window.tutorial.guide.lesson is None
    assert pupil.window.left_docks.guide.isHidden()


def test_a_lesson_has_no_handover_screen_and_takes_it_from_no_other_game(pupil: Hands) -> None:
    window = pupil.window
    window.actions_by_key["hot_seat"].setChecked(True)
    pupil.click_hex("0404")
    assert pupil.controller.viewing_side == "blue" and not window.hotseat.covered, (
        "a pupil sits on both chairs"
    )
    card = next(card for card in window.library.cards() if card.key == "toy-bridge")
    window.begin(card, {"fog": True})
    assert window.hotseat.covered, "two play this one, and red has a concealed unit"


def some_example() -> ExampleFile:
    path = min(games.game("toy").examples_path().glob("*.toml"))
    text = path.read_text(encoding="utf-8")
    return ExampleFile(path.name, text, Position.loads(text))


def test_a_stored_layout_does_not_open_an_empty_guide(pupil: Hands, qtbot: QtBot) -> None:
    with_guide = pupil.window.saveState()
    window = MainWindow("light", remember=False)
    qtbot.addWidget(window)
    window.actions_by_key["hot_seat"].setChecked(False)
    window.page_switch.dock_state = with_guide
    window.show()
    card = next(card for card in window.library.cards() if card.key == "toy-bridge")
    window.begin(card, {"fog": False})
    assert window.page_switch.is_at_table
    qtbot.waitUntil(window.left_docks.guide.isHidden)
    window.tutorial.teach(Lesson.loads(TOY))
    qtbot.wait(1)
    assert not window.left_docks.guide.isHidden()


def test_a_lesson_goes_on_after_a_worked_example(pupil: Hands) -> None:
    window, tutorial = pupil.window, pupil.window.tutorial
    window.actions_by_key["hot_seat"].setChecked(True)
    session = pupil.controller.session
    pupil.click_hex("0404")
    tutorial.play_example(some_example())
    assert tutorial.guide.lesson is None
    tutorial.example.stop()
    assert pupil.controller.session is session and not window.hotseat.covered
    assert tutorial.guide.step is not None and tutorial.guide.step.title == "And so does blue"
    assert tutorial.panels.currentWidget() is tutorial.guide and not window.left_docks.guide.isHidden()


def test_a_lesson_that_follows_an_example_has_no_handover_screen(pupil: Hands) -> None:
    window = pupil.window
    window.actions_by_key["hot_seat"].setChecked(True)
    window.tutorial.play_example(some_example())
    window.tutorial.teach(Lesson.loads(TOY))
    pupil.click_hex("0404")
    assert not window.hotseat.covered
    assert window.tutorial.guide.lesson is not None


def test_the_rule_behind_a_step_is_one_click_away(pupil: Hands) -> None:
    pupil.window.tutorial.guide.page.anchorClicked.emit(QUrl("case:5.2"))
    assert pupil.window.rules.reader.case == "5.2"


def shipped() -> list[str]:
    return [key for key in ALL_GAMES if rule_library(key).lesson_path() is not None]


@pytest.mark.parametrize("key", shipped())
def test_every_shipped_lesson_can_be_followed_in_the_window(window: MainWindow, key: str) -> None:
    window.tutorial.learn(key)
    guide = window.tutorial.guide
    assert guide.lesson is not None
    book = Rulebook.load(games.game(key).rules_path())
    seen = []
    for _ in guide.lesson.plan:
        assert guide.step is not None and not guide.strayed
        assert guide.step.case in book.cases
        assert guide.next_action() is not None, guide.step.title
        assert "cannot go on" not in guide.now.text()
        if guide.step.title not in seen:
            seen.append(guide.step.title)
        guide.do_next()
    assert seen == [step.title for step in guide.lesson.steps]
    assert guide.step is None


def test_the_start_page_offers_the_lesson_of_the_chosen_game(window: MainWindow, qtbot: QtBot) -> None:
    assert window.start.choose("toy-bridge")
    assert window.start.learn.isHidden(), "the toy game has no lesson"
    for key in shipped():
        card = next(card for card in window.library.cards() if card.game == key)
        window.start.choose(card.key)
        assert not window.start.learn.isHidden()
        qtbot.mouseClick(window.start.learn, Qt.MouseButton.LeftButton)
        assert window.tutorial.guide.lesson is not None and window.tutorial.guide.lesson.game == key


@pytest.mark.parametrize(
    ("spelling", "action", "same"),
    [
        ("end", Action("end"), True),
        ("move 0404", Action("move", "hex", "0404"), True),
        ("move hex 0404", Action("move", "hex", "0404"), True),
        ("move unit 0404", Action("move", "hex", "0404"), False),
        ("move 0405", Action("move", "hex", "0404"), False),
        ("end", Action("end", "number", "3"), False),
        ("march 0404", Action("move", "hex", "0404"), False),
    ],
)
def test_spellings_mean_actions(spelling: str, action: Action, same: bool) -> None:
    assert matches(spelling, action) is same


def test_the_record_says_how_far_a_lesson_has_come() -> None:
    lesson = Lesson.loads(TOY)
    session = lesson.begin()
    assert followed(session, lesson.plan) == 0
    session.submit("red", Action("mine", "hex", "0303"))
    assert followed(session, lesson.plan) == 0


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('title = "Lay a mine"', "title = 3", "`title` of .*number 1"),
        ('case = "5.2"', 'case = "5.2"\nhint = "x"', "'hint'"),
        ('action = "mine 0404"', 'action = "mine 0404;"', "empty"),
        ("[[step]]", "[[stop]]", "steps"),
        ('seed = "', 'sead = "', "seed"),
        ('game = "toy"', 'game = "toy', "not a lesson"),
    ],
)
def test_a_lesson_that_is_none_is_a_sentence(before: str, after: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Lesson.loads(TOY.replace(before, after))


def test_the_guide_has_room_for_what_it_matches(pupil: Hands) -> None:
    """Text that has room below it needs no scroll bar, however narrow the panel was while it was laid out."""
    guide = pupil.window.tutorial.guide
    bar = guide.page.verticalScrollBar()
    guide._say("<p>" + "Battalions of one formation may roll together. " * 12 + "</p>")
    for width in (300, 420, 260):
        dock = next(dock for dock in pupil.window.findChildren(QDockWidget) if dock.isAncestorOf(guide))
        pupil.window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
        pupil.qtbot.waitUntil(lambda: bar.maximum() == 0)
        assert guide.page.height() < guide.height() / 2, "what to do stands right below it"


def test_an_answer_in_a_menu_is_said_to_be_there(pupil: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    pupil.click_hex("0404")
    pupil.click_hex("0101")
    guide = pupil.window.tutorial.guide
    monkeypatch.setattr(pupil.window.table.bar, "buttons", [])
    guide.refresh()
    assert "choose “Storm” from the menu above the map" in guide.now.text()


def test_a_lesson_that_cannot_begin_is_told(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Lesson) -> None:
        raise RulesBug("the bridge is gone")

    told: list[tuple[str, str]] = []
    monkeypatch.setattr(Lesson, "begin", fail)
    monkeypatch.setattr(window.messages, "warn", lambda *words: told.append(words))
    window.tutorial.learn("toy")
    assert told == [(NO_LESSON, "the bridge is gone")] and window.table.controller is None
