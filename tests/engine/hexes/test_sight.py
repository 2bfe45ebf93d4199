"""Lines of sight over heights."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.hexes.grid import Grid
from engine.hexes.sight import in_the_way
from engine.hexes.spec import GridSpec

GRID = Grid(GridSpec("flat", "odd", 8, 8))
HEXES = st.sampled_from(list(GRID.hexes))
HEIGHTS = st.dictionaries(HEXES, st.integers(0, 6))


def blocked(a: str, b: str, heights: dict[str, int], cover: dict[str, int] | None = None) -> tuple[str, ...]:
    return in_the_way(GRID, a, b, lambda here: heights.get(here, 0), lambda here: (cover or {}).get(here, 0))


def test_a_hill_hides_what_is_behind_it() -> None:
    line = GRID.line("0101", "0105")
    assert line == ("0101", "0102", "0103", "0104", "0105")
    assert blocked("0101", "0105", {}) == ()
    assert blocked("0101", "0105", {"0103": 1}) == ("0103",)
    assert blocked("0101", "0105", {"0101": 2, "0103": 1}) == (), "the line of sight grazes the crest"
    assert blocked("0101", "0105", {"0101": 1, "0103": 1}) == ("0103",)
    assert blocked("0101", "0105", {"0101": 2, "0105": 2, "0103": 1}) == ()


def test_woods_add_to_the_height_but_not_at_the_ends() -> None:
    woods = {"0101": 1, "0103": 1, "0105": 1}
    assert blocked("0101", "0105", {}, woods) == ("0103",)
    assert blocked("0101", "0105", {"0101": 2}, woods) == ()


def test_along_hexsides_one_free_side_is_enough() -> None:
    target = next(there for there in GRID.ring("0404", 2) if len(GRID.lines("0404", there)) == 2)
    one, other = GRID.lines("0404", target)
    between = set(one) ^ set(other)
    assert len(between) == 2
    for here in between:
        assert blocked("0404", target, {here: 5}) == ()
    assert blocked("0404", target, dict.fromkeys(between, 5)) != ()


@given(HEXES, HEXES, HEIGHTS)
def test_sight_is_mutual(a: str, b: str, heights: dict[str, int]) -> None:
    assert bool(blocked(a, b, heights)) == bool(blocked(b, a, heights))


@given(HEXES, HEXES, HEIGHTS, st.integers(1, 5))
def test_lower_ground_between_never_hides_more(a: str, b: str, heights: dict[str, int], less: int) -> None:
    lower = {here: heights.get(here, 0) - (0 if here in (a, b) else less) for here in GRID.hexes}
    if not blocked(a, b, heights):
        assert not blocked(a, b, lower)


@given(HEXES, HEIGHTS)
def test_neighbours_see_each_other(a: str, heights: dict[str, int]) -> None:
    assert all(blocked(a, b, heights) == () for b in GRID.neighbors(a))
