"""Rules and charts beside the map: searched, linked, opened from what the referee says, and played."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.rules.chart_tables import ChartSheet, cell, words
from app.rules.chart_viewer import ChartReader
from app.rules.rule_html import case_html, linked, matching
from app.rules.rule_library import ExampleFile, RuleLibrary, rule_library
from app.rules.rule_reader import RuleReader
from app.rules.told_check import told_check
from engine import games
from engine.bad_input import BadInput
from engine.referee.position import Position
from tests.app.hands import Hands

ALL_GAMES = games.keys()


@pytest.fixture
def reader(qtbot: QtBot) -> RuleReader:
    """The rules of the toy game, read anew."""
    shown = RuleReader()
    qtbot.addWidget(shown)
    shown.resize(350, 700)
    shown.set_library(RuleLibrary("toy"))
    shown.show()
    qtbot.waitUntil(lambda: "Looking" not in shown._heading.text())
    return shown


def listed(reader: RuleReader) -> list[str]:
    return [reader.list.item(row).text().split()[0] for row in range(reader.list.count())]


# searching


def test_all_cases_are_listed_in_the_order_of_the_book(reader: RuleReader) -> None:
    assert listed(reader) == list(RuleLibrary("toy").rulebook.cases)
    assert reader.case == "1.1", "the first one is open"


def test_a_number_finds_its_chapter_and_words_find_titles_before_texts(
    reader: RuleReader, qtbot: QtBot
) -> None:
    qtbot.keyClicks(reader.search, "4.3")
    assert listed(reader)[0] == "4.3"
    reader.search.clear()
    qtbot.keyClicks(reader.search, "4")
    assert listed(reader)[:5] == ["4.1", "4.2", "4.3", "4.4", "4.5"]
    book = RuleLibrary("toy").rulebook
    found = [case.id for case in matching(book, "storm")]
    assert found and all("storm" in (c := book.case(i)).rule.lower() + c.check.lower() for i in found)
    assert matching(book, "no such words") == []


def test_a_phase_shows_its_cases_only(reader: RuleReader) -> None:
    reader.phases.setCurrentIndex(reader.phases.findData("1"))
    assert listed(reader) == ["1.1", "1.2", "1.3", "1.4"]


def test_a_case_outside_the_search_is_opened_all_the_same(reader: RuleReader) -> None:
    reader.search.setText("tactics")
    assert reader.show_case("4.4")
    assert reader.case == "4.4" and reader.search.text() == ""
    assert not reader.show_case("99.9")


def test_enter_opens_the_first_find_and_back_returns(reader: RuleReader, qtbot: QtBot) -> None:
    qtbot.keyClicks(reader.search, "2.2")
    qtbot.keyClick(reader.search, Qt.Key.Key_Return)
    assert reader.case == "2.2"
    qtbot.mouseClick(reader._back, Qt.MouseButton.LeftButton)
    assert reader.case == "1.1"
    assert not reader._back.isEnabled()


def test_every_case_of_every_game_can_be_shown(qtbot: QtBot) -> None:
    for key in ALL_GAMES:
        library = RuleLibrary(key)
        for case in library.rulebook.cases.values():
            page = case_html(library.rulebook, case, library.charts)
            for text in (case.id, case.title):
                assert text.replace("&", "&amp;").replace("'", "&#x27;").replace('"', "&quot;") in page
            for phase in library.rulebook.phases_of(case.id):
                assert phase.title.split("'")[0] in page
            assert ("<b>Ruling</b>" in page) == bool(case.ruling)


def test_cases_in_a_text_become_links() -> None:
    book = RuleLibrary("toy").rulebook
    assert linked("see 4.1, not <9.9>", book) == "see <a href='case:4.1'>4.1</a>, not &lt;9.9&gt;"
    assert linked("see 4.1", book, own="4.1") == "see 4.1"


@pytest.mark.parametrize("key", ALL_GAMES)
def test_a_check_is_told_to_players(key: str) -> None:
    book = rule_library(key).rulebook
    for case in book.cases.values():
        shown = case_html(book, case, ())
        told = shown.partition("<b>For example</b>")[2]
        assert not case.check or told, case.id
        assert "Given " not in told and " Then " not in told, case.id


def test_the_parts_of_a_check_become_sentences() -> None:
    assert told_check("Given two sides. When one ends its turn Then the other has the table.") == (
        "Suppose two sides. When one ends its turn, then the other has the table."
    )
    assert told_check("Given 75 points Then Red wins.") == "Suppose 75 points. Red wins."
    assert told_check("When it rains") == "When it rains."


def test_the_best_hit_is_shown_while_one_types(reader: RuleReader, qtbot: QtBot) -> None:
    before = reader.case
    qtbot.keyClicks(reader.search, "hex")
    best = reader.list.item(0).text().split()[0]
    assert reader.case == best and reader.list.currentRow() == 0
    reader.search.clear()
    qtbot.keyClicks(reader.search, before)
    assert reader.case == before and len(reader._trail) <= 2, "there is no way back through every letter"


def test_a_link_opens_its_case_or_chart(reader: RuleReader, qtbot: QtBot) -> None:
    reader.page.anchorClicked.emit(QUrl("case:2.1"))
    assert reader.case == "2.1"
    with qtbot.waitSignal(reader.chart_wanted) as asked:
        reader.page.anchorClicked.emit(QUrl("chart:terrain"))
    assert asked.args == ["terrain"]


# opened from the table


def test_a_refusal_opens_its_rule(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    window = hands.window
    hands.click_hex("0201")
    hands.click_hex("0402")
    note = window.table.note
    case = next(why.refusals[0].case for why in hands.controller.why_not("0402") if why.refusals)
    assert f"case:{case}" in note.text
    note._text.linkActivated.emit(f"case:{case}")
    assert not window.left_docks.rules.isHidden()
    assert window.rules.reader.case == case


def test_the_note_lets_clicks_through_unless_there_is_something_to_click(hands: Hands) -> None:
    note = hands.window.table.note
    through = Qt.WidgetAttribute.WA_TransparentForMouseEvents
    hands.reach_movement()
    hands.click_hex("0201")
    hands.click_hex("0402")
    assert not note.testAttribute(through)
    note.tell("A sentence")
    assert note.testAttribute(through)


def test_a_line_of_the_log_opens_its_rule(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    log = hands.window.table.log
    line = next(line for line in reversed(log.model.lines) if line.event.case not in ("", "referee"))
    index = log.list.model().index(log.model.lines.index(line), 0)
    log.list.scrollTo(index)
    log.list.customContextMenuRequested.emit(log.list.visualRect(index).center())
    menu = next(menu for menu in log.list.findChildren(QMenu) if menu.isVisible())
    entry = menu.actions()[0]
    assert entry.text() == f"Open rule {line.event.case}"
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center())
    assert hands.window.rules.reader.case == line.event.case


def test_the_rules_are_hidden_with_the_table(hands: Hands) -> None:
    window = hands.window
    window.rules.show_rules()
    assert window.rules.reader.search.hasFocus()
    window.show_start()
    assert window.left_docks.rules.isHidden()
    window.return_to_table()
    assert not window.left_docks.rules.isHidden(), "as they lay before"


# worked examples


def example(name: str) -> ExampleFile:
    text = (games.game("toy").examples_path() / name).read_text(encoding="utf-8")
    return ExampleFile(name, text, Position.loads(text))


def test_a_case_lists_its_examples_and_one_is_played(hands: Hands, qtbot: QtBot) -> None:
    hands.reach_movement()
    before, window = hands.controller.session, hands.window
    window.rules.show_case("4.1")
    rules = window.rules.reader
    qtbot.waitUntil(lambda: rules.examples.count() > 0)
    titles = [rules.examples.item(row).text() for row in range(rules.examples.count())]
    assert example("4.1-attack.toml").title in titles
    rules.examples.setCurrentRow(titles.index(example("4.1-attack.toml").title))
    qtbot.mouseClick(rules.play, Qt.MouseButton.LeftButton)
    panel = window.tutorial.example
    assert hands.controller.session.start.kind == "position"
    assert panel.tries.count() == len(example("4.1-attack.toml").position.tries)
    assert panel.leave.text() == "Back to the game"
    qtbot.mouseClick(panel.leave, Qt.MouseButton.LeftButton)
    assert hands.controller.session is before, "the game comes back"


def test_all_tries_of_an_example_are_answered_as_it_tells(hands: Hands, qtbot: QtBot) -> None:
    panel = hands.window.tutorial.example
    hands.window.tutorial.play_example(example("4.1-attack.toml"))
    for row in range(panel.tries.count()):
        assert panel.tries.currentRow() == row
        at = len(hands.controller.session)
        qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
        assert panel.tries.item(row).text().startswith("✓"), panel.answer.toPlainText()
        if "not allowed" in panel.tries.item(row).text():
            assert "Refused" in panel.answer.toPlainText()
            way = len(panel.example.position.tries[row].actions) - 1
            assert len(hands.controller.session) == at + way, "what is refused is not sent"


def test_dice_of_a_try_fall_as_it_says_and_the_record_is_kept(hands: Hands) -> None:
    for path in sorted(games.game("toy").examples_path().glob("*.toml")):
        shown = example(path.name)
        if any(attempt.dice for attempt in shown.position.tries):
            break
    else:
        shown = ExampleFile("x", (t := dice_example()), Position.loads(t))
    panel = hands.window.tutorial.example
    hands.window.tutorial.play_example(shown)
    for row in range(panel.tries.count()):
        panel.attempt()
        assert panel.tries.item(row).text().startswith("✓"), panel.answer.toPlainText()
    assert [line.event.what for line in hands.controller.log()]
    assert hands.controller.can_undo


def dice_example() -> str:
    """An attack whose die is loaded only when it is thrown."""
    text = (games.game("toy").examples_path() / "4.1-attack.toml").read_text(encoding="utf-8")
    text = text.replace("dice = [5]\n", "", 1)
    return text.replace('action = "add R1; resolve', 'dice = [5]\naction = "add R1; resolve')


def test_an_answer_that_the_example_does_not_expect_is_marked(hands: Hands) -> None:
    shown = example("4.1-attack.toml")
    changed = shown.text.replace('action = "attack 0102"\nexpect = "refused 4.1"', 'action = "attack 0102"')
    hands.window.tutorial.play_example(ExampleFile(shown.name, changed, Position.loads(changed)))
    panel = hands.window.tutorial.example
    panel.attempt()
    assert panel.tries.item(0).text().startswith("✗")
    assert "another answer" in panel.answer.toPlainText()
    assert panel.tries.currentRow() == 0


def test_start_over_sets_the_position_up_anew(hands: Hands, qtbot: QtBot) -> None:
    game, panel = hands.controller.session, hands.window.tutorial.example
    hands.window.tutorial.play_example(example("4.1-attack.toml"))
    for _ in range(4):
        panel.attempt()
    assert len(hands.controller.session) > 0
    qtbot.mouseClick(panel.again, Qt.MouseButton.LeftButton)
    assert hands.controller.session.start.kind == "position", "it is still the example that lies there"
    assert len(hands.controller.session) == 0
    assert panel.tries.currentRow() == 0
    panel.attempt()
    assert len(game) == 0, "nothing is tried in the game itself"
    qtbot.mouseClick(panel.leave, Qt.MouseButton.LeftButton)
    assert hands.controller.session is game


def test_the_window_is_called_after_the_example_until_the_game_comes_back(hands: Hands) -> None:
    window, shown = hands.window, example("4.1-attack.toml")
    before = window.windowTitle()
    window.tutorial.play_example(shown)
    assert window.windowTitle() == f"{shown.title} — Startline"
    window.show_start()
    window.return_to_table()
    assert window.windowTitle() == f"{shown.title} — Startline"
    window.tutorial.example.stop()
    assert window.windowTitle() == before


def test_one_example_follows_another_and_then_the_game_comes_back(hands: Hands) -> None:
    game, tutorial = hands.controller.session, hands.window.tutorial
    names = sorted(path.name for path in games.game("toy").examples_path().glob("*.toml"))[:2]
    for name in names:
        tutorial.play_example(example(name))
        assert hands.controller.session.start.key == name
        assert tutorial.example.example is not None and not hands.window.left_docks.guide.isHidden()
    tutorial.example.stop()
    assert hands.controller.session is game


def test_a_broken_example_is_a_sentence(hands: Hands) -> None:
    text = 'game = "toy"\ncase = "4.1"\ntitle = "x"\nside = "green"\n'
    before = hands.controller.session
    said: list[str] = []
    hands.window.messages.warn = lambda title, words: said.append(words)  # type: ignore[method-assign]
    hands.window.tutorial.play_example(ExampleFile("x", text, Position.loads(text)))
    assert "green" in said[0]
    assert hands.controller.session is before


# charts


def test_every_chart_of_every_game_is_shown(qtbot: QtBot) -> None:
    reader = ChartReader()
    qtbot.addWidget(reader)
    for key in ALL_GAMES:
        library = RuleLibrary(key)
        reader.set_library(library)
        assert reader.list.count() == len(library.charts)
        for name, sheet in library.charts.items():
            assert reader.show_chart(name)
            shown = reader.page.toPlainText()
            assert sheet.title in shown and sheet.why.split("`")[0].strip() in shown
            for table in sheet.tables:
                for row in table.rows:
                    assert all(part in shown for text in row for part in text.split("\n")), (name, row)


def test_charts_are_tables_whatever_their_shape() -> None:
    sheet = ChartSheet.loads(
        """
        title = "Fire"
        provenance = "partly"
        why = "because"
        die = "1d6"
        [rows]
        good = { hit = [1, 4], miss = [5, 5] }
        bad = { hit = [1, 2], wound = { light = 1, grave = 2 } }
        """,
        "fire",
    )
    plain, grid = sheet.tables
    assert plain.rows == (("Die", "1d6"),)
    assert grid.head == ("", "Hit", "Miss", "Wound light", "Wound grave")
    assert grid.rows == (("Good", "1–4", "5", "", ""), ("Bad", "1–2", "", "1", "2"))
    assert cell([2, 4]) == "2, 4", "no die, no span"
    assert cell(True) == "yes"
    assert words("level1") == "Level 1"
    assert words("ge_pz4") == "Ge pz4"


@pytest.mark.parametrize("text", ["not toml [", 'title = "x"', 'provenance = "heard"'])
def test_a_chart_that_is_none_is_a_sentence(text: str) -> None:
    with pytest.raises(BadInput, match="Chart odd"):
        ChartSheet.loads(text, "odd")


def test_a_case_leads_to_its_chart_and_back(window: MainWindow, qtbot: QtBot) -> None:
    for key in ALL_GAMES:
        library = rule_library(key)
        case = next((c for c in library.rulebook.cases.values() if c.chart in library.charts), None)
        if case is None:
            continue
        card = next(card for card in window.library.cards() if card.game == key)
        window.game.play(window.library.set_up(card, seed="charts"))
        window.rules.show_case(case.id)
        window.rules.reader.page.anchorClicked.emit(QUrl(f"chart:{case.chart}"))
        assert window.rules.rules_dock.currentWidget() is window.rules.charts
        assert window.rules.charts.chart == case.chart
        window.rules.charts.page.anchorClicked.emit(QUrl(f"case:{case.id}"))
        assert window.rules.rules_dock.currentWidget() is window.rules.reader
        assert window.rules.reader.case == case.id


def test_a_damaged_chart_or_index_does_not_stop_anything(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = RuleLibrary("toy")
    (tmp_path / "odd.toml").write_text("][")
    monkeypatch.setattr(library, "_own", lambda name: tmp_path)
    reader = ChartReader()
    qtbot.addWidget(reader)
    reader.set_library(library)
    assert "Chart odd" in reader.page.toPlainText()
    other = RuleLibrary("toy")
    monkeypatch.setattr(type(other._game), "rules_path", lambda self: tmp_path / "odd.toml")
    rules = RuleReader()
    qtbot.addWidget(rules)
    rules.set_library(other)
    assert "not a case index" in rules.page.toPlainText()
