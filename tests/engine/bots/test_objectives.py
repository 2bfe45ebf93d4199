"""The places in dispute: distances, who is nearer, and who is stronger around them."""

from __future__ import annotations

import pytest

from engine.bots.objectives import Objectives
from engine.hexes.grid import Grid, GridSpec

GOALS = {"0101": 1, "0806": 3}


def grid() -> Grid:
    return Grid(GridSpec("flat", "even", columns=8, rows=6))


def test_distances_are_those_of_the_map() -> None:
    lattice = grid()
    aims = Objectives(lattice, GOALS)
    for here in lattice.hexes:
        assert aims.distance(here) == min(lattice.distance(goal, here) for goal in GOALS)
    assert aims.extent == max(lattice.distance(a, b) for a in lattice.hexes for b in lattice.hexes)
    assert aims.distance("off the map") == 0


def test_the_way_of_a_side_is_mostly_that_of_its_nearest_units() -> None:
    aims = Objectives(grid(), GOALS)
    near = aims.presence([("0102", 1.0), ("0806", 1.0)])
    nearer = aims.presence([("0101", 1.0), ("0806", 1.0)])
    assert aims.ways(nearer)[0] < aims.ways(near)[0]
    assert list(aims.ways(aims.presence([]))) == [aims.extent, aims.extent]
    assert not aims.presence([("in reserve", 1.0)])


def test_strength_counts_most_where_it_is_near() -> None:
    aims = Objectives(grid(), GOALS)
    weak, strong = aims.presence([("0102", 1.0)]), aims.presence([("0102", 4.0)])
    far = aims.presence([("0806", 4.0)])
    assert list(aims.balance(weak, weak)) == [0.0, 0.0]
    first, second = aims.balance(strong, weak)
    assert first == pytest.approx(second) == pytest.approx(0.6)
    assert aims.balance(weak, far)[0] > 0 > aims.balance(weak, far)[1]
    assert aims.balance(strong, aims.presence([]))[0] == 1.0


def test_the_lead_is_the_difference_of_the_nearest_units() -> None:
    aims = Objectives(grid(), GOALS)
    near, far = aims.presence([("0101", 1.0)]), aims.presence([("0104", 1.0)])
    assert aims.lead(near, far)[0] == 3
    assert aims.lead(far, near)[0] == 0
    assert list(aims.lead(near, aims.presence([]))) == [0.0, 0.0]
