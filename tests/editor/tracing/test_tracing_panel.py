"""Tracings in the editor: add, align, convert to terrain with a preview, cancel."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.tracing.hexes_from_lines import Outcome, TerrainMaker
from engine.catalogue.document import Anchor, Georeference, ScenarioDocument, Side
from tests.editor.hands import Hands
from tests.editor.tracing.test_tracing import DEGREES, LAND, LATTICE, LAYOUT, RIVERS, SHEET, TOWNS, collection


@pytest.fixture
def workspace(page: EditorPage, qtbot: QtBot) -> Hands:
    anchors = []
    for here in (LATTICE.hexes[0], LATTICE.hexes[20], LATTICE.hexes[-1]):
        longitude, latitude = DEGREES.at(LAYOUT.centre(here))
        anchors.append(Anchor(here, latitude, longitude))
    sheet = replace(SHEET, georeference=Georeference(anchors=tuple(anchors)))
    page.file_actions.open_document(
        EditorDocument(ScenarioDocument("s", "S", "toy", sheet, (Side("a", "A"), Side("b", "B"))))
    )
    qtbot.wait(1)
    return Hands(page, qtbot)


def added(hands: Hands, tmp_path: Path, name: str, features) -> None:
    path = tmp_path / f"{name}.geojson"
    path.write_text(json.dumps(collection(*features)))
    controller = hands.page.reference_images.tracing
    controller.add(path)
    hands.qtbot.waitUntil(lambda: not controller.is_busy)


def test_a_tracing_becomes_terrain_with_a_preview_and_one_step(workspace: Hands, tmp_path: Path) -> None:
    controller, panel = workspace.page.reference_images.tracing, workspace.page.reference_images.tracing_panel
    for name, features in (("land", LAND), ("rivers", RIVERS), ("places", TOWNS)):
        added(workspace, tmp_path, name, features)
    assert len(panel.roles) == 3
    for key, kind in (("land", "clear"), ("sea", "sea"), ("rivers", "river"), ("towns", "town")):
        panel.kinds[key].setCurrentIndex(panel.kinds[key].findData(kind))
    assert workspace.steps == [
        "Add tracing land.geojson",
        "Add tracing rivers.geojson",
        "Add tracing places.geojson",
    ]
    panel.convert.click()
    workspace.qtbot.waitUntil(lambda: controller.outcome is not None)
    assert not workspace.work.terrain
    assert "river hexsides" in panel.words.text()
    assert panel.apply.isVisibleTo(panel)
    panel.apply.click()
    assert workspace.steps[-1] == "Convert the tracing to terrain"
    assert len(workspace.steps) == 4
    assert len(workspace.work.terrain) == len(LATTICE.hexes)
    assert {f.name for here in workspace.work.features("features").values() for f in here} == {
        "Kreuz",
        "Hafen",
    }
    workspace.document.undo()
    assert not workspace.work.terrain
    assert not workspace.work.hexsides
    assert controller.outcome is None


def test_the_preview_can_be_dropped_and_goes_when_the_map_changes(workspace: Hands, tmp_path: Path) -> None:
    controller, panel = workspace.page.reference_images.tracing, workspace.page.reference_images.tracing_panel
    added(workspace, tmp_path, "land", LAND)
    for finish in (panel.discard.click, lambda: workspace.click(LATTICE.hexes[100])):
        panel.convert.click()
        workspace.qtbot.waitUntil(lambda: controller.outcome is not None)
        finish()
        assert controller.outcome is None
    assert len(workspace.work.terrain) == 1


def test_roles_can_be_changed_and_files_removed(workspace: Hands, tmp_path: Path) -> None:
    controller, panel = workspace.page.reference_images.tracing, workspace.page.reference_images.tracing_panel
    added(workspace, tmp_path, "lines", RIVERS[:2])
    (box,) = panel.roles.values()
    box.setCurrentIndex(box.findData("roads"))
    box.activated.emit(box.currentIndex())
    assert [traced.role for traced in controller.files] == ["roads"]
    (gone,) = panel.removers.values()
    gone.click()
    assert not controller.files
    assert not controller.can_be_pinned
    workspace.document.undo()
    assert controller.can_be_pinned


def test_a_damaged_file_changes_nothing(workspace: Hands, tmp_path: Path) -> None:
    (tmp_path / "bad.geojson").write_text('{"type": "FeatureCollection"')
    controller = workspace.page.reference_images.tracing
    controller.add(tmp_path / "bad.geojson")
    workspace.qtbot.waitUntil(lambda: not controller.is_busy)
    assert not workspace.steps
    assert "not valid JSON" in workspace.page.reference_images.tracing_panel.words.text()


def test_pinning_three_places_makes_them_known_places_of_the_map(
    page: EditorPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.file_actions.open_document(
        EditorDocument(ScenarioDocument("s", "S", "toy", SHEET, (Side("a", "A"),)))
    )
    hands = Hands(page, qtbot)
    qtbot.wait(1)
    places = {here: list(DEGREES.at(LAYOUT.centre(here))) for here in ("0303", "2004", "1015")}
    added(hands, tmp_path, "places", [("Point", at, {"name": here}) for here, at in places.items()])
    controller, canvas = page.reference_images.tracing, page.workspace.canvas
    page.reference_images.tracing_panel.align.click()
    for here, at in places.items():
        x, y = controller.place().at((at[0], at[1]))
        hands.drag([canvas.mapFromScene(QPointF(x, y)), here])
    anchors = hands.work.sheet("georeference").anchors
    assert [anchor.hex for anchor in anchors] == list(places)
    for anchor in anchors:
        longitude, latitude = places[anchor.hex]
        assert anchor.longitude == pytest.approx(longitude, abs=0.005)
        assert anchor.latitude == pytest.approx(latitude, abs=0.005)
    assert controller.place().at(DEGREES.at((500.0, 500.0))) == pytest.approx((500.0, 500.0), abs=12)


def test_cancel_stops_the_work_and_changes_nothing(workspace: Hands, tmp_path: Path, monkeypatch) -> None:
    controller, panel = workspace.page.reference_images.tracing, workspace.page.reference_images.tracing_panel
    added(workspace, tmp_path, "land", LAND)

    def slowly(self, layers, options, told) -> Outcome:
        while True:
            told(1, 2, "Measuring land")
            time.sleep(0.002)

    monkeypatch.setattr(TerrainMaker, "compute", slowly)
    panel.convert.click()
    workspace.qtbot.waitUntil(lambda: panel.progress.format().startswith("Measuring"))
    assert panel.stop.isVisibleTo(panel)
    panel.stop.click()
    workspace.qtbot.waitUntil(lambda: not controller.is_busy)
    assert controller.outcome is None
    assert panel.convert.isEnabled()
