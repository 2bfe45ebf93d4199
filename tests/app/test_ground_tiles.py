"""Tiles that are painted a little at a time: nothing unfinished stays in sight. And lines by their words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsScene

from app.map.line_style import line_style
from app.map.terrain_layer import TerrainLayer
from app.map.tile_shelf import TILE, TileShelf
from tests.app.map_sheets import ground

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_tile_finished_in_a_part_of_the_window_is_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = TerrainLayer(QGraphicsScene(), ground())
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


def test_plain_hexes_stand_in_only_until_the_first_picture_is_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They take too long for a map that is being scrolled."""
    layer = TerrainLayer(QGraphicsScene(), ground())
    image = QImage(256, 256, QImage.Format.Format_RGB32)
    plain: list[float] = []
    monkeypatch.setattr(layer._flat, "paint", lambda painter, rect, scale: plain.append(scale))
    painter = QPainter(image)
    layer.begin_frame(-1.0)
    layer.paint(painter, QRectF(0, 0, 256, 256))
    assert plain == [1.0]
    layer.begin_frame(float("inf"))
    layer.paint(painter, QRectF(0, 0, 256, 256))
    layer.begin_frame(-1.0)
    layer.paint(painter, QRectF(256, 0, 256, 256))
    painter.end()
    assert layer.unfinished and plain == [1.0]


def test_tiles_of_other_scales_that_were_edited_go_one_by_one_when_they_are_asked_for() -> None:
    """To throw hundreds away in the middle of a drag would be felt in the hand."""
    shelf = TileShelf()
    for scale in (0.5, 1.0):
        for place in ((0, 0), (1, 0)):
            shelf.put(scale, place, QPixmap(TILE, TILE))
    shelf.outdate(QRectF(10, 10, 40, 40), 1.0)
    assert len(shelf.sheet(0.5)) == 2, "still there"
    assert shelf.get(0.5, (0, 0)) is None and len(shelf.sheet(0.5)) == 1
    assert shelf.get(0.5, (1, 0)) is not None, "it shows another part of the map"
    assert shelf.get(1.0, (0, 0)) is not None, "at this scale it was mended"
    shelf.put(0.5, (0, 0), QPixmap(TILE, TILE))
    assert shelf.get(0.5, (0, 0)) is not None, "painted anew"


def test_tiles_of_scales_that_were_left_long_ago_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.map.tile_shelf.MOST_BYTES", 3 * TILE * TILE * 4)
    shelf = TileShelf()
    for scale in (0.5, 0.7, 0.5):
        shelf.look_at(scale)
        for place in ((0, 0), (1, 0)):
            shelf.put(scale, place, QPixmap(TILE, TILE))
    assert [*shelf.sheet(0.7)] == [(1, 0)] and len(shelf.sheet(0.5)) == 2
    assert shelf.nearest(0.6) in (0.5, 0.7) and shelf.nearest(0.5) == 0.7


def test_a_stand_in_is_laid_only_where_tiles_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = TerrainLayer(QGraphicsScene(), ground())
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
