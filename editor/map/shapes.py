"""Hexes and hexsides of pointer gestures: brushes, lines, fills, lassos, paths along hexsides."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from math import dist
from typing import Final

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPolygonF

from app.background.progress import report_progress
from app.map.geometry import HEX_SIZE, MapGeometry
from engine.hexes.lattice import Lattice, Vertex

BRUSHES: Final = {1: 0, 7: 1, 19: 2}
"""Brush sizes in hexes and their radius."""
_PROGRESS_INTERVAL: Final = 500


def brushed(lattice: Lattice, here: str, size: int) -> tuple[str, ...]:
    """The hexes under a brush."""
    reach = BRUSHES[size]
    return lattice.within(here, reach) if reach else (here,)


def stroke(lattice: Lattice, start: str, end: str, size: int) -> dict[str, None]:
    """The hexes that a brush covers on a straight line, each once."""
    if size == 1:
        return dict.fromkeys(lattice.line(start, end))
    return {here: None for step in lattice.line(start, end) for here in brushed(lattice, step, size)}


def connected(lattice: Lattice, start: str, same: Callable[[str], bool]) -> list[str]:
    """The connected hexes that satisfy `same`, from the start hex."""
    found, edge = {start}, deque([start])
    order = [start]
    adjacency = lattice.adjacency
    while edge:
        for near in adjacency[edge.popleft()]:
            if near not in found and same(near):
                found.add(near)
                order.append(near)
                edge.append(near)
                if len(order) % _PROGRESS_INTERVAL == 0:
                    report_progress(len(order), len(lattice), "Finding connected hexes")
    return order


def lassoed(geometry: MapGeometry, points: list[QPointF]) -> list[str]:
    """The hexes with their centres inside a freehand line."""
    if len(points) < 3:
        return []
    ring = QPolygonF(points)
    inside, centre = Qt.FillRule.OddEvenFill, geometry.centre
    near = geometry.hexes_in(ring.boundingRect())
    return [here for here in near if ring.containsPoint(centre(here), inside)]


def onto_map(geometry: MapGeometry, point: QPointF) -> str:
    """The hex at a point, or the nearest edge hex outside the map; empty if there is none."""
    bounds = geometry.bounds.adjusted(1, 1, -1, -1)
    x = min(max(point.x(), bounds.left()), bounds.right())
    y = min(max(point.y(), bounds.top()), bounds.bottom())
    inwards = QLineF(QPointF(x, y), bounds.center())
    for step in range(4):
        inwards.setLength(max(0.001, step * HEX_SIZE / 2))
        here = geometry.hex_at(inwards.p2())
        if here is not None:
            return here
    return ""


def along_edges(geometry: MapGeometry, start: str, end: str) -> list[str]:
    """The hexsides from one hexside to another, excluding the first."""
    vertices, place = geometry.lattice.vertices, geometry.layout.vertex
    pairs = [(dist(place(a), place(b)), a, b) for a in vertices(start) for b in vertices(end)]
    _, a, b = min(pairs)
    return [side for side in course(geometry, a, b) if side not in (start, end)] + [end]


def course(geometry: MapGeometry, start: Vertex, end: Vertex) -> Iterator[str]:
    """The hexsides from one corner to another; may stop at a hole in the map."""
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
