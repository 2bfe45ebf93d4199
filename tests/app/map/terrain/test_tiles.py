"""Tiles that are painted a little at a time: nothing unfinished stays in sight. And lines by their words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsScene

from app.map.terrain.line_style import line_style
from app.map.terrain.terrain_layer import TerrainLayer
from app.map.terrain.terrain_style import terrain_style
from app.map.terrain.tile_cache import TILE, TileCache
from tests.app.map_sheets import printed_map

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_tile_finished_in_a_part_of_the_window_is_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = TerrainLayer(QGraphicsScene(), printed_map())
    image = QImage(256, 256, QImage.Format.Format_RGB32)
    asked: list[QRectF] = []
    monkeypatch.setattr(layer.item, "update", asked.append)
    painter = QPainter(image)
    layer.begin_frame(-1.0)
    layer.paint(painter, QRectF(0, 0, 256, 256))
    layer.begin_frame(float("inf"))
    layer.paint(painter, QRectF(100, 100, 20, 20))
    painter.end()
    assert not layer.unfinished
    assert asked == [QRectF(0, 0, 256, 256)], "what lies around the painted spot showed the stand-in"


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_plain_hexes_stand_in_where_nothing_is_painted(orientation: str) -> None:
    """Hexes, not squares: they have the right colour near their corners, too, in the middle of the map."""
    paper = printed_map(orientation=orientation)
    layer = TerrainLayer(QGraphicsScene(), paper)
    corner, edge = paper.geometry.bounds.center().toPoint(), 400
    shown = QRectF(corner.x(), corner.y(), edge, edge)
    image = QImage(edge, edge, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.translate(-corner)
    layer.begin_frame(-1.0)
    layer.paint(painter, shown)
    painter.end()
    looked_at = 0
    for hex_id in paper.geometry.hexes_in(shown):
        fill = QColor(terrain_style(paper.kind(hex_id)).fill)
        for spot in (paper.geometry.centre(hex_id), *paper.geometry.polygon(hex_id, 0.9)):
            pixel = spot.toPoint() - corner
            if image.rect().contains(pixel):
                assert image.pixelColor(pixel) == fill
                looked_at += 1
    assert looked_at > 150


def test_plain_hexes_are_as_dark_as_the_map_by_night() -> None:
    paper, scene = printed_map(), QGraphicsScene()
    layer = TerrainLayer(scene, paper)
    layer.set_look(QColor("black"), night=True)
    means = []
    for budget in (-1.0, float("inf")):
        image = QImage(512, 512, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        layer.begin_frame(budget)
        layer.paint(painter, QRectF(100, 100, 400, 400))
        painter.end()
        spots = [image.pixelColor(x, y).lightness() for x in range(100, 500, 5) for y in range(100, 500, 5)]
        means.append(sum(spots) / len(spots))
    assert means[0] == pytest.approx(means[1], abs=12)


def test_plain_hexes_are_drawn_once_until_the_map_looks_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    paper, scene = printed_map(), QGraphicsScene()
    layer = TerrainLayer(scene, paper)
    drawn: list[float] = []
    draw = layer._flat._drawn
    monkeypatch.setattr(layer._flat, "_drawn", lambda scale: drawn.append(scale) or draw(scale))
    image = QImage(256, 256, QImage.Format.Format_RGB32)

    def look(scale: float = 1.0) -> None:
        painter = QPainter(image)
        painter.scale(scale, scale)
        layer.begin_frame(-1.0)
        layer.paint(painter, QRectF(0, 0, 200, 200))
        painter.end()

    look()
    look()
    assert drawn == [1.0]
    layer.set_look(QColor("black"), night=True)
    look()
    assert drawn == [1.0, 1.0], "by night it is darker"
    layer.repaint([paper.geometry.lattice.hexes[0]])
    look()
    assert drawn == [1.0, 1.0, 1.0], "a hex has changed"
    layer.restart()
    look(0.5)
    assert drawn[3:] == [0.5], "the window has another size"
    look(0.7)
    assert drawn[4:] == [], "somebody zooms, and frames must come quickly"


def test_tiles_of_other_scales_that_were_edited_go_one_by_one_when_they_are_asked_for() -> None:
    """To throw hundreds away in the middle of a drag would be felt in the hand."""
    library = TileCache()
    for scale in (0.5, 1.0):
        for place in ((0, 0), (1, 0)):
            library.put(scale, place, QPixmap(TILE, TILE))
    library.outdate(QRectF(10, 10, 40, 40), 1.0)
    assert len(library.sheet(0.5)) == 2, "still there"
    assert library.get(0.5, (0, 0)) is None and len(library.sheet(0.5)) == 1
    assert library.get(0.5, (1, 0)) is not None, "it shows another part of the map"
    assert library.get(1.0, (0, 0)) is not None, "at this scale it was mended"
    library.put(0.5, (0, 0), QPixmap(TILE, TILE))
    assert library.get(0.5, (0, 0)) is not None, "painted anew"


def test_tiles_of_scales_that_were_left_long_ago_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.map.terrain.tile_cache.MOST_BYTES", 3 * TILE * TILE * 4)
    library = TileCache()
    for scale in (0.5, 0.7, 0.5):
        library.look_at(scale)
        for place in ((0, 0), (1, 0)):
            library.put(scale, place, QPixmap(TILE, TILE))
    assert [*library.sheet(0.7)] == [(1, 0)] and len(library.sheet(0.5)) == 2
    assert library.like(0.5) == [0.7]


def test_the_scale_that_shows_most_stands_in_below_the_nearest_one() -> None:
    """While somebody zooms through scales, a tile or two of each are painted."""
    library = TileCache()
    assert library.like(1.0) == []
    for scale, tiles in ((0.5, 9), (0.8, 1), (3.0, 400)):
        for column in range(tiles):
            library.put(scale, (column, 0), QPixmap(1, 1))
    assert library.like(1.0) == [0.5, 0.8], "hundreds of tiles of the largest would take too long"
    assert library.like(0.6) == [0.5] and library.like(2.0) == [3.0]


def test_a_stand_in_is_laid_only_where_tiles_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = TerrainLayer(QGraphicsScene(), printed_map())
    image = QImage(512, 256, QImage.Format.Format_RGB32)
    drawn: list[QRectF] = []
    painter = QPainter(image)
    layer.begin_frame(float("inf"))
    layer.paint(painter, QRectF(0, 0, 256, 256))
    monkeypatch.setattr(layer._overview, "draw", lambda painter, area: drawn.append(area))
    layer.begin_frame(-1.0)
    layer.paint(painter, QRectF(0, 0, 512, 256))
    painter.end()
    assert drawn == [QRectF(256, 0, 256, 256)]


def test_obstacles_along_hexsides_are_told_apart() -> None:
    teeth, wall = line_style("dragon's teeth"), line_style("walls")
    assert teeth.group == wall.group == "wall" and teeth.course == wall.course == "side"
    assert teeth.dash and not wall.dash
