"""Released objects are freed at once, without a search for reference cycles on large maps."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from weakref import ref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QDialog, QGraphicsScene, QWidget

from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_layer import TerrainLayer
from editor.files.scenario_store import ScenarioStore
from editor.import_dialog.dialog import ImportDialog
from editor.importers import safe_xml
from editor.importers.foreign_map import ForeignMap
from editor.importers.safe_xml import parse_xml
from editor.printing.export_picture_dialog import PictureDialog, PictureSettings
from editor.printing.paper import PrintSettings
from editor.printing.print_dialog import PrintDialog
from tests.editor.samples import small_scenario


@pytest.fixture(autouse=True)
def nobody_sweeps() -> Iterator[None]:
    """Whatever goes does so by itself."""
    gc.disable()
    yield
    gc.enable()


def _import_dialog(folder: Path, window: QWidget) -> QDialog:
    sheet = small_scenario().map
    foreign = ForeignMap("map", "ForeignMap", sheet.grid, sheet.terrain)
    return ImportDialog(foreign, ScenarioStore(None, folder), small_scenario(), window)


def _print_dialog(folder: Path, window: QWidget) -> QDialog:
    return PrintDialog(small_scenario(), PrintSettings(), (), window)


def _picture_dialog(folder: Path, window: QWidget) -> QDialog:
    return PictureDialog(small_scenario(), PictureSettings(), {}, window)


@pytest.mark.parametrize("make", [_import_dialog, _print_dialog, _picture_dialog])
def test_a_dialogue_goes_with_all_that_it_showed(
    qtbot, tmp_path: Path, make: Callable[[Path, QWidget], QDialog]
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = make(tmp_path, window)
    watch = ref(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: not getattr(watch(), "is_working", False))
    dialog.reject()
    dialog.deleteLater()
    del dialog
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert watch() is None


def test_the_ground_of_a_map_goes_with_its_scene(qtbot) -> None:
    scene, printed_map = QGraphicsScene(), PrintedMap.of(small_scenario())
    layer = TerrainLayer(scene, printed_map)
    lattice = printed_map.geometry.lattice
    here = lattice.hexes[0]
    assert lattice.neighbors(here) and lattice.cube(here) == (0, 0)
    assert next(iter(printed_map.geometry.chunks_in(printed_map.geometry.bounds))).hexes
    watched = [ref(layer), ref(printed_map.geometry), ref(lattice)]
    del scene, layer, printed_map, lattice
    assert [watch() for watch in watched] == [None] * 3


def test_a_document_that_was_read_goes_with_its_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ref[object]] = []
    builder = safe_xml._Builder

    class Watched(builder):  # type: ignore[misc, valid-type]
        def __init__(self, where: str) -> None:
            super().__init__(where)
            made.append(ref(self))

    monkeypatch.setattr(safe_xml, "_Builder", Watched)
    assert parse_xml(b"<map><row/></map>", "It").tag == "map"
    assert [watch() for watch in made] == [None]
