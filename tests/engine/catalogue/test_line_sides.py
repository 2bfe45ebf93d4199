"""The sides of a line by arithmetic, against the land cut in two by a library for such things."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, MultiPolygon, Point, Polygon, union_all
from shapely.ops import split

from engine.catalogue.line_sides import Point as Place
from engine.catalogue.line_sides import crosses_itself, passed, sides
from engine.hexes.grid import Grid, GridSpec
from engine.hexes.layout import Layout

STRIP = 0.01


class Sheet:
    """A map in a plane whose y grows upwards."""

    def __init__(self, grid: Grid) -> None:
        self.grid, self.layout = grid, Layout(grid)

    def centre(self, here: str) -> Place:
        x, y = self.layout.centre(here)
        return x, -y

    def between(self, here: str, there: str) -> Place:
        (ax, ay), (bx, by) = self.centre(here), self.centre(there)
        return (ax + bx) / 2, (ay + by) / 2

    def beyond(self, here: str) -> Place:
        """A place just outside the map, next to a hex at its edge."""
        at = next(at for at, near in enumerate(self.grid.around(here)) if near is None)
        (ax, ay), (bx, by) = self.layout.hexside(self.grid.hexside_at(here, at))
        x, y = self.centre(here)
        return x + 1.5 * ((ax + bx) / 2 - x), y + 1.5 * (-(ay + by) / 2 - y)

    def cut(self, path: list[Place]) -> tuple[set[str], set[str]] | None:
        """Left and right with scissors; None if the line does not cut anything off."""
        line = LineString(path)
        land = union_all(
            [Polygon([(x, -y) for x, y in self.layout.corners(here)]) for here in self.grid.hexes]
        )
        left: set[str] = set()
        right: set[str] = set()
        for island in land.buffer(1e-9).geoms if isinstance(land, MultiPolygon) else (land,):
            for piece in split(island, line).geoms:
                on_left = piece.intersection(line.buffer(STRIP, single_sided=True)).area
                on_right = piece.intersection(line.buffer(-STRIP, single_sided=True)).area
                if abs(on_left - on_right) < 0.8 * (on_left + on_right):
                    return None
                if on_left or on_right:
                    held = {here for here in self.grid.hexes if piece.contains(Point(self.centre(here)))}
                    (left if on_left > on_right else right).update(held)
        return left, right


def wander(sheet: Sheet, chance: Random) -> list[Place]:
    """From edge to edge, over middles of hexes and of hexsides."""
    edge = [here for here in sheet.grid.hexes if None in sheet.grid.around(here)]
    walk = [chance.choice(edge)]
    path = [sheet.beyond(walk[0]), sheet.centre(walk[0])]
    while len(walk) < 3 or walk[-1] not in edge:
        ahead = [near for near in sheet.grid.neighbors(walk[-1]) if near not in walk]
        if not ahead:
            return []
        walk.append(chance.choice(ahead))
        middle = chance.random() < 0.6 or walk[-1] in edge
        path.append(sheet.centre(walk[-1]) if middle else sheet.between(walk[-2], walk[-1]))
    return [*path, sheet.beyond(walk[-1])]


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["flat", "pointy"]), st.sampled_from(["odd", "even"]), st.randoms(use_true_random=False)
)
def test_as_with_scissors(orientation: str, stagger: str, chance: Random) -> None:
    spec = GridSpec(orientation, stagger, chance.randint(4, 9), chance.randint(4, 9))  # type: ignore[arg-type]
    sheet = Sheet(Grid(spec))
    path = wander(sheet, chance)
    if not path:
        return
    assert crosses_itself(path) == (not LineString(path).is_simple)
    expected = sheet.cut(path) if not crosses_itself(path) else None
    if expected is None:
        return
    left, right, through = sides(sheet.grid, sheet.centre, path)
    assert (set(left), set(right)) == (expected[0] - set(through), expected[1] - set(through))
    line = LineString(path)
    on_line = {here for here in sheet.grid.hexes if line.distance(Point(sheet.centre(here))) < 1e-6}
    assert set(through) == on_line
    assert set(through) == set(passed(sheet.grid.hexes, sheet.centre, path))


def test_an_island_beyond_the_line_is_on_no_side() -> None:
    water = frozenset(f"{column:02}{row:02}" for column in (5, 6) for row in range(1, 8))
    sheet = Sheet(Grid(GridSpec("flat", "even", 9, 7, missing=water)))
    column = [sheet.centre(f"03{row:02}") for row in range(1, 8)]
    path = [(column[0][0], column[0][1] + 2), *column, (column[-1][0], column[-1][1] - 2)]
    left, right, through = sides(sheet.grid, sheet.centre, path)
    assert {here[:2] for here in left} == {"04"}
    assert {here[:2] for here in right} == {"01", "02"}
    assert {here[:2] for here in through} == {"03"}


@pytest.mark.parametrize(
    ("path", "crosses"),
    [
        ([(0, 0), (1, 0), (2, 0)], False),
        ([(0, 0), (2, 0), (1, 0)], True),
        ([(0, 0), (2, 0), (2, 2), (1, -1)], True),
        ([(0, 0), (2, 0), (2, 2), (1, 0)], True),
        ([(0, 0), (2, 0), (2, 2), (0, 2), (0, 1)], False),
        ([(0, 0), (0, 0), (2, 0)], False),
    ],
)
def test_lines_that_meet_themselves(path: list[Place], crosses: bool) -> None:
    assert crosses_itself(path) is crosses
    assert all(start != end or not crosses for start, end in pairwise(path))
