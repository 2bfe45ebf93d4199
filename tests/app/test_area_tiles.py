"""Areas are painted tile by tile, and look as if every hex was painted by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from app.map import area_art
from app.map.area_art import Area
from app.map.geometry import MapGeometry
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
