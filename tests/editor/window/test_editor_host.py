"""The editor in the main window: switching, menus, playtest, closing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from editor.document.editor_document import EditorDocument
from editor.files.file_actions import CANCEL, DISCARD
from engine.catalogue import store
from tests.app.window.test_main_window import unnamed
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario

BESIDE_PROBLEMS_PX = 890
"""What tools and problems leave of a window of 1280 pixels."""


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """The window on a catalogue of its own."""
    monkeypatch.setenv("STARTLINE_HOME", str(tmp_path))
    store.create_file(tmp_path / "own.db")
    shown = MainWindow("light", remember=False)
    qtbot.addWidget(shown, before_close_func=lambda window: settle(window))
    shown.table.map.patient = True
    shown.preferences.set(animation="off", confirm=False)
    shown.actions_by_key["hot_seat"].setChecked(False)
    shown.set_library(ScenarioLibrary.open(str(tmp_path / "own.db")))
    with qtbot.waitExposed(shown):
        shown.show()
    yield shown


def settle(window: MainWindow) -> None:
    """Nobody asks questions while the test ends."""
    window.editor_host.page.file_actions.ask_unsaved = lambda title: DISCARD


def menus(window: MainWindow) -> list[str]:
    return [action.text().replace("&", "") for action in window.menuBar().actions() if action.isVisible()]


def test_there_and_back(window: MainWindow, qtbot: QtBot) -> None:
    assert menus(window) == ["File", "Play", "View", "Help"]
    qtbot.mouseClick(window.start.edit, Qt.MouseButton.LeftButton)
    page = window.editor_host.page
    assert window.pages.currentWidget() is page
    assert menus(window) == ["File", "Edit", "Tools", "View", "Scenario", "Help"]
    assert not window.actions_by_key["open"].isEnabled(), "Ctrl+O belongs to the editor now"
    qtbot.mouseClick(window.editor_host.switch.buttons["play"], Qt.MouseButton.LeftButton)
    assert window.pages.currentWidget() is window.start
    assert menus(window) == ["File", "Play", "View", "Help"]
    assert window.actions_by_key["open"].isEnabled()
    window.actions_by_key["editor"].trigger()
    assert window.editor_host.page is page and window.editor_host.switch.buttons["edit"].isChecked()


def test_an_editor_that_was_open_before_the_catalogue_saves_to_it(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+E in the first moments after the start, while the catalogue is still being opened."""
    monkeypatch.setenv("STARTLINE_HOME", str(tmp_path))
    store.create_file(tmp_path / "own.db")
    library = ScenarioLibrary.open(str(tmp_path / "own.db"))
    assert library.catalogue is not None
    library.catalogue.save(replace(small_scenario(), key="toy-mine", title="Of last week"))
    window = MainWindow("light", remember=False)
    qtbot.addWidget(window, before_close_func=settle)
    window.show()
    window.editor_host.open_editor()
    page = window.editor_host.page
    window.set_library(library)
    assert "Of last week" in [button.text() for button in page.welcome.findChildren(QPushButton)]
    page.file_actions.open_document(EditorDocument(small_scenario()))
    assert page.file_actions.save()
    assert small_scenario().key in {entry.key for entry in library.catalogue.list()}


