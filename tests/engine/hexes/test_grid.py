"""Neighbours, distances, rings, lines, turning and bit sets on random sheets."""

from collections import deque
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.hexes import cubes
from engine.hexes.cubes import Cube
from engine.hexes.grid import Grid, GridSpec
from engine.hexes.layout import Layout
from tests.engine.hexes.random_grids import grids, grids_with_hexes

relaxed = settings(deadline=None)
CUBES = st.builds(Cube, st.integers(-50, 50), st.integers(-50, 50))
ORIENTATIONS = st.sampled_from(("flat", "pointy"))
MIRRORS = st.sampled_from(("left-right", "top-bottom"))


@relaxed
@given(grids())
def test_every_hex_has_one_number_one_place_and_one_index(grid: Grid) -> None:
    assert len(grid) == len(grid.hexes) == len(set(grid.hexes))
    for here in grid.hexes:
        assert here in grid
        assert grid.at(*grid.column_row(here)) == here
        assert grid.hex_at_cube(grid.cube(here)) == here
        assert grid.hex_of(grid.index(here)) == here
        assert grid.names(here) == (grid.first_name(here),) == (here,)
    assert [grid.index(here) for here in grid.hexes] == sorted(grid.index(here) for here in grid.hexes)


@relaxed
@given(grids())
def test_missing_hexes_are_gone(grid: Grid) -> None:
    assert grid.spec.missing.isdisjoint(grid.hexes)
    whole = grid.spec.columns * grid.spec.rows
    if not grid.spec.short_staggered:
        assert len(grid) == whole - len(grid.spec.missing)


@pytest.mark.parametrize(
    ("orientation", "stagger", "runs", "gone"),
    [
        ("flat", "odd", ("right", "down"), {"0103", "0303"}),
        ("flat", "even", ("right", "down"), {"0203"}),
        ("flat", "even", ("right", "up"), {"0201"}),
        ("pointy", "odd", ("right", "down"), {"0301", "0303"}),
        ("pointy", "even", ("right", "down"), {"0302"}),
        ("pointy", "even", ("left", "up"), {"0102"}),
    ],
)
def test_short_columns_and_rows_lack_their_outermost_hex(
    orientation: cubes.Orientation, stagger: str, runs: tuple[str, str], gone: set[str]
) -> None:
    spec = GridSpec(orientation, stagger, 3, 3, columns_run=runs[0], rows_run=runs[1], short_staggered=True)
    whole = {f"0{column}0{row}" for column in (1, 2, 3) for row in (1, 2, 3)}
    assert whole - set(Grid(spec).hexes) == gone


@relaxed
@given(grids())
def test_neighbours_are_mutual_and_one_hex_away(grid: Grid) -> None:
    for here in grid.hexes:
        for direction in range(6):
            other = grid.neighbor(here, direction)
            if other is None:
                continue
            assert grid.distance(here, other) == 1
            assert grid.adjacent(here, other)
            assert grid.direction(here, other) == direction
            assert grid.neighbor(other, cubes.opposite(direction)) == here
        assert grid.neighbors(here) == tuple(other for other in grid.around(here) if other is not None)
        assert set(grid.hexes_in(grid.neighbor_mask(here))) == set(grid.neighbors(here))


@relaxed
@given(grids())
def test_neighbours_are_exactly_the_hexes_one_away(grid: Grid) -> None:
    for here in grid.hexes:
        assert set(grid.neighbors(here)) == {a for a in grid.hexes if grid.distance(here, a) == 1}


@relaxed
@given(grids_with_hexes(3))
def test_distance_is_a_metric(case: tuple[Grid, list[str]]) -> None:
    grid, (a, b, c) = case
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@relaxed
@given(grids_with_hexes(1, full=True))
def test_distance_is_the_number_of_steps_on_a_whole_sheet(case: tuple[Grid, list[str]]) -> None:
    grid, (start,) = case
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in grid.neighbors(here):
            if other not in steps:
                steps[other] = steps[here] + 1
                queue.append(other)
    assert steps == {here: grid.distance(start, here) for here in grid.hexes}


