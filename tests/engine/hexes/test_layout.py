"""Hexes on a drawing: points and hexes find each other."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexes.grid import Grid, GridSpec
from engine.hexes.layout import Layout
from tests.engine.hexes.random_grids import grids

relaxed = settings(deadline=None)
SIZES = st.floats(0.5, 200)
OFFSETS = st.floats(-1000, 1000)


@relaxed
@given(grids(), SIZES, OFFSETS, OFFSETS)
def test_a_centre_leads_back_to_its_hex(grid: Grid, size: float, left: float, top: float) -> None:
    layout = Layout(grid, size, left, top)
    for here in grid.hexes:
        assert layout.hex_at(*layout.centre(here)) == here


@relaxed
@given(grids(), SIZES, OFFSETS, OFFSETS)
def test_points_near_a_hexside_find_hex_hexside_and_corner(
    grid: Grid, size: float, left: float, top: float
) -> None:
    layout = Layout(grid, size, left, top)
    for here in grid.hexes:
        cx, cy = layout.centre(here)
        for direction, side in enumerate(grid.hexsides(here)):
            (ax, ay), (bx, by) = layout.hexside(side)
            x, y = cx + 0.9 * ((ax + bx) / 2 - cx), cy + 0.9 * ((ay + by) / 2 - cy)
            assert layout.hex_at(x, y) == here
            assert layout.hexside_at(x, y) == side
            corner = grid.corners(here)[direction]
            px, py = layout.vertex(corner)
            assert layout.vertex_at(cx + 0.9 * (px - cx), cy + 0.9 * (py - cy)) == corner
            outside = layout.hex_at(cx + 1.1 * ((ax + bx) / 2 - cx), cy + 1.1 * ((ay + by) / 2 - cy))
            assert outside == grid.neighbor(here, direction)


@relaxed
@given(grids())
def test_corners_are_shared_to_the_last_bit_and_lie_one_size_away(grid: Grid) -> None:
    layout = Layout(grid, 37.0, 5.0, 9.0)
    for here in grid.hexes:
        centre = layout.centre(here)
        for corner, vertex in zip(layout.corners(here), grid.corners(here), strict=True):
            assert math.dist(centre, corner) == pytest.approx(37.0)
            assert all(corner in layout.corners(other) for other in grid.hexes_at(vertex))


@relaxed
@given(grids())
def test_hexes_fill_their_rectangle(grid: Grid) -> None:
    layout = Layout(grid, 10.0, 3.0, 4.0)
    points = [point for here in grid.hexes for point in layout.corners(here)]
    assert min(x for x, _ in points) == pytest.approx(3.0)
    assert min(y for _, y in points) == pytest.approx(4.0)
    assert max(x for x, _ in points) == pytest.approx(3.0 + layout.width)
    assert max(y for _, y in points) == pytest.approx(4.0 + layout.height)


@pytest.mark.parametrize(("orientation", "turns"), [("flat", (0, -1)), ("pointy", (1, -1))])
def test_directions_point_where_their_names_say(orientation: str, turns: tuple[int, int]) -> None:
    grid = Grid(GridSpec(orientation, "odd", columns=5, rows=5))  # type: ignore[arg-type]
    layout = Layout(grid)
    cx, cy = layout.centre("0303")
    for name, other in zip(grid.direction_names, grid.around("0303"), strict=True):
        assert other is not None
        x, y = layout.centre(other)
        assert ("N" in name, "S" in name) == (y < cy - 0.1, y > cy + 0.1)
        assert ("E" in name, "W" in name) == (x > cx + 0.1, x < cx - 0.1)
    x, y = layout.centre(grid.around("0303")[0] or "")
    assert (round(x - cx), y < cy) == (turns[0], True)


def test_columns_and_rows_run_as_the_spec_says() -> None:
    for columns_run in ("right", "left"):
        for rows_run in ("down", "up"):
            grid = Grid(GridSpec("pointy", "even", 5, 5, columns_run=columns_run, rows_run=rows_run))
            layout = Layout(grid)
            x, y = layout.centre("0303")
            assert (layout.centre("0403")[0] > x) == (columns_run == "right")
            assert (layout.centre("0305")[1] > y) == (rows_run == "down")
            # Even rows lie half a hex to the right, whichever way the numbers run.
            assert layout.centre("0304")[0] - x == pytest.approx(math.sqrt(3) / 2)
            assert layout.centre("0302")[0] - x == pytest.approx(math.sqrt(3) / 2)


def test_points_off_the_map_find_nothing() -> None:
    layout = Layout(Grid(GridSpec("flat", "even", 5, 5)), 20.0)
    for x, y in ((-1e9, 0.0), (1e300, 1e300), (math.inf, 0.0), (0.0, math.nan), (-1.0, -1.0)):
        assert layout.hex_at(x, y) is None
        assert layout.hexside_at(x, y) is None
        assert layout.vertex_at(x, y) is None


@pytest.mark.parametrize("size", [0.0, -1.0, math.nan, math.inf])
def test_a_hex_needs_a_size(size: float) -> None:
    with pytest.raises(ValueError, match="size above 0"):
        Layout(Grid(GridSpec("flat", "even", 2, 2)), size)
