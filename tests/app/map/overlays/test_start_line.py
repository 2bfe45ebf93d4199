"""The start line on the map: a stripe for each side, round every bend, the same in every part of it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from pytestqt.qtbot import QtBot

from app.map import map_scene
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.overlays.start_line_layer import StartLineLayer, parallel
from engine.catalogue.document import StartLine
from tests.app.map.overlays.test_overlays import STYLE, at, picture
from tests.app.map_sheets import printed_map


@pytest.fixture
def scene(qtbot: QtBot) -> MapScene:
    return MapScene(printed_map(columns=12, rows=10), STYLE)


def line_of(points: str, closed: bool = False) -> StartLine:
    return StartLine("front", tuple(points.split()), "red", "blue", closed=closed)


def test_each_side_of_a_start_line_has_its_own_stripe(scene: MapScene) -> None:
    scene.show_start_lines([line_of("0501 0503 0506 0510")], {"red": "Red", "blue": "Blue"})
    assert scene.start_lines is not None
    [drawn] = scene.start_lines.drawn
    middle = scene.geometry.centre("0505").x()
    # Southwards on the sheet, left is east.
    assert all(point.x() > middle for point in drawn.left)
    assert all(point.x() < middle for point in drawn.right)
    image = picture(scene, 1200)
    spot = scene.geometry.centre("0508")
    east = image.pixelColor(at(scene, image, spot + QPointF(4.4, 0)))
    assert east.red() > east.blue() + 40, "the red stripe lies on the left of the line"
    scene.show_start_lines([], {})
    assert scene.start_lines is None


def test_a_start_line_on_hexsides_follows_them(scene: MapScene) -> None:
    layer = StartLineLayer(scene.geometry, STYLE, [line_of("0501/0601 0502/0601 0502/0602")], {})
    [drawn] = layer.drawn
    lattice = scene.geometry.lattice
    corners = {
        (round(scene.geometry.vertex(v).x()), round(scene.geometry.vertex(v).y()))
        for side in ("0501/0601", "0502/0601", "0502/0602")
        for v in lattice.vertices(side)
    }
    points = {(round(point.x()), round(point.y())) for point in drawn.way}
    assert corners <= points, "round every corner, and on to both ends"


def test_stripes_keep_their_distance_round_a_ring() -> None:
    square = [QPointF(0, 0), QPointF(100, 0), QPointF(100, 100), QPointF(0, 100)]
    inner = parallel(square, -5, True)
    assert [(round(p.x()), round(p.y())) for p in inner] == [(5, 5), (95, 5), (95, 95), (5, 95), (5, 5)]


def test_a_start_line_beyond_the_map_is_left_out(scene: MapScene) -> None:
    assert StartLineLayer(scene.geometry, STYLE, [line_of("9901 9902")], {}).drawn == []


def test_a_frame_paints_some_of_a_long_line_and_the_next_ones_the_rest(
    scene: MapScene, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_scene, "AREAS_BUDGET_SECONDS", -1.0)
    scene.show_start_lines([line_of("0101 0301 0310 0510 0501 0801 0810 1010 1001")], {})
    layer, painted = scene.start_lines, []
    assert layer is not None
    tile, paint = StartLineLayer._tile, StartLineLayer.paint

    def counted(layer: StartLineLayer, place: tuple[int, int]) -> QPixmap | None:
        found = tile(layer, place)
        painted[-1] += found is not None
        return found

    def frame(*args: Any) -> None:
        painted.append(0)
        paint(*args)

    monkeypatch.setattr(StartLineLayer, "_tile", counted)
    monkeypatch.setattr(StartLineLayer, "paint", frame)
    view = MapView()
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.setScene(scene)
    view.show()
    view.fit()
    bounds = scene.geometry.bounds
    qtbot.waitUntil(
        lambda: (
            layer._scale[0] == view.scale_now
            and all(place in layer._tiles for place in layer._places(bounds, view.scale_now))
        ),
        timeout=20_000,
    )
    assert max(painted) == 1 and sum(painted) > 3


def test_the_dashes_of_a_start_line_stay_where_they_are(scene: MapScene) -> None:
    """What is painted of a part of the line is what the whole would show there."""
    scene.show_start_lines([line_of("0501 0503 0506 0510")], {"red": "Red", "blue": "Blue"})
    layer = scene.start_lines
    assert layer is not None
    area = scene.geometry.rect("0508")
    pictures = []
    for exposed in (layer.boundingRect(), area):
        image = QImage(round(area.width()), round(area.height()), QImage.Format.Format_ARGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.translate(-area.topLeft())
        layer._paint_lines(painter, 1.0, exposed)
        painter.end()
        pictures.append(image)
    assert pictures[0] == pictures[1]