@relaxed
@given(grids_with_hexes(1), st.integers(-1, 9))
def test_rings_hold_the_hexes_at_their_distance(case: tuple[Grid, list[str]], radius: int) -> None:
    grid, (here,) = case
    ring = grid.ring(here, radius)
    assert len(set(ring)) == len(ring)
    assert set(ring) == {other for other in grid.hexes if grid.distance(here, other) == radius}
    disc = grid.within(here, radius)
    assert len(set(disc)) == len(disc)
    assert set(disc) == {other for other in grid.hexes if grid.distance(here, other) <= radius}
    assert [grid.distance(here, other) for other in disc] == sorted(grid.distance(here, a) for a in disc)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_rings_have_six_hexes_for_each_step_and_begin_in_direction_0(orientation: cubes.Orientation) -> None:
    grid = Grid(GridSpec(orientation, "odd", columns=21, rows=21))
    for radius in range(1, 9):
        ring = grid.ring("1111", radius)
        assert len(ring) == 6 * radius
        assert len(grid.within("1111", radius)) == 1 + 3 * radius * (radius + 1)
        corner = "1111"
        for _ in range(radius):
            corner = grid.neighbor(corner, 0) or ""
        assert ring[0] == corner
    assert grid.ring("1111", 1) == grid.around("1111")


@relaxed
@given(grids_with_hexes(2, full=True, largest=12))
def test_a_line_goes_step_by_step_and_never_further_than_needed(case: tuple[Grid, list[str]]) -> None:
    grid, (a, b) = case
    for line in (grid.line(a, b), *grid.lines(a, b)):
        assert line[0] == a and line[-1] == b
        assert len(line) == grid.distance(a, b) + 1
        assert all(grid.adjacent(here, after) for here, after in pairwise(line))
    assert grid.line(b, a) == grid.line(a, b)[::-1]
    assert grid.line(a, b) in grid.lines(a, b)
    assert {line[::-1] for line in grid.lines(b, a)} == set(grid.lines(a, b))


@relaxed
@given(grids_with_hexes(2))
def test_a_line_over_holes_leaves_only_them_out(case: tuple[Grid, list[str]]) -> None:
    grid, (a, b) = case
    whole = Grid(GridSpec(**{**grid.spec.to_dict(), "missing": frozenset(), "short_staggered": False}))
    both = [set(line) for line in whole.lines(a, b)]
    line = grid.line(a, b)
    assert line[0] == a and line[-1] == b
    assert set(line) <= set.union(*both)
    assert set.intersection(*both) & set(grid.hexes) <= set(line)


