"""The handbook: its pages, its window, F1 by context, and the export."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.handbook.export import export, file_name
from app.handbook.markup import Targets, entries_in, links_in, pictures_in, to_html
from app.handbook.menu_words import menu_words
from app.handbook.pages import HELP_FOLDER, handbook, read_handbook
from app.main_window import MainWindow
from app.settings.preferences_dialog import PreferencesDialog
from engine import games
from engine.bad_input import BadInput
from tests.app.hands import Hands

PLAIN = Targets(link=lambda target: target, entry=str.upper, picture=lambda name: f"{name}.jpg")
PAGES = list(handbook().pages)


def test_markup_becomes_html() -> None:
    text = "# Title\nOne *two* **three** `four`\nfive [six](page:a/b) {save}\n- a\n  b\n- c\n\n1. d\n> note"
    text += "\n![x](shot:y)"
    assert to_html(text, PLAIN).splitlines() == [
        "<h1>Title</h1>",
        "<p>One <i>two</i> <b>three</b> <code>four</code> five <a href='page:a/b'>six</a> <b>SAVE</b></p>",
        "<ul><li>a b</li><li>c</li></ul>",
        "<ol><li>d</li></ol>",
        "<blockquote>note</blockquote>",
        "<p class='figure'><img src='y.jpg' alt='x'><br><i>x</i></p>",
    ]


def test_a_table_has_a_head_if_a_line_of_dashes_follows() -> None:
    html = to_html("| a | b |\n|---|---|\n| 1 < 2 | d |", PLAIN)
    assert "<tr><th align='left'>a</th><th align='left'>b</th></tr>" in html
    assert "<tr><td align='left'>1 &lt; 2</td><td align='left'>d</td></tr>" in html


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.key)
def test_every_page_names_only_what_exists(page) -> None:
    keys = {known.key for known in PAGES}
    assert page.text.startswith("# ")
    for target in links_in(page.text):
        kind, _, name = target.partition(":")
        assert kind in ("page", "case", "http", "https"), target
        assert kind != "page" or name in keys, f"{page.key} links to {name}"
    for entry in entries_in(page.text):
        assert menu_words(entry)


@pytest.mark.parametrize("page", [page for page in PAGES if page.part == "games"], ids=lambda page: page.key)
def test_the_page_of_a_game_links_to_its_cases(page) -> None:
    rules = games.game(page.key.partition("/")[2]).rules_path().read_text(encoding="utf-8")
    for target in links_in(page.text):
        if target.startswith("case:"):
            assert f'id = "{target.removeprefix("case:")}"' in rules


def test_every_shipped_game_has_a_page_and_a_lesson() -> None:
    for path in (HELP_FOLDER.parent / "rules").glob("*.toml"):
        assert handbook().page(f"games/{path.stem}") is not None, path.stem
        assert (HELP_FOLDER.parent / "learn" / f"{path.stem}.toml").is_file(), path.stem


@pytest.mark.parametrize(
    "context", ["start", "table", "panel.odds", "panel.log", "hand-over", "end", "preferences"]
)
def test_every_place_of_the_window_has_a_page(context: str) -> None:
    assert handbook().for_context([context]) is not None


def test_no_two_pages_explain_the_same_place() -> None:
    contexts = [context for page in PAGES for context in page.contexts]
    assert len(contexts) == len(set(contexts))


def test_an_unknown_menu_entry_is_refused() -> None:
    with pytest.raises(BadInput, match="dance"):
        menu_words("dance")


def test_a_page_without_its_first_lines_is_refused(tmp_path: Path) -> None:
    (tmp_path / "playing").mkdir()
    (tmp_path / "contents.toml").write_text('[[part]]\nfolder = "playing"\ntitle = "Playing"\n')
    (tmp_path / "playing" / "a.md").write_text("# A\n")
    with pytest.raises(BadInput, match="title and order"):
        read_handbook(tmp_path)


def test_the_best_hit_comes_first() -> None:
    assert handbook().search("welcome")[0].key == "playing/welcome"
    assert handbook().search("no such word anywhere") == []


def test_the_export_has_every_page_and_no_dead_link(tmp_path: Path) -> None:
    written = export(handbook(), tmp_path, with_pictures=False)
    names = {path.name for path in written}
    assert {"index.html", "style.css", *(file_name(page.key) for page in PAGES)} <= names
    for path in written:
        text = path.read_text()
        for link in [part.partition("'")[0] for part in text.split("href='")[1:]]:
            assert (tmp_path / link).is_file(), f"{path.name} links to {link}"


def test_f1_opens_the_page_for_what_has_the_focus(hands: Hands, qtbot: QtBot) -> None:
    window = hands.window
    window.show_start()
    qtbot.keyClick(window.start.tree, Qt.Key.Key_F1)
    assert window.handbook.shown is not None and window.handbook.shown.shown == "playing/welcome"
    assert "Welcome to Startline" in window.handbook.shown.page.toPlainText()
    window.handbook.shown.close()
    window.return_to_table()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window.table.log.search, Qt.Key.Key_F1)
    assert window.handbook.shown is not None
    window.table.log.search.setFocus()
    window.handbook.show_for_focus()
    assert window.handbook.shown.shown == "playing/history"


def test_f1_works_in_a_dialog(window: MainWindow, qtbot: QtBot) -> None:
    window.preference_actions.show_preferences()
    dialog = window.findChild(PreferencesDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog, Qt.Key.Key_F1)
    shown = window.handbook.shown
    assert shown is not None and shown.isVisible() and shown.parent() is dialog
    dialog.close()
    qtbot.waitUntil(lambda: window.handbook.shown is None)


def test_the_window_searches_and_goes_back(window: MainWindow, qtbot: QtBot) -> None:
    window.handbook.show_page("playing/welcome")
    shown = window.handbook.shown
    assert shown is not None
    qtbot.keyClicks(shown.search, "guided first game")
    assert shown.contents.topLevelItemCount() >= 1
    best = shown.contents.topLevelItem(0)
    assert best is not None and shown.shown == best.data(0, Qt.ItemDataRole.UserRole)


def test_every_picture_that_is_shipped_is_used() -> None:
    shipped = {path.stem for path in (HELP_FOLDER / "pictures").glob("*.jpg")}
    assert shipped <= {name for page in PAGES for name in pictures_in(page.text)}
