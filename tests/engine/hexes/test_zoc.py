"""Zones of control: bit sets say the same as going from hex to hex."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexes.grid import Grid, GridSpec
from engine.hexes.zoc import Presence, ZocMasks, zone_of_control
from tests.engine.hexes.random_grids import grids, pair_predicates

relaxed = settings(deadline=None)


@relaxed
@given(grids(), st.data())
def test_masks_say_the_same_as_hexes(grid: Grid, data: st.DataObject) -> None:
    reaches_into = data.draw(pair_predicates(grid))
    units = data.draw(st.lists(st.sampled_from(grid.hexes)))
    masks = ZocMasks(grid, reaches_into)
    zone = zone_of_control(grid, units, reaches_into)
    assert set(grid.hexes_in(masks.of_units(units))) == zone
    assert masks.of_mask(grid.mask(units)) == masks.of_units(units)
    assert {here for here in grid.hexes if masks.of_units(units) & grid.bit(here)} == zone


def test_a_zone_stops_at_the_river() -> None:
    grid = Grid(GridSpec("flat", "even", columns=10, rows=10))
    river = {"0505/0605", "0504/0505"}
    masks = ZocMasks(grid, lambda here, other: grid.hexside(here, other) not in river)
    assert set(grid.hexes_in(masks.of_units(["0505"]))) == {"0604", "0506", "0405", "0404"}
    assert set(grid.hexes_in(masks.of_units(["0605"]))) == set(grid.neighbors("0605")) - {"0505"}
    assert set(grid.hexes_in(masks.of_units(["0101"]))) == set(grid.neighbors("0101"))


def test_a_unit_does_not_control_its_own_hex_but_its_neighbour_does() -> None:
    grid = Grid(GridSpec("pointy", "even", columns=10, rows=10))
    masks = ZocMasks(grid, lambda _here, _other: True)
    assert not masks.of_units(["0505"]) & grid.bit("0505")
    assert masks.of_units(["0505", "0506"]) & grid.bit("0505")


@relaxed
@given(grids(largest=5), st.data())
def test_presence_counts_units_as_they_come_and_go(grid: Grid, data: st.DataObject) -> None:
    presence = Presence(grid)
    units: list[str] = []
    for _ in range(data.draw(st.integers(0, 40))):
        before, kept = presence, presence.planes
        if units and data.draw(st.booleans()):
            unit = units.pop(data.draw(st.integers(0, len(units) - 1)))
            presence = presence.leave(unit)
        else:
            units.append(data.draw(st.sampled_from(grid.hexes[:4])))
            presence = presence.enter(units[-1])
        assert before.planes == kept
    counts = Counter(units)
    assert {here: presence.units_in(here) for here in grid.hexes} == {
        here: counts[here] for here in grid.hexes
    }
    assert presence.occupied == grid.mask(units)
    assert presence == Presence.of(grid, units)


def test_a_stack_is_gone_when_its_last_unit_leaves() -> None:
    grid = Grid(GridSpec("flat", "even", columns=10, rows=10))
    stack = Presence.of(grid, ["0505"] * 5)
    assert stack.units_in("0505") == 5
    for left in (4, 3, 2, 1):
        stack = stack.leave("0505")
        assert stack.units_in("0505") == left and stack.occupied == grid.bit("0505")
    assert stack.leave("0505") == Presence(grid)
    with pytest.raises(ValueError, match="no unit can leave hex 0505"):
        stack.leave("0505").leave("0505")
    with pytest.raises(ValueError, match="no unit can leave hex 0101"):
        stack.leave("0101")
