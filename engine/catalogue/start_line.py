"""Which side holds which hexes: start lines and polygons drawn over hexes and hexsides.

A point is the middle of a hex ("2314") or of a hexside ("2314/2315"). Left and right are those of the printed
sheet. An open line must run from edge to edge of the map; a closed one may lie anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.bad_input import BadInput
from engine.catalogue.document import Region, StartLine
from engine.catalogue.line_sides import crosses_itself, passed, sides
from engine.hexes.lattice import Lattice
from engine.hexes.layout import Layout

if TYPE_CHECKING:
    from shapely import Polygon

Point = tuple[float, float]
Divided = tuple[list[str], list[str], list[str]]
"""To the left, to the right, and on the line."""
_CLOSE: Final = 1e-6


def halves(lattice: Lattice, line: StartLine) -> dict[str, str]:
    """The side that holds each hex; hexes that the line does not reach (an island beyond it) are left out."""
    where = f"Start line {line.key}"
    sketch = _Sketch(lattice)
    points = [sketch.point(name, where) for name in line.points]
    if line.closed:
        left, right, on_line = _inside_out(sketch, points, where)
    else:
        left, right, on_line = _across(sketch, line.points, points, where)
    found = dict.fromkeys(left, line.left) | dict.fromkeys(right, line.right)
    for here in on_line:
        found.pop(here, None)
        if line.on_line:
            found[here] = line.on_line
    for name, side in line.exceptions.items():
        found[lattice.first_name(name)] = side
    return {here: found[here] for here in lattice.hexes if here in found}


def region_hexes(lattice: Lattice, region: Region) -> tuple[str, ...]:
    """The hexes of a region: those listed, and those whose middles lie in its polygon or on its border."""
    found = {lattice.first_name(name) for name in region.hexes}
    if region.polygon:
        where = f"Region {region.key}"
        sketch = _Sketch(lattice)
        area = _ring([sketch.point(name, where) for name in region.polygon], where)
        found.update(sketch.covered_by(area.buffer(_CLOSE)))
    return tuple(here for here in lattice.hexes if here in found)


def front(lattice: Lattice, held: Mapping[str, str], side: str) -> tuple[str, ...]:
    """The hexes of a side that touch hexes of another side."""
    return tuple(
        here
        for here, holder in held.items()
        if holder == side and any(held.get(near, side) != side for near in lattice.neighbors(here))
    )


class _Sketch:
    """The map drawn in a plane whose y grows upwards, so that left and right are those of the sheet."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.layout = Layout(lattice)

    def centre(self, here: str) -> Point:
        x, y = self.layout.centre(here)
        return x, -y

    def point(self, name: str, where: str) -> Point:
        if "/" not in name:
            if name not in self.lattice:
                raise BadInput(f"{where} runs over {name!r:.40}, which is not a hex of the map.")
            return self.centre(name)
        try:
            (ax, ay), (bx, by) = self.layout.hexside(name)
        except BadInput as error:
            raise BadInput(f"{where} runs over {name!r:.40}: {error}") from None
        return (ax + bx) / 2, -(ay + by) / 2

    def covered_by(self, area: Any) -> list[str]:
        """The hexes whose middles lie in an area."""
        from shapely import contains_xy, prepare

        prepare(area)
        centres = [self.centre(here) for here in self.lattice.hexes]
        inside = contains_xy(area, [x for x, _ in centres], [y for _, y in centres])
        return [here for here, yes in zip(self.lattice.hexes, inside, strict=True) if yes]

    def way_out(self, name: str, previous: Point, where: str) -> list[Point]:
        """From the last point of an open line to a place beyond the edge of the map."""
        start = self.point(name, where)
        if "/" in name:
            return self._along_the_side(name, previous, where)
        missing = [at for at, near in enumerate(self.lattice.around(name)) if near is None]
        if not missing:
            raise _ends_inside(name, where)
        sides = [self.point(self.lattice.hexside_at(name, at), where) for at in missing]
        ahead = (start[0] - previous[0], start[1] - previous[1])
        x, y = max(sides, key=lambda side: (side[0] - start[0]) * ahead[0] + (side[1] - start[1]) * ahead[1])
        return [(start[0] + 1.5 * (x - start[0]), start[1] + 1.5 * (y - start[1]))]

    def _along_the_side(self, name: str, previous: Point, where: str) -> list[Point]:
        ends = []
        for vertex in self.lattice.vertices(name):
            around = [self.centre(here) for here in self.lattice.hexes_at(vertex)]
            if len(around) < 3:
                x, y = self.layout.vertex(vertex)
                middle = (
                    sum(cx for cx, _ in around) / len(around),
                    sum(cy for _, cy in around) / len(around),
                )
                ends.append([(x, -y), (x + (x - middle[0]) / 2, -y + (-y - middle[1]) / 2)])
        if not ends:
            raise _ends_inside(name, where)
        return max(ends, key=lambda end: (end[0][0] - previous[0]) ** 2 + (end[0][1] - previous[1]) ** 2)


def _ends_inside(name: str, where: str) -> BadInput:
    return BadInput(f"{where} ends at {name} inside the map; carry it on to the edge, or close it.")


def _ring(points: Sequence[Point], where: str) -> Polygon:
    from shapely import Polygon

    if len(set(points)) < 3:
        raise BadInput(f"{where} needs at least three points to enclose anything.")
    area = Polygon(points)
    if not area.is_valid:
        raise BadInput(f"{where} crosses itself; draw it without crossing.")
    return area


def _inside_out(sketch: _Sketch, points: Sequence[Point], where: str) -> Divided:
    area = _ring(points, where)
    inside = sketch.covered_by(area)
    kept = set(inside)
    outside = [here for here in sketch.lattice.hexes if here not in kept]
    on_line = passed(sketch.lattice.hexes, sketch.centre, [*points, points[0]])
    return (inside, outside, on_line) if area.exterior.is_ccw else (outside, inside, on_line)


def _across(sketch: _Sketch, names: Sequence[str], points: Sequence[Point], where: str) -> Divided:
    if len(set(points)) < 2:
        raise BadInput(f"{where} needs at least two points.")
    before = sketch.way_out(names[0], points[1], where)[::-1]
    after = sketch.way_out(names[-1], points[-2], where)
    path = [*before, *points, *after]
    if crosses_itself(path):
        raise BadInput(f"{where} crosses itself; draw it without crossing.")
    return sides(sketch.lattice, sketch.centre, path)


def unheld(lattice: Lattice, held: Iterable[str]) -> tuple[str, ...]:
    """The hexes that belong to neither half."""
    known = set(held)
    return tuple(here for here in lattice.hexes if here not in known)
