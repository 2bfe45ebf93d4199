"""Lines of supply: one flood says the same as every unit's own trace, on dicts and on bit sets."""

from collections.abc import Callable
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexes.crossings import Crossings
from engine.hexes.grid import Grid, GridSpec
from engine.hexes.paths import exits_table
from engine.hexes.tracing import flood, trace
from tests.engine.hexes.random_grids import grids, pair_predicates

relaxed = settings(deadline=None)
Case = tuple[Grid, Callable[[str, str], bool], list[str], int | None]


@st.composite
def supply_nets(draw: st.DrawFn) -> Case:
    """A map with one-way barriers, sources, and how far supply goes."""
    grid = draw(grids(largest=7))
    open_from = draw(pair_predicates(grid))
    sources = draw(st.lists(st.sampled_from(grid.hexes), max_size=3))
    return grid, open_from, sources, draw(st.none() | st.integers(0, 6))


@relaxed
@given(supply_nets())
def test_one_flood_says_what_every_trace_says(case: Case) -> None:
    grid, open_from, sources, limit = case
    outward = exits_table(grid, lambda here, other: 1 if open_from(here, other) else None)
    inward = exits_table(grid, lambda here, other: 1 if open_from(other, here) else None)
    found = flood(sources, outward.__getitem__, limit)
    for here in grid.hexes:
        line = trace(here, set(sources).__contains__, inward.__getitem__, limit)
        assert (line is None) == (here not in found)
        if line is not None:
            assert len(line) - 1 == found.cost[here]
            assert line[0] == here and line[-1] in sources
            back = found.path_back(here)
            assert back[0] == here and back[-1] in sources and len(back) == len(line)
            assert all(open_from(after, before) for before, after in pairwise(back))


@relaxed
@given(supply_nets())
def test_a_flood_on_bit_sets_says_the_same(case: Case) -> None:
    grid, open_from, sources, limit = case
    outward = exits_table(grid, lambda here, other: 1 if open_from(here, other) else None)
    slow = flood(sources, outward.__getitem__, limit)
    crossings = Crossings(grid, open_from)
    fast = crossings.flood(grid.mask(sources), limit=limit)
    assert {here: fast.steps_to(here) for here in grid.hexes} == {
        here: slow.cost.get(here) for here in grid.hexes
    }
    assert set(grid.hexes_in(fast.mask)) == set(slow.cost)
    for here in grid.hexes:
        line = crossings.line_back(fast, here)
        if here not in slow:
            assert line is None
            continue
        assert line is not None
        assert line[0] == here and line[-1] in sources and len(line) == slow.cost[here] + 1
        assert all(open_from(after, before) for before, after in pairwise(line))


@relaxed
@given(supply_nets(), st.data())
def test_a_flood_stays_within_its_hexes(case: Case, data: st.DataObject) -> None:
    grid, open_from, sources, limit = case
    within = data.draw(st.sets(st.sampled_from(grid.hexes)))
    fast = Crossings(grid, open_from).flood(grid.mask(sources), grid.mask(within), limit)
    walled = exits_table(grid, lambda here, other: 1 if open_from(here, other) and other in within else None)
    slow = flood(sources, walled.__getitem__, limit)
    assert set(grid.hexes_in(fast.mask)) == set(slow.cost)


@relaxed
@given(grids(), st.data())
def test_one_step_enters_the_open_neighbours(grid: Grid, data: st.DataObject) -> None:
    open_from = data.draw(pair_predicates(grid))
    hexes = data.draw(st.sets(st.sampled_from(grid.hexes)))
    step = Crossings(grid, open_from).step(grid.mask(hexes))
    assert set(grid.hexes_in(step)) == {b for a in hexes for b in grid.neighbors(a) if open_from(a, b)}
    assert step & ~grid.all_mask == 0


def test_no_source_no_supply() -> None:
    grid = Grid(GridSpec("flat", "even", columns=4, rows=4))
    exits = exits_table(grid, lambda _here, _other: 1).__getitem__
    assert flood((), exits).cost == {}
    assert Crossings(grid, lambda _here, _other: True).flood(0).mask == 0


def test_lines_may_count_more_than_hexes() -> None:
    """A line that pays 4 in hills takes the longer way round."""
    grid = Grid(GridSpec("flat", "even", columns=5, rows=5))
    hills = {"0303", "0304"}
    exits = exits_table(grid, lambda _, other: 4 if other in hills else 1).__getitem__
    line = trace("0203", {"0403"}.__contains__, exits)
    assert line is not None and not hills & set(line) and len(line) == 5
    assert flood(("0203",), exits).cost["0403"] == 4
    assert trace("0203", {"0403"}.__contains__, exits, limit=3) is None


def test_a_hex_that_halts_is_reached_but_passed_through_by_none() -> None:
    ways = {"a": (("b", 1),), "b": (("c", 1),), "c": ()}
    assert flood(("a",), ways.__getitem__, halts={"b"}.__contains__).cost == {"a": 0, "b": 1}


def test_the_source_named_first_wins_a_tie() -> None:
    ways = {"a": (("m", 1),), "b": (("m", 1),), "m": ()}
    assert flood(("a", "b"), ways.__getitem__).path_back("m") == ("m", "a")
    assert flood(("b", "a"), ways.__getitem__).path_back("m") == ("m", "b")