def test_a_line_along_hexsides_can_be_drawn_two_ways() -> None:
    flat = Grid(GridSpec("flat", "even", columns=9, rows=9))
    assert flat.lines("0505", "0705") == (("0505", "0604", "0705"), ("0505", "0605", "0705"))
    assert flat.line("0505", "0705") == flat.line("0705", "0505")[::-1] == ("0505", "0604", "0705")
    assert flat.lines("0705", "0505") == (("0705", "0605", "0505"), ("0705", "0604", "0505"))
    assert flat.lines("0505", "0805") == (("0505", "0605", "0705", "0805"),)
    pointy = Grid(GridSpec("pointy", "even", columns=9, rows=9))
    assert pointy.lines("0505", "0507") == (("0505", "0506", "0507"), ("0505", "0406", "0507"))
    assert pointy.line("0505", "0507") == pointy.line("0507", "0505")[::-1] == ("0505", "0406", "0507")


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
def test_two_lines_lie_left_and_right_and_the_higher_counts(
    orientation: cubes.Orientation, stagger: str
) -> None:
    grid = Grid(GridSpec(orientation, stagger, columns=6, rows=6))
    spot = Layout(grid).centre
    doubled = 0
    for a, b in product(grid.hexes, repeat=2):
        lines = grid.lines(a, b)
        doubled += len(lines) == 2
        (ax, ay), (bx, by) = spot(a), spot(b)
        for step, here in enumerate(grid.line(a, b)):
            spots = [spot(line[step]) for line in lines]
            assert spot(here) == min(spots, key=lambda point: (round(point[1], 6), point[0]))
            if len(set(spots)) == 2:
                left, right = ((bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in spots)
                assert left < 0 < right
    assert doubled > 60


def test_a_line_along_the_edge_stays_on_the_map() -> None:
    grid = Grid(GridSpec("pointy", "even", columns=3, rows=5))
    assert grid.lines("0101", "0105") == (("0101", "0102", "0103", "0104", "0105"),)


@given(CUBES, CUBES, st.integers(-7, 7))
def test_six_turns_are_none(cube: Cube, about: Cube, sixths: int) -> None:
    turned = cubes.rotate(cube, sixths, about)
    assert cubes.rotate(turned, -sixths, about) == cube
    assert cubes.cube_distance(turned, about) == cubes.cube_distance(cube, about)
    step = cube
    for _ in range(6):
        step = cubes.rotate(step, 1, about)
    assert step == cube
    assert cube.q + cube.r + cube.s == 0


@given(CUBES, CUBES, CUBES, MIRRORS, ORIENTATIONS)
def test_a_mirror_seen_twice_changes_nothing(
    a: Cube, b: Cube, about: Cube, way: cubes.Mirror, orientation: cubes.Orientation
) -> None:
    seen = [cubes.mirror(cube, way, orientation, about) for cube in (a, b)]
    assert cubes.mirror(seen[0], way, orientation, about) == a
    assert cubes.cube_distance(*seen) == cubes.cube_distance(a, b)


@given(st.integers(0, 5), st.integers(0, 5), MIRRORS, ORIENTATIONS)
def test_directions_turn_and_mirror_like_hexes(
    direction: int, sixths: int, way: cubes.Mirror, orientation: cubes.Orientation
) -> None:
    steps = cubes.STEPS[orientation]
    assert cubes.rotate(steps[direction], sixths) == steps[(direction + sixths) % 6]
    mirrored = cubes.mirror_direction(direction, way, orientation)
    assert cubes.mirror(steps[direction], way, orientation) == steps[mirrored]


def test_turning_and_mirroring_on_the_map() -> None:
    grid = Grid(GridSpec("flat", "even", columns=9, rows=9))
    assert grid.rotated("0503", 1, about="0505") == "0704"
    assert grid.rotated("0503", 3, about="0505") == "0507"
    assert grid.mirrored("0704", "left-right", about="0505") == "0304"
    assert grid.mirrored("0704", "top-bottom", about="0505") == "0706"
    assert grid.rotated("0101", 3, about="0202") == "0304"
    assert grid.rotated("0505", 3, about="0101") is None
    assert grid.mirrored("0505", "left-right", about="0101") is None


@relaxed
@given(grids(), st.data())
def test_masks_hold_what_was_put_in(grid: Grid, data: st.DataObject) -> None:
    hexes = data.draw(st.lists(st.sampled_from(grid.hexes)))
    mask = grid.mask(hexes)
    assert list(grid.hexes_in(mask)) == sorted(set(hexes), key=grid.index)
    assert mask == sum(grid.bit(here) for here in set(hexes))
    assert set(grid.hexes_in(~mask)) == set(grid.hexes) - set(hexes)
    assert list(grid.hexes_in(grid.all_mask)) == list(grid.hexes)
    assert mask & grid.all_mask == mask


def test_a_number_on_no_hex_is_bad_input() -> None:
    grid = Grid(GridSpec("flat", "even", columns=9, rows=9))
    attempts = [
        lambda: grid.neighbors("9999"),
        lambda: grid.around("9999"),
        lambda: grid.neighbor("9999", 0),
        lambda: grid.adjacent("0101", "9999"),
        lambda: grid.direction("0101", "9999"),
        lambda: grid.distance("9999", "0101"),
        lambda: grid.distance("0101", "9999"),
        lambda: grid.ring("9999", 2),
        lambda: grid.within("9999", 2),
        lambda: grid.line("9999", "0101"),
        lambda: grid.cube("9999"),
        lambda: grid.column_row("9999"),
        lambda: grid.index("9999"),
        lambda: grid.bit("9999"),
        lambda: grid.mask(["0101", "9999"]),
        lambda: grid.names("9999"),
        lambda: grid.hexside("9999", "0101"),
        lambda: grid.hexside_at("9999", 0),
        lambda: grid.corners("9999"),
    ]
    for attempt in attempts:
        with pytest.raises(BadInput, match="There is no hex '9999' on this map"):
            attempt()
    with pytest.raises(BadInput, match="0101 and 0505 are not neighbours"):
        grid.direction("0101", "0505")
    assert "9999" not in grid
    assert grid.at(99, 99) is None
    assert grid.hex_of(10**6) is None
    assert grid.hex_at_cube(Cube(99, 99)) is None
