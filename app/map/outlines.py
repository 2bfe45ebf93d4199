"""Areas of terrain with a drawn edge: none where like meets like, elsewhere a soft line in the hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtGui import QPainterPath

from app.map.geometry import HEX_SIZE, MapGeometry

_CUT: Final = 0.10
"""How far from a corner, along the hexside shared with like ground, the edge of an area comes in."""
_INSET: Final = 0.09
"""How far a corner that stands out alone is drawn in towards the centre."""
_BEND: Final = 0.30 * HEX_SIZE
"""Length of the handles of the curves."""


def _wobble(q: int, r: int, direction: int) -> float:
    """A number from 0 to 1 that belongs to this hexside as seen from this hex."""
    mixed = (q * 73856093 ^ r * 19349663 ^ direction * 83492791) & 0xFFFF
    return ((mixed * 40503) >> 4 & 1023) / 1023


def drawn_area(
    geometry: MapGeometry, hexes: Iterable[str], member: Callable[[str], bool]
) -> tuple[QPainterPath, QPainterPath]:
    """The filled area of the hexes that are members, and its edge alone. Off the map counts as member."""
    fill, edge = QPainterPath(), QPainterPath()
    fill.setFillRule(fill.fillRule().WindingFill)
    around, cube, centre = geometry.lattice.around, geometry.lattice.cube, geometry.layout.centre
    offsets = geometry.corner_offsets
    for hex_id in hexes:
        if not member(hex_id):
            continue
        same = [other is None or member(other) for other in around(hex_id)]
        x, y = centre(hex_id)
        if all(same):
            fill.moveTo(x + offsets[5][0], y + offsets[5][1])
            for dx, dy in offsets[:5]:
                fill.lineTo(x + dx, y + dy)
            fill.closeSubpath()
        else:
            _add_edged(fill, edge, cube(hex_id), x, y, same, offsets)
    return fill, edge


def _add_edged(
    fill: QPainterPath,
    edge: QPainterPath,
    cube: tuple[int, int],
    x: float,
    y: float,
    same: list[bool],
    offsets: tuple[tuple[float, float], ...],
) -> None:
    """One hex that has at least one edge of its own."""
    starts = [_start(direction, same, offsets) for direction in range(6)]
    ends = [_end(direction, same, offsets) for direction in range(6)]
    first = starts[0]
    fill.moveTo(x + first[0], y + first[1])
    for direction in range(6):
        sx, sy = starts[direction]
        ex, ey = ends[direction]
        fill.lineTo(x + sx, y + sy)
        if same[direction]:
            fill.lineTo(x + ex, y + ey)
            continue
        ax, ay = offsets[direction - 1]
        bx, by = offsets[direction]
        nx, ny = -(ax + bx) / 2, -(ay + by) / 2
        depth = 0.02 + 0.09 * _wobble(*cube, direction)
        lean = 0.5 + 0.5 * (_wobble(*cube, direction + 7) - 0.5)
        hx, hy = (bx - ax) / HEX_SIZE, (by - ay) / HEX_SIZE
        c1 = (sx + hx * _BEND * 2 * lean + nx * depth, sy + hy * _BEND * 2 * lean + ny * depth)
        c2 = (ex - hx * _BEND * 2 * (1 - lean) + nx * depth, ey - hy * _BEND * 2 * (1 - lean) + ny * depth)
        curve = (x + c1[0], y + c1[1], x + c2[0], y + c2[1], x + ex, y + ey)
        fill.cubicTo(*curve)
        edge.moveTo(x + sx, y + sy)
        edge.cubicTo(*curve)
    fill.closeSubpath()


def _start(direction: int, same: list[bool], offsets: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """Where the line along this hexside begins, at the corner before it."""
    cx, cy = offsets[direction - 1]
    before, here = same[direction - 1], same[direction]
    if before and here:
        return cx, cy
    if not before and not here:
        return cx * (1 - _INSET), cy * (1 - _INSET)
    other = offsets[direction] if here else offsets[direction - 2]
    return cx + (other[0] - cx) * _CUT, cy + (other[1] - cy) * _CUT


def _end(direction: int, same: list[bool], offsets: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """Where it ends, at the corner after it."""
    cx, cy = offsets[direction]
    here, after = same[direction], same[(direction + 1) % 6]
    if here and after:
        return cx, cy
    if not here and not after:
        return cx * (1 - _INSET), cy * (1 - _INSET)
    other = offsets[direction - 1] if here else offsets[(direction + 1) % 6]
    return cx + (other[0] - cx) * _CUT, cy + (other[1] - cy) * _CUT