def test_saving_waits_for_the_catalogue(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARTLINE_HOME", str(tmp_path))
    store.create_file(tmp_path / "own.db")
    library = ScenarioLibrary.open(str(tmp_path / "own.db"))
    window = MainWindow("light", remember=False)
    qtbot.addWidget(window, before_close_func=settle)
    window.await_library(lambda: window.set_library(library))
    window.show()
    window.editor_host.open_editor()
    actions = window.editor_host.page.file_actions
    actions.open_document(EditorDocument(small_scenario()))
    assert actions.scenario_store.catalogue is None
    assert actions.save() and library.catalogue is not None
    assert small_scenario().key in {entry.key for entry in library.catalogue.list()}


def test_every_table_fits_beside_the_problems(window: MainWindow) -> None:
    """In a window of 1280 pixels nothing has to be scrolled sideways to be read."""
    window.resize(1280, 800)
    window.editor_host.open_editor()
    page = window.editor_host.page
    page.file_actions.open_document(EditorDocument(small_scenario()))
    for name in ("forces", "schedule", "victory", "scenario", "charts"):
        part = getattr(page.parts, name)
        page.show_part(part)
        page.panels.show_panel("problems")
        QApplication.processEvents()
        assert page.width() == 1280 and part.minimumSizeHint().width() <= BESIDE_PROBLEMS_PX, name


def test_a_scenario_is_tried_out_and_the_bench_stays(window: MainWindow, qtbot: QtBot) -> None:
    window.editor_host.open_editor()
    page = window.editor_host.page
    assert page.file_actions.open("toy-bridge")
    hands = Hands(page, qtbot)
    hands.take("names")
    hands.click("0303")
    card = page.tools["names"].popup  # type: ignore[attr-defined]
    card.text.setText("Try")
    card.write.click()
    steps = len(hands.steps)
    assert steps == 1
    page.actions_by_key["play"].trigger()
    assert window.pages.currentWidget() is window.table
    controller = window.table.controller
    assert controller is not None and controller.document is not None
    assert any(label.text == "Try" for label in controller.document.map.labels)
    window.editor_host.switch.buttons["edit"].click()
    assert window.pages.currentWidget() is page and len(hands.steps) == steps
    page.actions_by_key["undo"].trigger()
    assert not any(label.text == "Try" for label in hands.work.sheet("labels"))


def test_what_cannot_be_played_is_said(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.editor_host.open_editor()
    page = window.editor_host.page
    page.file_actions.open("toy-bridge")
    said: list[str] = []
    monkeypatch.setattr(window.messages, "warn", lambda title, text: said.append(title))
    document = page.document
    assert document is not None
    from editor.commands.scenario import set_scenario_fields

    document.do(set_scenario_fields(document.work, sides=()))
    page.actions_by_key["play"].trigger()
    assert said == ["This scenario cannot be played yet"]
    assert window.pages.currentWidget() is page


def test_a_saved_scenario_is_on_the_shelf(window: MainWindow) -> None:
    window.editor_host.open_editor()
    page = window.editor_host.page
    page.file_actions.open("toy-bridge")
    assert window.isWindowModified() and "my version" in window.windowTitle()
    page.actions_by_key["save"].trigger()
    assert not window.isWindowModified()
    assert "toy-bridge-mine" in {card.key for card in window.library.cards()}


def test_the_start_page_reads_the_shelf_when_somebody_comes_there(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.editor_host.open_editor()
    page, read, refresh = window.editor_host.page, list[str](), window.start.refresh
    monkeypatch.setattr(window.start, "refresh", lambda: (read.append("shelf"), refresh()))
    page.file_actions.open("toy-bridge")
    page.actions_by_key["save"].trigger()
    assert not window.isWindowModified() and read == []
    window.editor_host.leave()
    assert read == ["shelf"] and window.start.choose("toy-bridge-mine")


def test_closing_asks_about_unsaved_work(window: MainWindow) -> None:
    window.editor_host.open_editor()
    page = window.editor_host.page
    page.file_actions.open("toy-bridge")
    page.file_actions.ask_unsaved = lambda title: CANCEL
    window.close()
    assert window.isVisible()
    page.file_actions.ask_unsaved = lambda title: DISCARD
    window.close()
    assert not window.isVisible()
    assert page.file_actions.recovery_copies() == []


def test_everything_in_the_workshop_has_a_name(window: MainWindow) -> None:
    window.editor_host.open_editor()
    page = window.editor_host.page
    page.file_actions.open("toy-bridge")
    for tool in page.tools:
        page.choose_tool(tool)
        assert unnamed(page) == [], tool


def test_no_tool_makes_the_window_wider(window: MainWindow) -> None:
    window.resize(1280, 800)
    window.editor_host.open_editor()
    page = window.editor_host.page
    page.file_actions.open("toy-bridge")
    for tool in page.tools:
        page.choose_tool(tool)
    for part in (
        page.parts.forces,
        page.parts.schedule,
        page.parts.victory,
        page.parts.scenario,
        page.parts.map,
    ):
        page.show_part(part)
    assert (window.minimumSizeHint().width() <= 1280) and window.size() == QSize(1280, 800)


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_every_tool_has_an_icon(window: MainWindow, qtbot: QtBot, choice: str) -> None:
    window.set_theme(choice)
    window.editor_host.open_editor()
    qtbot.waitUntil(lambda: not window.editor_host.page.idle_queue.is_busy, timeout=20_000)
    for action in window.editor_host.page.tool_actions.values():
        assert not action.icon().isNull() and action.toolTip() and action.shortcut().toString()
    keys = [action.shortcut().toString() for action in window.editor_host.page.tool_actions.values()]
    assert len(set(keys)) == len(keys)


def test_the_chosen_scenario_is_offered(window: MainWindow) -> None:
    window.start.choose("toy-mud")
    window.editor_host.open_editor()
    page = window.editor_host.page
    assert page.welcome.suggestion.text() == "Open “The Bridge in the Mud”"
    page.welcome.suggestion.click()
    assert page.document is not None and page.document.key == "toy-mud-mine"
