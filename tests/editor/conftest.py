"""An editor on a catalogue of its own, and hands to work in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.files.scenario_store import ScenarioStore
from engine.catalogue import store
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario


@pytest.fixture
def scenario_store(tmp_path: Path) -> Iterator[ScenarioStore]:
    """An empty catalogue and a folder for backups."""
    with store.open(tmp_path / "mine.db", create=True) as catalogue:
        yield ScenarioStore(catalogue, tmp_path)


@pytest.fixture
def page(qtbot: QtBot, scenario_store: ScenarioStore, tmp_path: Path) -> Iterator[EditorPage]:
    """The editor page without a document."""
    shown = EditorPage(scenario_store, tmp_path)
    qtbot.addWidget(shown)
    shown.workspace.canvas.patient = True
    shown.resize(1280, 800)
    with qtbot.waitExposed(shown):
        shown.show()
    yield shown
    shown.close_down()


@pytest.fixture
def hands(page: EditorPage, qtbot: QtBot) -> Hands:
    """A user of the editor with the small scenario open."""
    page.file_actions.open_document(EditorDocument(small_scenario()))
    qtbot.wait(1)
    return Hands(page, qtbot)
