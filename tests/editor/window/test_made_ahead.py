"""What the editor builds during idle time: panels, pictures, tables. They are also built on demand."""

from __future__ import annotations

from functools import partial
from itertools import count

import pytest
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from app.map.terrain import terrain_layer
from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.panels import swatches
from editor.panels.swatches import EDGE, Swatch, swatch
from editor.tracing.tracing_panel import TracingPanel
from tests.editor.hands import Hands
from tests.editor.samples import small_scenario

TABLES = {"forces", "schedule", "victory", "scenario", "charts"}


def test_panels_are_made_when_the_page_is_shown(page: EditorPage, qtbot: QtBot) -> None:
    assert not {"roster", "layers"} & vars(page).keys(), "the first picture does not wait for them"
    page.arrive()
    qtbot.waitUntil(lambda: not page.idle_queue.is_busy, timeout=20_000)
    assert {"roster", "layers"} <= vars(page).keys()
    assert all(dock.widget() is not None for dock in page.docks.values())
    assert not TABLES & vars(page.parts).keys(), "without a scenario there is nothing to list"


def test_who_opens_a_scenario_at_once_finds_every_panel(page: EditorPage) -> None:
    page.arrive()
    page.file_actions.open_document(EditorDocument(small_scenario()))
    assert all(dock.widget() is not None for dock in page.docks.values())
    assert page.roster.item("R1").text(0)


def test_tables_are_made_while_the_map_is_looked_at(hands: Hands) -> None:
    parts = hands.page.parts
    hands.qtbot.waitUntil(lambda: not hands.page.idle_queue.is_busy, timeout=20_000)
    assert vars(parts).keys() >= TABLES
    forces = parts.forces
    hands.page.show_part(forces)
    assert parts.part(parts.currentIndex()) is forces and forces.units.model.rowCount() > 0


def test_a_tab_that_is_wanted_early_is_there(hands: Hands) -> None:
    parts = hands.page.parts
    parts.setCurrentIndex(parts.count() - 1)
    charts = parts.part(parts.currentIndex())
    hands.qtbot.waitUntil(lambda: not hands.page.idle_queue.is_busy, timeout=20_000)
    assert charts is parts.charts and charts.isVisible()


def test_the_tracing_panel_may_come_after_the_scenario(hands: Hands) -> None:
    panel = TracingPanel(hands.page.workspace.open_document, hands.page.reference_images.tracing)
    hands.qtbot.addWidget(panel)
    assert all(box.count() > 1 for box in panel.findChildren(QComboBox))


def test_a_swatch_is_drawn_in_portions(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    key = ("terrain", "woods", False, 1.25, None)
    swatches._drawn.pop(key, None)
    drawing, tries = Swatch(key), 0
    with monkeypatch.context() as clock:
        clock.setattr(terrain_layer, "perf_counter", partial(next, count()))
        while (icon := drawing.draw_on(3.0)) is None:
            tries += 1
    assert tries > 1, "not in one go"
    swatches._drawn.pop(key)
    assert _image(icon) == _image(swatch(*key[:4]))


def _image(icon: QIcon) -> object:
    return icon.pixmap(EDGE, EDGE).toImage()
