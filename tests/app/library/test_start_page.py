"""The first page: how a scenario was balanced, who won it here, and what can be continued."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QInputDialog, QLineEdit, QMessageBox, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.library.balance import BalanceBars, rows_of
from app.library.library_loader import LibraryLoader
from app.library.scenario_card import MapPicture
from app.library.scenario_library import Card, ScenarioLibrary
from app.main_window import MainWindow
from app.saving.autosave import title_of
from engine import games
from engine.bad_input import BadInput
from engine.bots.rates import Share
from engine.catalogue import scenario_text, store
from engine.catalogue.document import Balance, ScenarioDocument
from engine.catalogue.game_store import GameStore, SavedEntry
from engine.catalogue.scenario_text import loads
from engine.lab.scenario_figures import ScenarioFigures, digest_of, sentence_of, wins_of
from engine.referee.public_seat import PublicSeat

TOY = "toy-bridge"
WHAT = Qt.ItemDataRole.UserRole


@pytest.fixture
def document() -> ScenarioDocument:
    return loads(games.game("toy").scenario_text("toy-bridge"))


def counted(red: int, blue: int, drawn: int = 0, cut_off: int = 0) -> ScenarioFigures:
    games_played = red + blue + drawn
    wins = {key: wins_of(Share(won, games_played)) for key, won in (("red", red), ("blue", blue))}
    bots = dict.fromkeys(wins, "steady/veteran")
    return ScenarioFigures(
        TOY, "startline lab toy-bridge", bots, games_played, "x", 1, 1, "", wins, cut_off, {}, {}
    )


def shares(
    document: ScenarioDocument, played: dict[str, int] | None = None, figures: ScenarioFigures | None = None
) -> list[tuple]:
    return [
        (row.title, row.games, row.played, [(share.title, share.percent) for share in row.shares])
        for row in rows_of(document, played or {}, figures)
    ]


def test_figures_of_the_lab_are_shown_as_they_are(document: ScenarioDocument) -> None:
    assert shares(document, figures=counted(20, 70, 10)) == [
        ("Steady, veteran", 100, False, [("Red", 20), ("Draw", 10), ("Blue", 70)])
    ]
    told = sentence_of(counted(61, 30, 9), document)
    assert told == (
        "Between equal bots: Red won 61 of 100 games (51 to 70 %), Blue won 30 (22 to 40 %), 9 drawn."
    )
    assert "3 cut off" in sentence_of(counted(1, 0, 3, 3), document)


def test_what_an_author_once_wrote_is_no_figure(document: ScenarioDocument) -> None:
    figures = {"level 15": {"games": 40, "red": 20, "blue": 70, "draw": 10}}
    assert shares(replace(document, balance=Balance("by guess", figures))) == []


def test_the_card_says_what_was_not_measured(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.start.choose(TOY)
    card = window.start.card
    assert card.figures.text() == "Balance: not measured yet."
    found = counted(61, 30, 9)
    monkeypatch.setattr("app.library.scenario_card.figures_of_scenario", lambda key: found)
    document = window.library.document(bridge(window.library))
    card.show_scenario(bridge(window.library), document)
    assert card.figures.text().endswith(". Counted before a change of the scenario or its rules.")
    assert card.figures.toolTip() == "Repeat it with: startline lab toy-bridge"
    found = replace(found, digest=digest_of(document), rules_version=games.about("toy").rules_version)
    card.show_scenario(bridge(window.library), document)
    assert card.figures.text().endswith("drawn.")


def test_games_finished_here_are_told_apart(document: ScenarioDocument, qtbot: QtBot) -> None:
    assert shares(document, {"red": 3, "": 1}) == [("", 4, True, [("Red", 75), ("Draw", 25), ("Blue", 0)])]
    bars = BalanceBars()
    qtbot.addWidget(bars)
    bars.show_balance(document, {"red": 3, "": 1})
    assert "Finished here, 4 games: Red 75 %, Draw 25 %, Blue 0 %" in bars.accessibleName()
    bars.show_balance(document)
    assert bars.isHidden(), "no figures, no bars"


def test_bars_have_room_for_every_line(document: ScenarioDocument, qtbot: QtBot) -> None:
    bars = BalanceBars()
    qtbot.addWidget(bars)
    bars.show_balance(document, {"blue": 2}, counted(6, 4))
    assert bars.heightForWidth(60) > bars.heightForWidth(400), "the legend takes more lines where it must"
    bars.resize(300, bars.heightForWidth(300))
    image = bars.grab().toImage()
    paper = image.pixelColor(image.width() - 1, 0)
    lowest = max(
        y for y in range(image.height()) for x in range(image.width()) if image.pixelColor(x, y) != paper
    )
    assert lowest < image.height() - 1, "nothing is cut off below"


def test_the_set_up_comes_beside_the_window(window: MainWindow, qtbot: QtBot) -> None:
    picture, card = window.start.card.picture, bridge(window.library)
    window.start.choose("toy-bridge")
    scene = picture._scene
    assert scene is not None
    public = window.library.public_counters(card, window.library.document(card))
    on_map = {counter.id for counter in public if scene.geometry.is_hex(counter.place)}
    assert on_map
    qtbot.waitUntil(lambda: set(scene.counters._faces) == on_map)
    qtbot.waitUntil(lambda: scene.is_finished and not picture._frame_timer.isActive())
    at_once = type(picture)()
    qtbot.addWidget(at_once)
    at_once.patient = True
    at_once.set_look(picture._desk, picture._night)
    at_once.resize(picture.size())
    at_once.show_map(window.library.document(card))
    at_once.show_counters(public)
    assert at_once.pixmap().toImage() == picture.pixmap().toImage(), "bit by bit or at once: the same picture"


def bridge(library: ScenarioLibrary) -> Card:
    return next(card for card in library.cards() if card.key == "toy-bridge")


def test_a_game_that_ends_changes_the_figures(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with store.open(path, create=True) as catalogue:
        catalogue.save(loads(games.game("toy").scenario_text("toy-bridge")))
    window.set_library(ScenarioLibrary.open(str(path)))
    window.begin(bridge(window.library), {})
    controller, chance = window.table.controller, Random(3)
    assert controller is not None
    window.show_start()
    window.start.choose("toy-bridge")
    assert not any(row.played for row in window.start.card.balance.rows)
    while controller.decision is not None:
        controller.act(chance.choice(controller.offers).action)
    window.return_to_table()
    window.show_start()
    window.start.choose("toy-bridge")
    row = next(row for row in window.start.card.balance.rows if row.played)
    assert row.games == 1 and max(share.percent for share in row.shares) == 100
    assert controller.outcome is not None
    won = next(share.title for share in row.shares if share.percent == 100)
    assert won == (controller.side_title(controller.outcome.winner) if controller.outcome.winner else "Draw")


def test_a_saved_game_is_continued_by_the_button_of_its_card(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "club.db"
    with store.open(path, create=True) as catalogue:
        catalogue.save(loads(games.game("toy").scenario_text("toy-bridge")))
    window.set_library(ScenarioLibrary.open(str(path)))
    window.begin(bridge(window.library), {})
    controller = window.table.controller
    assert controller is not None
    controller.act(controller.offers[0].action)
    window.begin(bridge(window.library), {})
    window.show_start()
    start, card = window.start, window.start.card
    assert card.button.text() == "Play" and card.dice.isVisible()
    saved = [
        item for item in start._items() if isinstance(item.data(0, Qt.ItemDataRole.UserRole), SavedEntry)
    ]
    first = next(item for item in saved if item.data(0, Qt.ItemDataRole.UserRole).actions == 1)
    start.tree.setCurrentItem(first)
    assert card.button.text() == "Continue" and not card.dice.isVisible() and card.options() == {}
    start.refresh()
    assert card.button.text() == "Continue", "the game that was chosen stays chosen"
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    assert window.table.controller is not None and len(window.table.controller.session) == 1
    window.show_start()
    start.choose("toy-bridge")
    assert card.button.text() == "Play" and card.dice.isVisible()


def test_bars_are_as_long_as_each_other(document: ScenarioDocument, qtbot: QtBot) -> None:
    bars = BalanceBars()
    qtbot.addWidget(bars)
    bars.show_balance(document, {"red": 33, "blue": 67}, counted(200, 0))
    bars.resize(300, bars.heightForWidth(300))
    frames: list[float] = []
    fill = bars._fill
    bars._fill = lambda painter, rect, share: (  # type: ignore[method-assign]
        frames.append(rect.right()),
        fill(painter, rect, share),
    )
    bars.grab()
    ends = [max(frames[at : at + 3]) for at in range(3, len(frames), 3)]
    assert len(ends) == 2 and ends[0] == pytest.approx(ends[1])


def test_a_game_is_called_by_its_title() -> None:
    def called(name: str, autosave: bool = True) -> str:
        return title_of(SavedEntry(name, autosave, "toy", "toy-bridge", 3, "2026-01-01T10:00:00Z"))

    assert called("The bridge, 2026-01-01 10:00:00") == "The bridge"
    assert called("The bridge, 2026-01-01 10:00:00 (2)") == "The bridge"
    assert called("Match, 2026-01-01 10:00:00", autosave=False) == "Match, 2026-01-01 10:00:00", (
        "as it was named"
    )


def test_a_library_that_is_read_again_shows_only_what_is_chosen(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.start.choose("toy-mud")
    shown: list[str] = []
    monkeypatch.setattr(window.start.card, "show_scenario", lambda card, *facts: shown.append(card.key))
    window.start.refresh()
    assert shown == ["toy-mud"]


def test_a_long_title_takes_a_second_line(window: MainWindow, qtbot: QtBot) -> None:
    tree = window.start.tree
    item = next(item for item in window.start._items() if item.data(0, Qt.ItemDataRole.UserRole + 1))
    before = tree.visualItemRect(item).height()
    item.setText(0, "The long retreat over the river and through the woods to the last bridge")
    qtbot.waitUntil(lambda: tree.visualItemRect(item).height() > before)
    lines = tree.visualItemRect(item).height()
    window.resize(window.width() * 2, window.height())
    qtbot.waitUntil(lambda: tree.viewport().width() > 350 and tree.visualItemRect(item).height() <= lines)


def test_what_only_the_games_bring_is_read_beside_the_window(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener = LibraryLoader(str(tmp_path / "none.db"), window)
    with qtbot.waitSignal(opener.opened) as opened:
        opener.start()
    monkeypatch.setattr(scenario_text, "loads", lambda text: pytest.fail("read again in the window's thread"))
    assert any(card.key == "toy-bridge" for card in opened.args[0].cards())


def test_a_picture_gives_back_the_room_that_it_had(document: ScenarioDocument, qtbot: QtBot) -> None:
    picture = MapPicture()
    qtbot.addWidget(picture)
    picture.patient = True
    picture.show_map(document)
    picture.resize(900, 700)
    picture.show()
    assert picture.pixmap().height() > 400
    assert picture.sizeHint() == picture.minimumSizeHint() == picture.minimumSize()
    assert picture.minimumHeight() < 400


@pytest.fixture
def club(window: MainWindow, tmp_path: Path) -> MainWindow:
    """The window on a catalogue that keeps games."""
    path = tmp_path / "club.db"
    with store.open(path, create=True) as catalogue:
        catalogue.save(loads(games.game("toy").scenario_text("toy-bridge")))
    window.set_library(ScenarioLibrary.open(str(path)))
    return window


def play(window: MainWindow, actions: int | None) -> None:
    """Begin a game and play some actions, or to the end."""
    window.begin(bridge(window.library), {})
    controller, chance = window.table.controller, Random(3)
    assert controller is not None
    while controller.decision is not None and (actions is None or len(controller.session) < actions):
        controller.act(chance.choice(controller.offers).action)


def leave_table(window: MainWindow) -> None:
    """Put a game on the table that is not kept."""
    controller = window.table.controller
    assert controller is not None
    window.game.play(controller.session.branch(0))


def saved_items(window: MainWindow) -> list[QTreeWidgetItem]:
    return [item for item in window.start._items() if isinstance(item.data(0, WHAT), SavedEntry)]


def item_with(window: MainWindow, actions: int) -> QTreeWidgetItem:
    return next(item for item in saved_items(window) if item.data(0, WHAT).actions == actions)


def listed(window: MainWindow) -> list[str]:
    return [item.text(0) for item in window.start._items()]


def click_item(window: MainWindow, qtbot: QtBot, item: QTreeWidgetItem) -> None:
    tree = window.start.tree
    tree.scrollToItem(item)
    where = tree.visualItemRect(item).center()
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=where)


def dialog_of(window: MainWindow, qtbot: QtBot, kind: type[QDialog], name: str) -> QDialog:
    qtbot.waitUntil(lambda: any(box.isVisible() for box in window.findChildren(kind, name)))
    return next(box for box in window.findChildren(kind, name) if box.isVisible())


def test_a_saved_game_shows_its_own_position(club: MainWindow, qtbot: QtBot) -> None:
    play(club, 12)
    session = club.game.session
    assert session is not None
    club.hotseat.notebook.name_players({"red": "Rosa", "blue": "Bert"})
    club.show_start()
    (item,) = saved_items(club)
    click_item(club, qtbot, item)
    card = club.start.card
    assert card.button.text() == "Continue" and "Reading the position" in card._facts.text()
    view = PublicSeat(session, None).view
    qtbot.waitUntil(lambda: view.turn in card._facts.text())
    titles = {"red": "Red", "blue": "Blue"}
    assert session.deciding_side is not None
    assert f"{titles[session.deciding_side]} to act" in card._facts.text()
    assert "last played" in card._facts.text()
    scene = card.picture._scene
    assert scene is not None
    on_map = {counter.id for counter in view.counters if scene.geometry.is_hex(counter.place)}
    assert set(scene.counters._faces) == on_map, "what every side sees, and nothing else"
    assert card.picture.accessibleName() == "Position of the game"


def test_the_names_of_the_players_stand_on_the_card(
    club: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(club, 3)
    club.show_start()
    club.start.saved_reader.players_of = lambda session: {"red": "Rosa", "blue": "Bert"}
    click_item(club, qtbot, saved_items(club)[0])
    qtbot.waitUntil(lambda: "to act" in club.start.card._facts.text())
    assert re.search(r"Rosa \(Red\) to act|Bert \(Blue\) to act", club.start.card._facts.text())


def test_finished_games_are_history_and_unplayed_ones_are_nowhere(club: MainWindow, qtbot: QtBot) -> None:
    play(club, None)
    play(club, 2)
    play(club, 0)
    club.show_start()
    assert [item.data(0, WHAT).actions for item in saved_items(club)] == [2], "only what can be continued"
    rows = listed(club)
    assert rows[0] == "Continue" and rows[-2:] == ["History", "Show 1 finished game"]
    click_item(club, qtbot, club.start._items()[-1])
    finished = saved_items(club)[-1]
    assert finished.data(0, WHAT).finished and club.start.tree.currentItem() is finished
    card = club.start.card
    assert card.button.text() == "Look at it"
    qtbot.waitUntil(lambda: "Reading" not in card._facts.text())
    assert "to act" not in card._facts.text() and "Show 1" not in " ".join(listed(club))


def test_an_unplayed_game_is_deleted_at_the_next_start(club: MainWindow, qtbot: QtBot) -> None:
    play(club, 0)
    leave_table(club)
    catalogue = club.library.catalogue
    assert catalogue is not None
    kept = GameStore(catalogue)
    assert [entry.actions for entry in kept.list()] == [0]
    opener = LibraryLoader(str(catalogue.location), club)
    with qtbot.waitSignal(opener.opened) as opened:
        opener.start()
    assert kept.list() == ()
    opened.args[0].close()


def test_a_game_is_renamed_even_while_it_is_on_the_table(club: MainWindow, qtbot: QtBot) -> None:
    play(club, 2)
    club.show_start()
    click_item(club, qtbot, saved_items(club)[0])
    qtbot.keyClick(club.start.tree, Qt.Key.Key_F2)
    dialog = dialog_of(club, qtbot, QInputDialog, "renameGame")
    line = dialog.findChild(QLineEdit)
    assert line is not None and line.text() == "The Bridge"
    line.selectAll()
    qtbot.keyClicks(line, "Sunday with Tom")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    (item,) = saved_items(club)
    assert item.text(0) == "Sunday with Tom" and club.start.tree.currentItem() is item
    club.return_to_table()
    controller = club.table.controller
    assert controller is not None and controller.act(controller.offers[0].action)
    assert [(entry.name, entry.actions) for entry in club.library.begun()] == [("Sunday with Tom", 3)]


def test_a_name_is_given_once(club: MainWindow, qtbot: QtBot) -> None:
    play(club, 1)
    play(club, 2)
    autosave = club.library.autosave
    later, earlier = club.library.begun()
    autosave.rename(earlier, "Ours")
    with pytest.raises(BadInput, match="already a game named 'Ours'"):
        autosave.rename(later, "Ours")
    with pytest.raises(BadInput, match="needs a name"):
        autosave.rename(later, "  ")


def test_a_game_is_removed_after_a_question(club: MainWindow, qtbot: QtBot) -> None:
    play(club, 3)
    play(club, 2)
    club.show_start()
    click_item(club, qtbot, item_with(club, 2))
    assert not club.start.card.remove.isEnabled(), "it is on the table"
    for answer, left in (("Cancel", [2, 3]), ("Remove", [2])):
        click_item(club, qtbot, item_with(club, 3))
        qtbot.mouseClick(club.start.card.remove, Qt.MouseButton.LeftButton)
        box = dialog_of(club, qtbot, QMessageBox, "removeGame")
        assert isinstance(box, QMessageBox) and "3 actions" in box.informativeText()
        button = next(b for b in box.buttons() if b.text().replace("&", "") == answer)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda left=left: sorted(e.actions for e in club.library.begun()) == left)
    assert [item.data(0, WHAT).actions for item in saved_items(club)] == [2]
    assert club.start.card.button.text() in ("Continue", "Play")


def test_more_games_than_the_latest_are_shown_on_demand(club: MainWindow, qtbot: QtBot) -> None:
    for _ in range(7):
        play(club, 1)
    club.show_start()
    assert len(saved_items(club)) == 5 and "Show 2 older games" in listed(club)
    line = club.start._items()[listed(club).index("Show 2 older games")]
    qtbot.keyClick(club.start.tree, Qt.Key.Key_Home)
    club.start.tree.setCurrentItem(line)
    qtbot.keyClick(club.start.tree, Qt.Key.Key_Return)
    assert len(saved_items(club)) == 7
    assert club.start.tree.currentItem() is saved_items(club)[5], "the first one that was not shown"


def test_a_position_that_cannot_be_read_says_so(
    club: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(club, 2)
    leave_table(club)
    catalogue = club.library.catalogue
    assert catalogue is not None
    with closing(sqlite3.connect(str(catalogue.location))) as plain, plain:
        plain.execute("UPDATE saved_games SET snapshot = '', snapshot_at = 0")
        plain.execute("UPDATE game_actions SET action = 'nonsense' WHERE number = 2")
    club.show_start()
    click_item(club, qtbot, saved_items(club)[0])
    qtbot.waitUntil(lambda: "Reading" not in club.start.card._facts.text())
    assert club.start.card._text.text() and club.start.card.button.isEnabled()


def test_the_easiest_game_with_a_referee_comes_first(window: MainWindow) -> None:
    cards = [card for card in window.library.cards() if card.game in games.SHIPPED]
    order = list(dict.fromkeys(card.game for card in cards))
    assert order[-1] == "free", "a table without a referee teaches nobody"
    easiest = [min(card.complexity for card in cards if card.game == game) for game in order[:-1]]
    assert len(easiest) > 1 and easiest == sorted(easiest)
