"""Movement: reach and the cheapest path, against the slowest search that cannot be wrong."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexes.grid import Grid, GridSpec
from engine.hexes.paths import cheapest_path, exits_table, reach
from tests.engine.hexes.random_grids import grids

relaxed = settings(deadline=None)
Table = dict[str, tuple[tuple[str, int], ...]]


@st.composite
def marches(draw: st.DrawFn) -> tuple[Grid, Table, str, int, frozenset[str]]:
    """A map with costs (some ways closed, some free), a start, a budget, and hexes that halt."""
    grid = draw(grids(largest=6))
    pairs = [(here, other) for here in grid.hexes for other in grid.adjacency[here]]
    prices = draw(
        st.lists(st.sampled_from((None, 0, 1, 1, 1, 2, 3)), min_size=len(pairs), max_size=len(pairs))
    )
    price = dict(zip(pairs, prices, strict=True))
    table = exits_table(grid, lambda here, other: price[here, other])
    halting = draw(st.sets(st.sampled_from(grid.hexes), max_size=8))
    return grid, table, draw(st.sampled_from(grid.hexes)), draw(st.integers(0, 8)), frozenset(halting)


def slow_costs(table: Table, start: str, budget: int, halting: frozenset[str]) -> dict[str, int]:
    """Bellman and Ford: go over every way again and again until nothing gets cheaper."""
    cost = {start: 0}
    changed = True
    while changed:
        changed = False
        for here, exits in table.items():
            if here not in cost or (here in halting and here != start):
                continue
            for other, step in exits:
                total = cost[here] + step
                if total <= budget and total < cost.get(other, budget + 1):
                    cost[other] = total
                    changed = True
    return cost


def price_of(table: Table, path: tuple[str, ...]) -> int:
    """What a path costs, step by step."""
    return sum(dict(table[here])[after] for here, after in pairwise(path))


@relaxed
@given(marches())
def test_reach_agrees_with_the_slow_search(march: tuple[Grid, Table, str, int, frozenset[str]]) -> None:
    _, table, start, budget, halting = march
    found = reach(start, budget, table.__getitem__, halting.__contains__)
    assert found.cost == slow_costs(table, start, budget, halting)
    assert set(found.came_from) == set(found.cost) - {start}
    for here in found.cost:
        path = found.path_to(here)
        assert here in found
        assert path[0] == start and path[-1] == here
        assert path == found.path_back(here)[::-1]
        assert price_of(table, path) == found.cost[here]
        assert not halting & set(path[1:-1])


@relaxed
@given(marches())
def test_no_exits_are_asked_for_where_the_cheapest_step_cannot_be_paid(
    march: tuple[Grid, Table, str, int, frozenset[str]],
) -> None:
    _, table, start, budget, halting = march
    least = min((cost for exits in table.values() for _, cost in exits), default=0)
    asked: list[str] = []

    def exits(here: str) -> Iterable[tuple[str, int]]:
        asked.append(here)
        return table[here]

    found = reach(start, budget, exits, halting.__contains__, least=least)
    assert found == reach(start, budget, table.__getitem__, halting.__contains__)
    assert all(found.cost[here] + least <= budget for here in asked)
    in_parts = reach(start, Fraction(budget), table.__getitem__, halting.__contains__, least=Fraction(least))
    assert in_parts.cost == found.cost


@relaxed
@given(marches(), st.sampled_from((1, 2, 3, 4, 6)))
def test_whole_numbers_and_fractions_agree(
    march: tuple[Grid, Table, str, int, frozenset[str]], denominator: int
) -> None:
    _, table, start, budget, halting = march
    part = Fraction(1, denominator)
    parts = {here: tuple((other, step * part) for other, step in exits) for here, exits in table.items()}
    whole = reach(start, budget, table.__getitem__, halting.__contains__)
    exact = reach(start, budget * part, parts.__getitem__, halting.__contains__)
    assert exact.cost == {here: cost * part for here, cost in whole.cost.items()}
    assert exact.came_from == whole.came_from
    assert list(exact.cost) == list(whole.cost)


@relaxed
@given(marches(), st.data())
def test_mixed_fractions_agree_with_the_slow_search(
    march: tuple[Grid, Table, str, int, frozenset[str]], data: st.DataObject
) -> None:
    _, table, start, budget, halting = march
    amounts = st.sampled_from((Fraction(1, 2), Fraction(2, 3), Fraction(3, 4), Fraction(1), 1, 2))
    mixed = {here: tuple((other, data.draw(amounts)) for other, _ in exits) for here, exits in table.items()}
    in_twelfths = {
        here: tuple((other, int(step * 12)) for other, step in exits) for here, exits in mixed.items()
    }
    slow = slow_costs(in_twelfths, start, budget * 12, halting)
    expected = {here: Fraction(cost, 12) for here, cost in slow.items()}
    for limit in (Fraction(budget), budget):
        assert reach(start, limit, mixed.__getitem__, halting.__contains__).cost == expected


@relaxed
@given(marches())
def test_every_run_gives_the_same(march: tuple[Grid, Table, str, int, frozenset[str]]) -> None:
    _, table, start, budget, halting = march
    first = reach(start, budget, table.__getitem__, halting.__contains__)
    again = reach(start, budget, table.__getitem__, halting.__contains__)
    assert list(first.cost.items()) == list(again.cost.items())
    assert list(first.came_from.items()) == list(again.came_from.items())


@relaxed
@given(marches(), st.data())
def test_the_cheapest_path_costs_what_reach_says(
    march: tuple[Grid, Table, str, int, frozenset[str]], data: st.DataObject
) -> None:
    grid, table, start, budget, halting = march
    goal = data.draw(st.sampled_from(grid.hexes))
    found = slow_costs(table, start, budget, halting)
    dear = {here: tuple((other, step + 1) for other, step in exits) for here, exits in table.items()}
    found_dear = slow_costs(dear, start, 20, halting)
    plain = cheapest_path(start, goal, table.__getitem__, halting.__contains__, budget)
    guided = cheapest_path(
        start, goal, dear.__getitem__, halting.__contains__, 20, lambda here: grid.distance(here, goal)
    )
    for path, costs, prices in ((plain, found, table), (guided, found_dear, dear)):
        if goal not in costs:
            assert path is None
        else:
            assert path is not None
            assert path.hexes[0] == start and path.hexes[-1] == goal
            assert path.cost == costs[goal] == price_of(prices, path.hexes)
            assert not halting & set(path.hexes[1:-1])


def test_of_equal_ways_the_first_exit_counts() -> None:
    ways = {"a": (("b", 1), ("c", 1)), "b": (("d", 1),), "c": (("d", 1),), "d": ()}
    turned = {**ways, "a": (("c", 1), ("b", 1))}
    assert reach("a", 5, ways.__getitem__).path_to("d") == ("a", "b", "d")
    assert reach("a", 5, turned.__getitem__).path_to("d") == ("a", "c", "d")


def test_the_start_can_be_left_even_if_it_halts() -> None:
    ways = {"a": (("b", 1),), "b": (("c", 1), ("a", 0)), "c": ()}
    assert set(reach("a", 5, ways.__getitem__, lambda _: True).cost) == {"a", "b"}
    assert set(reach("a", 0, ways.__getitem__).cost) == {"a"}
    assert set(reach("a", -1, ways.__getitem__).cost) == {"a"}


def test_anything_that_hashes_can_be_a_place() -> None:
    """A unit that pays for turning: a place is a hex with a facing."""
    grid = Grid(GridSpec("flat", "even", columns=5, rows=5))

    def exits(place: tuple[str, int]) -> list[tuple[tuple[str, int], int]]:
        here, facing = place
        ahead = grid.neighbor(here, facing)
        turns = [((here, (facing + turn) % 6), 1) for turn in (1, 5)]
        return turns if ahead is None else [((ahead, facing), 1), *turns]

    found = reach(("0303", 0), 3, exits)
    assert found.cost["0301", 0] == 2
    assert found.cost["0303", 3] == 3
    assert ("0304", 3) not in found
    assert found.path_to(("0402", 1)) == (("0303", 0), ("0303", 1), ("0402", 1))


@pytest.mark.parametrize("search", ["reach", "parts", "path", "guided"])
def test_a_step_below_nothing_is_an_error(search: str) -> None:
    ways = {"a": (("b", 2),), "b": (("c", -1),), "c": (("a", -2),)}
    searches: dict[str, Callable[[], object]] = {
        "reach": lambda: reach("a", 9, ways.__getitem__),
        "parts": lambda: reach("a", Fraction(9), ways.__getitem__),
        "path": lambda: cheapest_path("a", "z", ways.__getitem__),
        "guided": lambda: cheapest_path("a", "z", ways.__getitem__, at_least=lambda _: 0),
    }
    with pytest.raises(ValueError, match="from b to c costs -1, less than nothing"):
        searches[search]()


def test_a_hex_out_of_reach_has_no_path() -> None:
    found = reach("a", 1, {"a": (("b", 2),)}.__getitem__)
    assert "b" not in found
    with pytest.raises(KeyError):
        found.path_to("b")


def test_a_huge_budget_costs_nothing() -> None:
    ways = {"a": (("b", 10**12),), "b": (("c", 10**15),), "c": ()}
    assert reach("a", 10**18, ways.__getitem__).cost["c"] == 10**12 + 10**15
