"""Outlines of terrain areas: a curved edge in the hex, none between hexes of the same terrain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from math import cos, radians, sin
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

from app.map.geometry import HEX_SIZE, MapGeometry

_CUT: Final = 0.10
"""Distance from the corner where the edge meets a hexside shared with the same terrain."""
_INSET: Final = 0.09
"""How far a free corner is moved towards the centre."""
_BEND: Final = 0.30 * HEX_SIZE
"""Length of the handles of the curves."""
_VARIANTS: Final = 31
"""Variants of the same edge; their shapes are cached for all maps."""
_ALL: Final = 0b111111
"""One bit for each direction."""

Point = tuple[float, float]


def drawn_area(
    geometry: MapGeometry,
    hexes: Iterable[str],
    member: Callable[[str], bool],
    wanted: Mapping[str, int] | None = None,
) -> tuple[QPainterPath, QPainterPath]:
    """The filled area of the member hexes, and its edge. Positions off the map count as members.

    Of a hex in `wanted`, only the edge in the directions of these bits is drawn.
    """
    fill, edge = QPainterPath(), QPainterPath()
    fill.setFillRule(Qt.FillRule.WindingFill)
    around, cube, centre = geometry.lattice.around, geometry.lattice.cube, geometry.layout.centre
    flat, some = geometry.flat, wanted or {}
    for hex_id in hexes:
        if not member(hex_id):
            continue
        same, bit = 0, 1
        for other in around(hex_id):
            if other is None or member(other):
                same |= bit
            bit <<= 1
        x, y = centre(hex_id)
        if same == _ALL:
            fill.addPath(_shape(flat, 0, _ALL).translated(x, y))
            continue
        q, r = cube(hex_id)
        variant = (q * 12 + r * 19) % _VARIANTS
        fill.addPath(_shape(flat, variant, same).translated(x, y))
        edge.addPath(_edge(flat, variant, same, some.get(hex_id, _ALL)).translated(x, y))
    return fill, edge


@cache
def _corners(flat: bool) -> tuple[Point, ...]:
    """From the centre to the corners; number n lies between directions n and n + 1."""
    turns = [radians(60 * n - (60 if flat else 30)) for n in range(6)]
    return tuple((HEX_SIZE * cos(turn), HEX_SIZE * sin(turn)) for turn in turns)


@cache
def _shape(flat: bool, variant: int, same: int) -> QPainterPath:
    """A hex centred at the origin; the bits give the directions of neighbours with the same terrain."""
    path = QPainterPath()
    lines = [_side(flat, variant, direction, same) for direction in range(6)]
    last = lines[0][0]
    path.moveTo(*last)
    for start, bend, end in lines:
        if start != last:
            path.lineTo(*start)
        last = end
        if bend:
            path.cubicTo(*bend[0], *bend[1], *end)
        else:
            path.lineTo(*end)
    path.closeSubpath()
    return path


@cache
def _edge(flat: bool, variant: int, same: int, wanted: int) -> QPainterPath:
    """The part of its outline that is drawn as an edge, in the directions of these bits."""
    path = QPainterPath()
    for direction in range(6):
        if wanted >> direction & 1 and not same >> direction & 1:
            start, bend, end = _side(flat, variant, direction, same)
            assert bend is not None
            path.moveTo(*start)
            path.cubicTo(*bend[0], *bend[1], *end)
    return path


Line = tuple[Point, tuple[Point, Point] | None, Point]
"""Start, control points if it is an edge, and end of a hexside."""


def _side(flat: bool, variant: int, direction: int, same: int) -> Line:
    """One hexside of a hex; it depends only on the three nearest neighbours."""
    here = same >> direction & 1
    before, after = same >> (direction - 1) % 6 & 1, same >> (direction + 1) % 6 & 1
    return _line(flat, 0 if here else variant, direction, bool(before), bool(here), bool(after))


@cache
def _line(flat: bool, variant: int, direction: int, before: bool, here: bool, after: bool) -> Line:
    corners = _corners(flat)
    a, b = corners[direction - 1], corners[direction]
    sx, sy = _drawn_in(a, b if here else corners[direction - 2], before, here)
    ex, ey = _drawn_in(b, a if here else corners[(direction + 1) % 6], after, here)
    if here:
        return (sx, sy), None, (ex, ey)
    nx, ny = -(a[0] + b[0]) / 2, -(a[1] + b[1]) / 2
    depth = 0.02 + 0.09 * _wobble(variant, direction)
    lean = 0.5 + 0.5 * (_wobble(variant, direction + 7) - 0.5)
    hx, hy = (b[0] - a[0]) / HEX_SIZE * _BEND * 2, (b[1] - a[1]) / HEX_SIZE * _BEND * 2
    first = (sx + hx * lean + nx * depth, sy + hy * lean + ny * depth)
    second = (ex - hx * (1 - lean) + nx * depth, ey - hy * (1 - lean) + ny * depth)
    return (sx, sy), (first, second), (ex, ey)


def _drawn_in(corner: Point, along: Point, beside: bool, here: bool) -> Point:
    """The start or end of a line at a corner; `along` is the other end of the adjacent hexside."""
    x, y = corner
    if beside and here:
        return x, y
    if not beside and not here:
        return x * (1 - _INSET), y * (1 - _INSET)
    return x + (along[0] - x) * _CUT, y + (along[1] - y) * _CUT


def _wobble(variant: int, direction: int) -> float:
    """A pseudo-random number from 0 to 1 for this hexside and variant."""
    mixed = (variant * 73856093 ^ variant * variant * 19349663 ^ direction * 83492791) & 0xFFFF
    return ((mixed * 40503) >> 4 & 1023) / 1023
