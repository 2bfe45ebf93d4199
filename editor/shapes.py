"""Which hexes and hexsides a gesture means: brushes, lines, connected ground, lassos, courses along edges."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from math import dist
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from app.map.geometry import MapGeometry
from engine.hexes.lattice import Lattice, Vertex

BRUSHES: Final = {1: 0, 7: 1, 19: 2}
"""Hexes of a brush and how far it reaches."""
_TOLD_EVERY: Final = 2000


def brushed(lattice: Lattice, here: str, size: int) -> tuple[str, ...]:
    """The hexes under a brush."""
    reach = BRUSHES[size]
    return lattice.within(here, reach) if reach else (here,)


def stroke(lattice: Lattice, start: str, end: str, size: int) -> dict[str, None]:
    """The hexes that a brush passes over on a straight way, each once."""
    if size == 1:
        return dict.fromkeys(lattice.line(start, end))
    return {here: None for step in lattice.line(start, end) for here in brushed(lattice, step, size)}


def connected(
    lattice: Lattice,
    start: str,
    same: Callable[[str], bool],
    told: Callable[[int], None] | None = None,
) -> list[str]:
    """The hexes alike that hang together with the first one; `told` hears now and then how many there are."""
    found, edge = {start}, deque([start])
    order = [start]
    adjacency = lattice.adjacency
    while edge:
        for near in adjacency[edge.popleft()]:
            if near not in found and same(near):
                found.add(near)
                order.append(near)
                edge.append(near)
                if told is not None and len(order) % _TOLD_EVERY == 0:
                    told(len(order))
    return order


def lassoed(geometry: MapGeometry, points: list[QPointF]) -> list[str]:
    """The hexes whose middles lie inside a line drawn by hand."""
    if len(points) < 3:
        return []
    ring = QPolygonF(points)
    bounds = ring.boundingRect()
    centre, inside = geometry.layout.centre, Qt.FillRule.OddEvenFill
    left, right, top, bottom = bounds.left(), bounds.right(), bounds.top(), bounds.bottom()
    found = []
    for here in geometry.lattice.hexes:
        x, y = centre(here)
        if left <= x <= right and top <= y <= bottom and ring.containsPoint(QPointF(x, y), inside):
            found.append(here)
    return found


def course(geometry: MapGeometry, start: Vertex, end: Vertex) -> Iterator[str]:
    """The hexsides from one corner to another, always on towards it; it may stop short at a hole."""
    lattice, at = geometry.lattice, start
    goal = geometry.layout.vertex(end)
    left = dist(geometry.layout.vertex(start), goal)
    while at != end:
        ways = []
        for side in lattice.hexsides_at(at):
            a, b = lattice.vertices(side)
            other = b if a == at else a
            ways.append((dist(geometry.layout.vertex(other), goal), side, other))
        nearest, side, at = min(ways)
        if nearest >= left:
            return
        left = nearest
        yield side
