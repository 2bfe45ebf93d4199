"""Work on forty thousand hexes: computed in the background, drawn in portions, only as much as needed."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from threading import current_thread, main_thread

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from app.map import map_scene
from app.map.overlays.area_art import Area
from editor.commands.painting import paint_terrain
from editor.commands.set_records import SetRecords
from editor.document.working_copy import SCENARIO, WorkingCopy
from editor.editor_page import EditorPage
from editor.map import clip_preview, shapes
from editor.map.clip import copy_hexes
from editor.map.clip_preview import ClipPreview
from tests.editor.hands import Hands
from tests.editor.large_maps import large
from tests.editor.samples import small_scenario


@pytest.fixture
def whole(page: EditorPage, qtbot) -> Hands:
    """A large map, all of it selected."""
    page.file_actions.open_document(large())
    page.workspace.canvas.patient = False
    page.actions_by_key["select_all"].trigger()
    QApplication.processEvents()
    return Hands(page, qtbot)


@pytest.fixture
def weighed_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """For each time that a command is prepared_command, whether the window had to wait for it."""
    seen: list[bool] = []
    prepare = SetRecords.prepare

    def watched(command: SetRecords, work: WorkingCopy) -> None:
        seen.append(current_thread() is main_thread())
        prepare(command, work)

    monkeypatch.setattr(SetRecords, "prepare", watched)
    yield seen


def test_a_large_command_is_weighed_once_and_beside_the_window(whole: Hands, weighed_in: list[bool]) -> None:
    whole.page.actions_by_key["clear"].trigger()
    assert not whole.work.terrain and weighed_in == [False]
    whole.page.actions_by_key["undo"].trigger()
    assert len(whole.work.terrain) == 40_000 and weighed_in == [False]


def test_another_version_is_weighed_beside_the_window(whole: Hands, weighed_in: list[bool]) -> None:
    file_actions, document = whole.page.file_actions, whole.document
    assert file_actions.become(document, lambda: small_scenario(), "Become small")
    assert document.snapshot() == small_scenario() and weighed_in == [False]


def test_what_was_weighed_ahead_is_weighed_anew_if_something_was_written_meanwhile() -> None:
    work = WorkingCopy(small_scenario())
    was = work.terrain["0102"]
    command = paint_terrain(["0101", "0102"], "marsh")
    command.prepare(work)
    paint_terrain(["0101"], "hill").do(work)
    command.do(work)
    assert work.terrain["0101"] == work.terrain["0102"] == "marsh"
    command.undo(work)
    assert (work.terrain["0101"], work.terrain["0102"]) == ("hill", was)


def test_an_entry_that_is_not_there_can_be_taken_out() -> None:
    work = WorkingCopy(small_scenario())
    work.put("terrain", {"0101": None, "9999": None, "0102": "marsh"})
    assert "0101" not in work.terrain and "9999" not in work.terrain and work.terrain["0102"] == "marsh"


def test_a_snapshot_is_made_of_what_has_changed() -> None:
    work = WorkingCopy(small_scenario())
    first = work.document()
    assert work.document() is first == small_scenario()
    work.put(SCENARIO, {"title": "Another"})
    second = work.document()
    assert (first.title, second.title) == (small_scenario().title, "Another")
    third = work.document()
    assert third is second
    work.put("terrain", {"0101": "marsh"})
    assert work.document().map.hexsides is second.map.hexsides
    assert second.map.terrain == first.map.terrain and work.document().map.terrain["0101"] == "marsh"


def test_paint_leaves_what_lies_on_the_hexsides_alone(whole: Hands) -> None:
    scene = whole.page.workspace.canvas.map_scene()
    assert scene is not None
    sides = scene.printed_map.sides_of
    whole.page.workspace.palettes.pick("terrain", "marsh")
    whole.page.actions_by_key["paint"].trigger()
    assert set(scene.printed_map.terrain.values()) == {"marsh"}
    assert scene.printed_map.sides_of is sides


def test_a_layer_that_goes_leaves_the_scene_where_it_is(hands: Hands) -> None:
    canvas, layers = hands.page.workspace.canvas, hands.page.workspace.layers
    scene = canvas.map_scene()
    assert scene is not None and scene.printed_map.terrain
    layers.set("terrain", shown=False)
    assert canvas.map_scene() is scene and not scene.printed_map.terrain
    layers.set("terrain", shown=True)
    assert canvas.map_scene() is scene and scene.printed_map.terrain == hands.work.terrain


def test_the_wand_looks_for_much_ground_beside_the_window(
    whole: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[bool] = []
    connected = shapes.connected

    def watched(*args, **named) -> list[str]:
        waited.append(current_thread() is main_thread())
        return connected(*args, **named)

    monkeypatch.setattr(shapes, "connected", watched)
    whole.page.workspace.selection.select(())
    whole.take("wand")
    middle = whole.page.workspace.canvas.viewport().rect().center()
    whole.press(middle)
    whole.release(middle)
    assert len(whole.page.workspace.selection.hexes) == 40_000 and waited == [False]


def test_a_large_selection_is_worked_out_in_portions(whole: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """However late a frame is, some of it is done in each, and the rest in the next."""
    canvas, done = whole.page.workspace.canvas, list[bool]()
    paint = Area.paint

    def watched(area: Area, painter: QPainter, exposed: QRectF, until: float = inf) -> bool:
        whole_done = paint(area, painter, exposed, until)
        if area is canvas.selection._area:
            done.append(whole_done)
        return whole_done

    monkeypatch.setattr(Area, "paint", watched)
    monkeypatch.setattr(map_scene, "AREAS_BUDGET_SECONDS", 0.0)
    canvas.zoom(9)
    whole.qtbot.waitUntil(lambda: False in done and done[-1])
    assert done.count(False) > 3


def test_a_ghost_is_not_shown_after_every_stroke(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clip_preview, "_UPDATE_SECONDS", float("inf"))
    lattice = hands.document.lattice
    ghost = ClipPreview(hands.page.workspace.canvas.geometry_of_map)
    ghost.show_clip(copy_hexes(hands.work, lattice, lattice.hexes), ["terrain", "hexsides"])
    assert ghost.draw_on(0.0) and ghost.boundingRect().isNull()
    assert not ghost.draw_on(None)
    assert ghost.boundingRect().width() > 2 * hands.page.workspace.canvas.geometry_of_map.half_width
