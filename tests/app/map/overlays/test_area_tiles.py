"""Areas are painted tile by tile, and look as if every hex was painted by itself."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.overlays import area_art
from app.map.overlays.area_art import Area
from engine.hexes.grid import Grid
from engine.hexes.spec import GridSpec

SCALE = 0.2


def painted(geometry: MapGeometry, paint: Callable[[QPainter], None]) -> QImage:
    bounds = geometry.bounds
    image = QImage(round(bounds.width() * SCALE), round(bounds.height() * SCALE), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(SCALE, SCALE)
    paint(painter)
    painter.end()
    return image


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("stagger", ["even", "odd"])
@pytest.mark.parametrize("gaps", [0, 13, 2])
def test_tiles_without_a_gap_are_alike(qtbot, orientation: str, stagger: str, gaps: int) -> None:
    geometry = MapGeometry(Grid(GridSpec(orientation, stagger, 30, 34)))  # type: ignore[arg-type]
    hexes = {here: "" for n, here in enumerate(geometry.lattice.hexes) if not gaps or n * 7919 % gaps}
    tint = QColor("red")
    tint.setAlpha(90)
    area = Area(geometry, hexes, QColor("red"), 90, rim=0)
    tiles = painted(geometry, lambda painter: area.paint(painter, geometry.bounds))
    assert tiles == painted(geometry, lambda painter: painter.fillPath(geometry.outline(hexes), tint))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_the_rim_is_that_of_the_whole(qtbot, orientation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    geometry = MapGeometry(Grid(GridSpec(orientation, "even", 40, 40)))  # type: ignore[arg-type]
    hexes = dict.fromkeys(geometry.lattice.hexes, "")
    del hexes[geometry.lattice.hexes[800]]

    def shown() -> QImage:
        area = Area(geometry, hexes, QColor("red"), 0)
        return painted(geometry, lambda painter: area.paint(painter, geometry.bounds))

    quick = shown()
    monkeypatch.setattr(area_art, "_WHOLE", -1)
    assert quick == shown()


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("gaps", [0, 13, 2])
def test_a_large_area_looks_for_its_hexes_when_they_are_seen(
    qtbot, orientation: str, gaps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    geometry = MapGeometry(Grid(GridSpec(orientation, "odd", 30, 34)))  # type: ignore[arg-type]
    hexes = {here: "" for n, here in enumerate(geometry.lattice.hexes) if not gaps or n * 7919 % gaps}
    corner = geometry.rect(geometry.lattice.hexes[0])

    def shown() -> tuple[int, QImage, set[tuple[float, ...]]]:
        area = Area(geometry, hexes, QColor("red"), 90, "rising", rim=0)
        painted(geometry, lambda painter: area.paint(painter, corner))
        known = len(area._tiles)
        picture = painted(geometry, lambda painter: area.paint(painter, geometry.bounds))
        lines = [line for tile in list(area._tiles.values()) for line in area._rim_of(tile)]
        return known, picture, {(line.x1(), line.y1(), line.x2(), line.y2()) for line in lines}

    all_tiles, picture, rim = shown()
    monkeypatch.setattr(area_art, "MANY", 100)
    few_tiles, same_picture, same_rim = shown()
    assert few_tiles < all_tiles and same_picture == picture and same_rim == rim


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("stagger", ["even", "odd"])
@pytest.mark.parametrize("pattern", ["", "rising"])
def test_a_large_area_seen_from_afar_lies_where_its_hexes_are(
    qtbot, orientation: str, stagger: str, pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(area_art, "MANY", 100)
    monkeypatch.setattr(area_art, "FAR_BELOW", HEX_SIZE)
    geometry = MapGeometry(Grid(GridSpec(orientation, stagger, 30, 34)))  # type: ignore[arg-type]
    hexes = {here: "" for n, here in enumerate(geometry.lattice.hexes) if n * 7919 % 3}
    area = Area(geometry, hexes, QColor("red"), 90, pattern)
    picture = painted(geometry, lambda painter: area.paint(painter, geometry.bounds))
    assert not area._tiles, "no hex is drawn by itself"
    for here in geometry.lattice.hexes:
        middle = geometry.centre(here) * SCALE
        is_red = picture.pixelColor(middle.toPoint()).green() < 255
        assert is_red == (here in hexes), here


def test_bricks_stand_in_for_tiles_that_there_was_no_time_for(qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(area_art, "MANY", 100)
    geometry = MapGeometry(Grid(GridSpec("flat", "even", 40, 40)))
    area = Area(geometry, dict.fromkeys(geometry.lattice.hexes, ""), QColor("red"), 90)
    ends: list[bool] = []

    def paint(until: float) -> QImage:
        return painted(geometry, lambda painter: ends.append(area.paint(painter, geometry.bounds, until)))

    hurried = paint(0.0)
    assert ends == [False] and len(area._tiles) < 20
    last = geometry.centre(geometry.lattice.hexes[-1]) * SCALE
    assert hurried.pixelColor(last.toPoint()).green() < 255, "something is shown there"
    paint(inf)
    assert ends == [False, True]


@pytest.mark.parametrize(("edge", "frames"), [(15, 1), (40, 2)])
def test_areas_of_some_size_are_worked_out_frame_by_frame(qtbot, edge: int, frames: int) -> None:
    geometry = MapGeometry(Grid(GridSpec("flat", "even", edge, edge)))
    area = Area(geometry, dict.fromkeys(geometry.lattice.hexes, ""), QColor("red"), 90)
    ends: list[bool] = []
    while not any(ends):
        painted(geometry, lambda painter: ends.append(area.paint(painter, geometry.bounds, 0.0)))
    assert len(ends) >= frames and (len(ends) == 1) == (frames == 1)
    whole = painted(geometry, lambda painter: area.paint(painter, geometry.bounds))
    assert whole == painted(geometry, lambda painter: area.paint(painter, geometry.bounds, 0.0))
