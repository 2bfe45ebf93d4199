"""Why a hex is out of reach: the reasons that are named, taken away, let one through."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.hexes.grid import Grid
from engine.hexes.paths import Explanation, cheapest_path, explain, reach
from engine.hexes.spec import GridSpec

GRID = Grid(GridSpec("flat", "even", 7, 7))
START, BUDGET = "0404", 4
Barriers = dict[tuple[str, str], list[str]]


def barriers(chance: Random) -> Barriers:
    """Steps that are refused, for one reason or two."""
    steps = [(here, there) for here in GRID.hexes for there in GRID.adjacency[here]]
    refused = chance.sample(steps, chance.choice((20, 90, 150)))
    return {(a, b): [f"{a}>{b}", f"{b} is shut"][: chance.randint(1, 2)] for a, b in refused}


def explained(refused: Barriers, goal: str) -> Explanation[int, str]:
    def steps(here: str) -> Iterator[tuple[str, int, list[str]]]:
        for there in GRID.adjacency[here]:
            yield there, 1, refused.get((here, there), [])

    return explain(START, lambda here: here == goal, BUDGET, steps)


def exits(refused: Barriers, here: str) -> list[tuple[str, int]]:
    return [(there, 1) for there in GRID.adjacency[here] if not refused.get((here, there))]


@pytest.mark.parametrize("seed", range(40))
def test_what_is_named_is_what_stands_in_the_way(seed: int) -> None:
    chance = Random(seed)
    refused = barriers(chance)
    reached = reach(START, BUDGET, lambda here: exits(refused, here))
    beyond = [here for here in GRID.hexes if here not in reached]
    for goal in chance.sample(beyond, min(len(beyond), 8)):
        found = explained(refused, goal)
        path = cheapest_path(START, goal, lambda here: exits(refused, here))
        assert found.open_cost == (path.cost if path else None)
        if GRID.distance(START, goal) > BUDGET:
            assert found.reasons == ()
            continue
        freed = {step: [r for r in why if r not in found.reasons] for step, why in refused.items()}
        assert goal in reach(START, BUDGET, lambda here, freed=freed: exits(freed, here))
        assert found.reasons


def test_the_way_with_the_fewest_reasons_is_told() -> None:
    around = {("0404", there): ["a", "b"] for there in GRID.adjacency["0404"]}
    around["0404", "0403"] = ["c"]
    assert explained(around, "0402") == Explanation(None, ("c",))


def test_a_way_around_that_is_too_long_is_told_with_its_cost() -> None:
    shut = {(here, "0402"): ["shut"] for here in GRID.adjacency["0402"] if here != "0401"}
    assert explained(shut, "0402") == Explanation(5, ("shut",))
