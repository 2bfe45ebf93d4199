"""Fits rivers to hexsides and roads to hexes: the grid path closest to a drawn line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import Struct, field

from app.background.progress import Progress
from editor.backdrop.alignment import Point
from engine.hexes.lattice import Lattice, Vertex
from engine.hexes.layout import Layout

if TYPE_CHECKING:
    from shapely import LineString

N = TypeVar("N", bound=Hashable)
DISTANCE_COST: Final = 4.0
"""Cost of a distance of one hex size from the line."""
SHARED_COST: Final = 0.35
"""Cost factor of a path that is already used, so that lines that meet stay together."""
THROUGH_WATER: Final = 8.0
ALONG_COAST: Final = 1.6
JOIN_DISTANCE: Final = 0.8
"""An end within this distance of another line, in hex sizes, joins it."""
MOUTH_DISTANCE: Final = 0.6
"""A river that ends within this distance of the coast, in hex sizes, flows into the sea."""
START_DISTANCE: Final = 1.6
"""A line may begin on the grid within this distance of its end, in hex sizes."""
MIN_LINE_LENGTH: Final = 1.2
"""Shorter lines, in hex sizes, are ignored."""


def cheapest(
    starts: Mapping[N, float], goals: Mapping[N, float], exits: Callable[[N], Iterable[tuple[N, float]]]
) -> list[N]:
    """The cheapest path from a start to a goal, including their costs; [] if none."""
    open_ends: list[tuple[float, int, N, N | None]] = []
    for number, (node, cost) in enumerate(starts.items()):
        heappush(open_ends, (cost, number, node, None))
    count = len(open_ends)
    came: dict[N, N | None] = {}
    best: tuple[float, N] | None = None
    while open_ends:
        cost, _, node, before = heappop(open_ends)
        if best is not None and cost >= best[0]:
            break
        if node in came:
            continue
        came[node] = before
        if node in goals and (best is None or cost + goals[node] < best[0]):
            best = (cost + goals[node], node)
        for other, more in exits(node):
            if other not in came:
                count += 1
                heappush(open_ends, (cost + more, count, other, node))
    if best is None:
        return []
    way: list[N] = []
    at: N | None = best[1]
    while at is not None:
        way.append(at)
        at = came[at]
    return way[::-1]


class Course(Struct):
    """A drawn line and, once found, its corners (river) or hexes (road) on the grid."""

    line: LineString
    name: str = ""
    way: list[Any] = field(default_factory=list)
    bounds: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        self.bounds = self.line.bounds

    def is_near(self, point: Point, reach: float) -> bool:
        """Whether its bounding box is within this distance of a point."""
        left, top, right, bottom = self.bounds
        x, y = point
        return bool(self.way) and left - reach <= x <= right + reach and top - reach <= y <= bottom + reach

    @property
    def ends(self) -> tuple[Point, Point]:
        """Both ends of the line."""
        first, last = self.line.coords[0], self.line.coords[-1]
        return (first[0], first[1]), (last[0], last[1])


def courses(lines: Iterable[tuple[str, Sequence[Point]]], layout: Layout, progress: Progress) -> list[Course]:
    """Merge the lines of each name, clip them to the map, and sort them by length, longest first."""
    from shapely import LineString, MultiLineString, box
    from shapely.ops import linemerge

    sheet = box(0.0, 0.0, layout.width, layout.height)
    by_name: dict[str, list[LineString]] = {}
    for name, points in lines:
        line = LineString(points)
        if line.length > 0 and line.intersects(sheet):
            by_name.setdefault(name, []).append(line)
    found = []
    for number, (name, pieces) in enumerate(by_name.items()):
        progress(number, len(by_name), "Joining lines")
        whole = linemerge(MultiLineString(pieces)) if len(pieces) > 1 else pieces[0]
        inside = whole.intersection(sheet)
        for part in getattr(inside, "geoms", (inside,)):
            if part.geom_type == "LineString" and part.length >= MIN_LINE_LENGTH * layout.size:
                found += [Course(piece, name) for piece in _opened(part)]
    return sorted(found, key=lambda course: -course.line.length)


def _opened(line: LineString) -> list[LineString]:
    """Split a closed line into two, so that each has two ends."""
    from shapely.ops import substring

    if not line.is_closed:
        return [line]
    return [substring(line, 0.0, 0.5, normalized=True), substring(line, 0.5, 1.0, normalized=True)]


class RiverFitter:
    """Fits rivers to hexsides. `water` are the hexes of sea and lakes, where rivers are not shown.

    `coast` is the drawn coast line, if there is one: rivers that end there flow into the sea.
    """

    def __init__(
        self, lattice: Lattice, layout: Layout, water: Collection[str], coast: Any | None = None
    ) -> None:
        self._lattice, self._layout, self._water = lattice, layout, frozenset(water)
        self._coast = coast
        self.sides: dict[str, str] = {}
        """The hexsides of the finished rivers, with their names."""
        self._size = layout.size

    def fit(self, rivers: Sequence[Course], progress: Progress) -> None:
        """Fit the rivers, longest first; then join ends that belong together."""
        for number, river in enumerate(rivers):
            progress(number, len(rivers), "Drawing rivers")
            self._fit(river, rivers[:number])
        for number, river in enumerate(rivers):
            progress(number, len(rivers), "Joining rivers")
            self._join(river, [*rivers[:number], *rivers[number + 1 :]])

    def _fit(self, river: Course, others: Sequence[Course]) -> None:
        exits = self._corridor(river.line)
        if not exits:
            return
        first, last = (self._openings(end, others, exits) for end in river.ends)
        river.way = cheapest(first, last, lambda vertex: exits.get(vertex, ()))
        self._take(river.way, river.name)

    def _take(self, way: Sequence[Vertex], name: str) -> None:
        for a, b in pairwise(way):
            side = self._side_between(a, b)
            if any(here not in self._water for here in self._lattice.split(side)):
                self.sides.setdefault(side, name)

    def _side_between(self, a: Vertex, b: Vertex) -> str:
        return next(side for side in self._lattice.hexsides_at(a) if b in self._lattice.vertices(side))

    def _corridor(self, line: LineString) -> dict[Vertex, list[tuple[Vertex, float]]]:
        """The hexsides near a line with their costs."""
        from shapely import distance, points

        sides = [side for side in self._sides_near(line) if len(self._lattice.split(side)) == 2]
        if not sides:
            return {}
        ends = [self._layout.hexside(side) for side in sides]
        away = distance(points([((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ends]), line)
        exits: dict[Vertex, list[tuple[Vertex, float]]] = {}
        for side, far in zip(sides, away, strict=True):
            cost = self._cost(side, float(far) / self._size)
            a, b = self._lattice.vertices(side)
            exits.setdefault(a, []).append((b, cost))
            exits.setdefault(b, []).append((a, cost))
        return exits

    def _cost(self, side: str, away: float) -> float:
        cost = 1.0 + DISTANCE_COST * away * away
        wet = sum(here in self._water for here in self._lattice.split(side))
        if side in self.sides:
            return cost * SHARED_COST
        return cost * (1.0, ALONG_COAST, THROUGH_WATER)[wet]

    def _sides_near(self, line: LineString) -> list[str]:
        near = hexes_near(self._lattice, self._layout, line)
        return list(dict.fromkeys(side for here in near for side in self._lattice.hexsides(here)))

    def _openings(
        self, end: Point, others: Sequence[Course], exits: Mapping[Vertex, object]
    ) -> dict[Vertex, float]:
        """The possible end corners of a river with their distances."""
        away = {vertex: dist(self._layout.vertex(vertex), end) / self._size for vertex in exits}
        near = {vertex: DISTANCE_COST * far for vertex, far in away.items() if far <= START_DISTANCE}
        for wanted in (self._on_rivers(end, others), self._on_edge(end, near), self._on_coast(end, near)):
            if fit := {vertex: cost for vertex, cost in near.items() if vertex in wanted}:
                return fit
        return near or {min(away, key=away.__getitem__): 0.0}

    def _on_rivers(self, end: Point, others: Sequence[Course]) -> set[Vertex]:
        """The corners of other rivers that this end joins."""
        from shapely import Point as Dot

        spot, reach = Dot(end), JOIN_DISTANCE * self._size
        joined = [
            other for other in others if other.is_near(end, reach) and other.line.distance(spot) <= reach
        ]
        return {vertex for other in joined for vertex in other.way}

    def _on_edge(self, end: Point, near: Iterable[Vertex]) -> set[Vertex]:
        """The corners at the map edge, for a river that continues beyond it."""
        x, y = end
        rim = min(x, y, self._layout.width - x, self._layout.height - y)
        if rim > 0.6 * self._size:
            return set()
        return {vertex for vertex in near if len(self._lattice.hexes_at(vertex)) < 3}

    def _on_coast(self, end: Point, near: Iterable[Vertex]) -> set[Vertex]:
        """The shore corners, for a river that ends in the sea or a lake."""
        shore = set(filter(self._is_shore, near))
        close = any(dist(self._layout.vertex(vertex), end) <= 1.1 * self._size for vertex in shore)
        return shore if close or self._layout.hex_at(*end) in self._water else set()

    def _is_shore(self, vertex: Vertex) -> bool:
        return 0 < sum(here in self._water for here in self._lattice.hexes_at(vertex)) < 3

    def _is_mouth(self, end: Point) -> bool:
        from shapely import Point as Dot

        return self._coast is not None and self._coast.distance(Dot(end)) <= MOUTH_DISTANCE * self._size

    def _join(self, river: Course, others: Sequence[Course]) -> None:
        """Extend an end to the river or shore that it almost reaches."""
        if not river.way:
            return
        for end, vertex in zip(river.ends, (river.way[0], river.way[-1]), strict=True):
            goals = self._on_rivers(end, others)
            if not goals and self._is_mouth(end):
                goals = self._shore_near(vertex)
            if goals and vertex not in goals:
                bridge = cheapest({vertex: 0.0}, dict.fromkeys(goals, 0.0), self._any_way(vertex))
                self._take(bridge, river.name)

    def _shore_near(self, vertex: Vertex) -> set[Vertex]:
        hexes = {near for here in self._lattice.hexes_at(vertex) for near in self._lattice.within(here, 2)}
        return {corner for here in hexes for corner in self._lattice.corners(here) if self._is_shore(corner)}

    def _any_way(self, start: Vertex) -> Callable[[Vertex], Iterable[tuple[Vertex, float]]]:
        """Exits along hexsides in all directions, up to a few hexes."""
        spot, far = self._layout.vertex(start), 3 * self._size

        def exits(vertex: Vertex) -> Iterable[tuple[Vertex, float]]:
            for side in self._lattice.hexsides_at(vertex):
                a, b = self._lattice.vertices(side)
                other = b if a == vertex else a
                if len(self._lattice.split(side)) == 2 and dist(self._layout.vertex(other), spot) <= far:
                    yield other, SHARED_COST if side in self.sides else 1.0

        return exits


class RoadFitter:
    """Fits roads to hex centres."""

    def __init__(self, lattice: Lattice, layout: Layout, water: Collection[str]) -> None:
        self._lattice, self._layout, self._water = lattice, layout, frozenset(water)
        self.sides: dict[str, str] = {}
        """The hexsides that roads cross, with their names."""

    def fit(self, roads: Sequence[Course], progress: Progress) -> None:
        """Fit the roads, longest first."""
        for number, road in enumerate(roads):
            progress(number, len(roads), "Drawing roads")
            self._fit(road)

    def _fit(self, road: Course) -> None:
        from shapely import distance, points

        near = [
            here for here in hexes_near(self._lattice, self._layout, road.line) if here not in self._water
        ]
        if not near:
            return
        away = distance(points([self._layout.centre(here) for here in near]), road.line)
        far = {here: float(d) / self._layout.size for here, d in zip(near, away, strict=True)}

        def exits(here: str) -> Iterable[tuple[str, float]]:
            for other in self._lattice.neighbors(here):
                if other in far:
                    known = self._lattice.hexside(here, other) in self.sides
                    yield other, (1.0 + DISTANCE_COST * far[other] ** 2) * (SHARED_COST if known else 1.0)

        first, last = (self._openings(end, far) for end in road.ends)
        road.way = cheapest(first, last, exits)
        for a, b in pairwise(road.way):
            self.sides.setdefault(self._lattice.hexside(a, b), road.name)

    def _openings(self, end: Point, near: Iterable[str]) -> dict[str, float]:
        """The end hex of a road, or the nearest land hex."""
        here = min(near, key=lambda known: dist(self._layout.centre(known), end))
        return {here: 0.0}


def hexes_near(lattice: Lattice, layout: Layout, line: LineString) -> list[str]:
    """The hexes under a line and their neighbours."""
    from shapely import get_coordinates, line_interpolate_point

    count = max(2, int(line.length / (0.4 * layout.size)) + 1)
    steps = [line.length * at / (count - 1) for at in range(count)]
    found: dict[str, None] = {}
    for x, y in get_coordinates(line_interpolate_point(line, steps)):
        here = layout.hex_at(float(x), float(y))
        if here is not None and here not in found:
            found[here] = None
    return list(dict.fromkeys(near for here in found for near in lattice.within(here, 1)))
