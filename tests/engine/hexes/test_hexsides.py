"""Hexsides have one name each, and meet in vertices."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.hexes.cubes import opposite
from engine.hexes.grid import Grid, GridSpec
from tests.engine.hexes.random_grids import grids

relaxed = settings(deadline=None)


@relaxed
@given(grids())
def test_each_hexside_has_one_name_from_either_hex(grid: Grid) -> None:
    seen: dict[str, int] = {}
    for here in grid.hexes:
        assert len(set(grid.hexsides(here))) == 6
        for direction, side in enumerate(grid.hexsides(here)):
            seen[side] = seen.get(side, 0) + 1
            other = grid.neighbor(here, direction)
            if other is None:
                assert side == f"{here}/{grid.direction_names[direction]}"
                assert grid.split(side) == (here,)
                assert grid.locate(side) == (here, direction)
            else:
                first, second = sorted((here, other))
                assert side == grid.hexside(here, other) == grid.hexside(other, here) == f"{first}/{second}"
                assert side == grid.hexside_at(other, opposite(direction))
                assert grid.split(side) == (first, second)
                assert grid.locate(side) == (first, grid.direction(first, second))
                assert grid.canonical(f"{second}/{first}") == side
                assert grid.canonical(f"{here}/{grid.direction_names[direction]}") == side
            assert grid.canonical(side) == side
    assert list(seen) and set(grid.all_hexsides()) == set(seen)
    assert len(list(grid.all_hexsides())) == len(seen)
    inner = list(grid.all_hexsides(edges=False))
    assert sorted(inner) == sorted(side for side, times in seen.items() if times == 2)


@relaxed
@given(grids())
def test_a_hexside_has_the_same_ends_from_either_hex(grid: Grid) -> None:
    for side in grid.all_hexsides():
        first, second = grid.vertices(side)
        assert first != second
        for here in grid.split(side):
            assert {first, second} <= set(grid.corners(here))
        shared = [set(grid.corners(here)) for here in grid.split(side)]
        if len(shared) == 2:
            assert shared[0] & shared[1] == {first, second}


@relaxed
@given(grids())
def test_vertices_join_the_right_hexes_and_hexsides(grid: Grid) -> None:
    users: dict[object, set[str]] = {}
    sides: dict[object, set[str]] = {}
    for here in grid.hexes:
        assert len(set(grid.corners(here))) == 6
        for corner in grid.corners(here):
            users.setdefault(corner, set()).add(here)
    for side in grid.all_hexsides():
        for end in grid.vertices(side):
            sides.setdefault(end, set()).add(side)
    assert set(users) == set(sides)
    for vertex in {corner for here in grid.hexes for corner in grid.corners(here)}:
        meeting = grid.hexes_at(vertex)
        assert set(meeting) == users[vertex] and len(meeting) == len(set(meeting)) <= 3
        assert all(a == b or grid.adjacent(a, b) for a in meeting for b in meeting)
        assert grid.hexsides_at(vertex) == tuple(sorted(sides[vertex]))
    for here in grid.hexes:
        if len(grid.neighbors(here)) == 6:
            assert all(len(grid.hexes_at(corner)) == 3 for corner in grid.corners(here))
            assert all(len(grid.hexsides_at(corner)) == 3 for corner in grid.corners(here))


@relaxed
@given(grids())
def test_joined_hexsides_share_one_end(grid: Grid) -> None:
    for side in grid.all_hexsides():
        for other in grid.joined(side):
            assert len(set(grid.vertices(side)) & set(grid.vertices(other))) == 1
            assert side in grid.joined(other)


def test_a_river_can_be_followed() -> None:
    grid = Grid(GridSpec("flat", "even", columns=9, rows=9))
    assert grid.joined("0505/0506") == ("0405/0505", "0405/0506", "0505/0605", "0506/0605")
    assert grid.hexsides("0101") == ("0101/N", "0101/NE", "0101/0201", "0101/0102", "0101/SW", "0101/NW")
    assert "0101/NW" in grid.joined("0101/N")


def test_ends_run_clockwise_round_the_first_hex() -> None:
    grid = Grid(GridSpec("pointy", "odd", columns=9, rows=9))
    corners = grid.corners("0505")
    for direction in range(6):
        side = grid.hexside_at("0505", direction)
        ends = corners[direction - 1], corners[direction]
        first, _ = grid.locate(side)
        assert grid.vertices(side) == (ends if first == "0505" else ends[::-1])


@pytest.mark.parametrize(
    "side",
    ["", "/", "0101", "0101/", "0101/0505", "0101/0101", "0101/X", "9999/N", "0101/0102/0103", "0101 0102"],
)
def test_what_is_no_hexside_is_bad_input(side: str) -> None:
    grid = Grid(GridSpec("flat", "even", columns=9, rows=9))
    for read in (grid.split, grid.canonical, grid.vertices, grid.locate, grid.joined):
        with pytest.raises(BadInput, match="is not a hexside of this map"):
            read(side)


def test_no_hexside_between_hexes_apart() -> None:
    grid = Grid(GridSpec("flat", "even", columns=9, rows=9))
    with pytest.raises(BadInput, match="0101 and 0303 are not neighbours"):
        grid.hexside("0101", "0303")


@relaxed
@given(grids(largest=4), st.text(max_size=12))
def test_hostile_hexsides_raise_nothing_else(grid: Grid, text: str) -> None:
    try:
        assert grid.canonical(text) in set(grid.all_hexsides())
    except BadInput as refused:
        assert "not a hexside" in str(refused)
