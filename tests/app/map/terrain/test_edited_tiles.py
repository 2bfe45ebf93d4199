"""A map that is edited looks as if it were drawn anew, and is mended where it was edited alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot

from app.map.counters.counter_style import CounterStyle
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.terrain.chunk_art import ChunkArt
from app.map.terrain.line_art import line_art
from app.map.terrain.terrain_art import Step, TerrainArt
from app.map.terrain.terrain_layer import MOST_PATCHED_HEXES, TerrainLayer
from app.map.terrain.terrain_style import terrain_style
from engine.catalogue.document import Feature
from tests.app.map_pictures import differing, drawn_anew, picture
from tests.app.map_sheets import KINDS, printed_map

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("scale", [0.05, 0.3, 0.8, 1.0])
def test_an_edited_hex_looks_as_if_drawn_anew(scale: float, orientation: str) -> None:
    land = printed_map(orientation=orientation)
    scene = QGraphicsScene()
    layer = TerrainLayer(scene, land)
    before = picture(layer, scene, scale)
    for number, hex_id in enumerate(("0505", "1010", "1101", "0120", "1616", "1617", "0909", "0413")):
        land.terrain[hex_id] = KINDS[(number * 3 + 2) % len(KINDS)]
        layer.repaint([hex_id])
    mended, anew = picture(layer, scene, scale), drawn_anew(land, scale)
    assert mended != before
    # The farther ends of some sides bend a little otherwise, which is a handful of pixels for each hex.
    assert len(differing(mended, anew)) < 80
    layer.repaint_patched()
    assert not differing(picture(layer, scene, scale), anew)
    assert not layer.has_patches


def test_an_edited_river_looks_as_if_drawn_anew() -> None:
    land = printed_map()
    scene = QGraphicsScene()
    layer = TerrainLayer(scene, land)
    before = picture(layer, scene, 0.5)
    side = land.geometry.lattice.hexside("0909", "0910")
    land.hexsides[side] = (Feature("major river"),)
    layer.repaint(["0909", "0910"])
    mended, anew = picture(layer, scene, 0.5), drawn_anew(land, 0.5)
    assert len(differing(mended, before)) > 20
    assert len(differing(mended, anew)) < 20
    layer.repaint_patched()
    assert not differing(picture(layer, scene, 0.5), anew)


@pytest.mark.parametrize("scale", [0.25, 1.0])
@pytest.mark.parametrize("kind", ["major river", "rail", "cliff", "bridge", "highway", "wall"])
def test_whatever_is_drawn_on_a_side_is_mended_as_if_drawn_anew(kind: str, scale: float) -> None:
    land = printed_map(columns=9, rows=9)
    scene = QGraphicsScene()
    layer = TerrainLayer(scene, land)
    picture(layer, scene, scale)
    lattice = land.geometry.lattice
    for here, there in (("0404", "0405"), ("0606", "0706"), ("0303", "0202")):
        land.hexsides[lattice.hexside(here, there)] = (Feature(kind, toward=there),)
        layer.repaint([here, there])
    mended, anew = picture(layer, scene, scale), drawn_anew(land, scale)
    # Hairlines that run out of a picture are rounded there otherwise than in the middle of a larger one.
    assert len(differing(mended, anew)) < (6 if scale == 1.0 else 40)
    layer.repaint_patched()
    assert not differing(picture(layer, scene, scale), anew)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_around_one_hex_all_is_drawn_that_reaches_into_it(orientation: str) -> None:
    """The little that is drawn for an edit looks there like everything together."""
    land = printed_map(columns=12, rows=12, orientation=orientation)
    art, scale = TerrainArt(land), 1.0
    for hex_id in ("0505", "0606", "0101", "0912", "0707"):
        rect = land.geometry.rect(hex_id).adjusted(-12, -12, 12, 12)
        area = QRectF(rect.toAlignedRect())
        few, all_of_it = (
            painted(steps, area)
            for steps in (art.steps_around([hex_id], area, scale), art.steps(area, scale))
        )
        assert len(differing(few, all_of_it)) < 12, hex_id


def painted(steps: Iterable[Step], area: QRectF) -> QImage:
    image = QImage(area.size().toSize(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.translate(-area.topLeft())
    for step in steps:
        step(painter)
    painter.end()
    return image


@pytest.mark.parametrize("scale", [0.16, 1.0])
def test_hexes_side_by_side_are_mended_together(scale: float) -> None:
    """Also around a gap between them, and each side of the grid once."""
    land = printed_map()
    scene = QGraphicsScene()
    layer = TerrainLayer(scene, land)
    picture(layer, scene, scale)
    lattice = land.geometry.lattice
    ring = [*lattice.ring("1010", 1)]
    assert len(ring) == 6 and layer.most_patched == MOST_PATCHED_HEXES
    for hex_id in (*ring, "0303"):
        land.terrain[hex_id] = "sea"
    layer.repaint([*ring, "0303"])
    mended, anew = picture(layer, scene, scale), drawn_anew(land, scale)
    assert len(differing(mended, anew)) < 80
    layer.repaint_patched()
    assert not differing(picture(layer, scene, scale), anew)


def test_what_was_mended_is_painted_anew_when_the_hand_rests(qtbot: QtBot) -> None:
    land = printed_map()
    view = MapView()
    qtbot.addWidget(view)
    view.resize(600, 400)
    scene = MapScene(land, CounterStyle())
    view.setScene(scene)
    view.set_scale(1.0)
    with qtbot.waitExposed(view):
        view.show()
    view.viewport().repaint()
    qtbot.waitUntil(lambda: not view.is_painting_ahead)
    here = view.hex_under(view.viewport().rect().center())
    land.terrain[here] = "sea" if land.kind(here) != "sea" else "mountain"
    scene.terrain.repaint([here])
    assert scene.terrain.has_patches and not scene.terrain.unfinished
    qtbot.waitUntil(lambda: not scene.terrain.has_patches)
    qtbot.waitUntil(lambda: not view.is_painting_ahead)
    assert scene.is_finished
    rested = view.viewport().grab().toImage()
    scene.terrain.repaint_all()
    view.patient = True
    assert not differing(view.viewport().grab().toImage(), rested)


def test_the_art_of_a_chunk_is_made_in_portions_that_tiles_share() -> None:
    land = printed_map()
    hexes = list(land.geometry.lattice.hexes)[:100]
    art = ChunkArt(land, lambda: hexes)
    one, other = art.prepare_lines(), art.prepare_lines()
    portions = 0
    for number, by_turns in enumerate(itertools.cycle((one, other))):
        if next(by_turns, "done") == "done":
            break
        portions = number + 1
    assert portions > 10
    whole = line_art(land, hexes)
    assert {style: path.elementCount() for style, path in art.lines.paths.items()} == {
        style: path.elementCount() for style, path in whole.paths.items()
    }
    assert len(list(ChunkArt(land, lambda: hexes).prepare_areas())) > 10, "one portion for each family"


def test_the_overview_is_mended_when_it_is_looked_at() -> None:
    land = printed_map()
    scene = QGraphicsScene()
    layer = TerrainLayer(scene, land)
    layer.overview()
    land.terrain["0505"] = "sea"
    layer.repaint(["0505"])
    x, y = divmod(land.geometry.lattice.index("0505"), land.geometry.lattice.places_on_a_line)
    assert layer.overview().toImage().pixelColor(x, y) == QColor(terrain_style("sea").fill)


def test_an_edit_is_seen_at_scales_that_were_painted_before_it() -> None:
    land = printed_map()
    scene = QGraphicsScene()
    layer = TerrainLayer(scene, land)
    for scale in (0.3, 0.8):
        picture(layer, scene, scale)
    land.terrain["0505"] = "sea" if land.kind("0505") != "sea" else "mountain"
    layer.repaint(["0505"])
    assert len(differing(picture(layer, scene, 0.3), drawn_anew(land, 0.3))) < 20


def test_many_edits_stay_in_sight_until_they_are_painted() -> None:
    land = printed_map()
    scene = QGraphicsScene()
    layer = TerrainLayer(scene, land)
    before = picture(layer, scene, 0.5)
    changed = list(land.geometry.lattice.within("1010", 4))
    for hex_id in changed:
        land.terrain[hex_id] = "sea"
    layer.repaint(changed)
    assert layer.unfinished
    layer.begin_frame(-1.0)
    image = QImage(before)
    painter = QPainter(image)
    painter.scale(0.5, 0.5)
    bounds = land.geometry.bounds
    scene.render(painter, bounds, bounds)
    painter.end()
    assert image == before, "the old picture, not a stand-in"
    for _ in range(2000):
        if not layer.unfinished:
            break
        layer.work(bounds, 0.002)
    assert layer.unfinished == []
    after = picture(layer, scene, 0.5)
    assert after != before
    assert len(differing(after, drawn_anew(land, 0.5))) < 40
