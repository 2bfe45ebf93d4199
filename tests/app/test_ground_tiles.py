"""Tiles that are painted a little at a time: nothing unfinished stays in sight. And lines by their words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene

from app.map.line_style import line_style
from app.map.terrain_layer import TerrainLayer
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


def test_obstacles_along_hexsides_are_told_apart() -> None:
    teeth, wall = line_style("dragon's teeth"), line_style("walls")
    assert teeth.group == wall.group == "wall" and teeth.course == wall.course == "side"
    assert teeth.dash and not wall.dash
