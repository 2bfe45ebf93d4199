"""Hexes on a clock: each function builds its case on a map of 60 x 80 and returns what is to be timed."""

import random
from collections.abc import Callable
from fractions import Fraction

from engine.hexes.crossings import Crossings
from engine.hexes.grid import Grid, GridSpec
from engine.hexes.paths import cheapest_path, exits_table, reach
from engine.hexes.tracing import flood, trace
from engine.hexes.zoc import Presence, ZocMasks, zone_of_control

SPEC = GridSpec("flat", "even", columns=60, rows=80)
UNITS_A_SIDE = 150
BUDGET = 6


def costly_grid() -> tuple[Grid, dict[str, tuple[tuple[str, int], ...]]]:
    """The map, and the cost of entering each hex: 1, sometimes 2."""
    grid = Grid(SPEC)
    chance = random.Random(1944)
    cost = {here: chance.choice((1, 1, 2)) for here in grid.hexes}
    return grid, exits_table(grid, lambda _, other: cost[other])


def unit_hexes(grid: Grid, count: int, seed: int = 6) -> list[str]:
    """Where the units of a side stand."""
    return random.Random(seed).choices(grid.hexes, k=count)


def river_stops(grid: Grid) -> Callable[[str, str], bool]:
    """A zone of control that about one hexside in eight stops."""
    chance = random.Random(101)
    river = {side for side in grid.all_hexsides(edges=False) if chance.random() < 0.125}
    return lambda here, other: grid.hexside(here, other) not in river


def build_grid() -> Callable[[], object]:
    """All 4,800 hexes from the spec."""
    return lambda: Grid(SPEC)


def reach_with_whole_costs() -> Callable[[], object]:
    """One unit's destinations, about 100 hexes."""
    _, table = costly_grid()
    exits = table.__getitem__
    return lambda: reach("3040", BUDGET, exits)


def reach_with_halts() -> Callable[[], object]:
    """The same with enemy zones of control to stop in."""
    grid, table = costly_grid()
    exits = table.__getitem__
    zone = zone_of_control(grid, unit_hexes(grid, UNITS_A_SIDE), river_stops(grid))
    return lambda: reach("3040", BUDGET, exits, zone.__contains__)


def reach_with_fractions() -> Callable[[], object]:
    """The same with halves and quarters."""
    grid, table = costly_grid()
    chance = random.Random(7)
    scale = {here: Fraction(chance.choice((1, 2, 4)), 2) for here in grid.hexes}
    parts = {
        here: tuple((other, cost * scale[other]) for other, cost in exits) for here, exits in table.items()
    }
    exits = parts.__getitem__
    budget = Fraction(BUDGET)
    return lambda: reach("3040", budget, exits)


def cheapest_path_across() -> Callable[[], object]:
    """The cheapest way from corner to corner, looking at everything."""
    _, table = costly_grid()
    exits = table.__getitem__
    return lambda: cheapest_path("0101", "6080", exits)


def cheapest_path_across_guided() -> Callable[[], object]:
    """The same, told how far it is at least."""
    grid, table = costly_grid()
    exits = table.__getitem__
    return lambda: cheapest_path("0101", "6080", exits, at_least=lambda here: grid.distance(here, "6080"))


def supply_by_one_flood() -> Callable[[], object]:
    """Supply of the whole map as one search from four sources."""
    grid, _ = costly_grid()
    exits = exits_table(grid, lambda _here, _other: 1).__getitem__
    sources = ("0110", "0130", "0150", "0170")
    return lambda: flood(sources, exits)


def supply_by_masks() -> Callable[[], object]:
    """The same on bit sets, kept out of enemy zones, then asked for 200 units."""
    grid, _ = costly_grid()
    stops = river_stops(grid)
    crossings = Crossings(grid, stops)
    enemy = ZocMasks(grid, stops).of_units(unit_hexes(grid, UNITS_A_SIDE))
    sources = grid.mask(("0110", "0130", "0150", "0170"))
    units = unit_hexes(grid, 200, seed=8)
    bits = [grid.bit(unit) for unit in units]

    def supplied() -> list[bool]:
        reached = crossings.flood(sources, within=grid.all_mask & ~enemy).mask
        return [bool(reached & bit) for bit in bits]

    return supplied


def supply_unit_by_unit() -> Callable[[], object]:
    """Supply of 200 units, each tracing for itself: what the flood saves."""
    grid, _ = costly_grid()
    exits = exits_table(grid, lambda _here, _other: 1).__getitem__
    sources = frozenset(("0110", "0130", "0150", "0170"))
    units = unit_hexes(grid, 200, seed=8)
    return lambda: [trace(unit, sources.__contains__, exits) for unit in units]


def zoc_hex_by_hex() -> Callable[[], object]:
    """The zone of a side, the plain way."""
    grid = Grid(SPEC)
    units, stops = unit_hexes(grid, UNITS_A_SIDE), river_stops(grid)
    return lambda: zone_of_control(grid, units, stops)


def zoc_by_masks() -> Callable[[], object]:
    """The zone of a side from the list of its units."""
    grid = Grid(SPEC)
    units = unit_hexes(grid, UNITS_A_SIDE)
    masks = ZocMasks(grid, river_stops(grid))
    return lambda: masks.of_units(units)


def zoc_after_a_move() -> Callable[[], object]:
    """The zone of a side after one of its units moved."""
    grid = Grid(SPEC)
    units = unit_hexes(grid, UNITS_A_SIDE)
    masks = ZocMasks(grid, river_stops(grid))
    before = Presence.of(grid, units)
    return lambda: masks.of_mask(before.leave(units[0]).enter("3040").occupied)


def hexes_in_a_zone() -> Callable[[], object]:
    """The zone of a side turned back into hexes."""
    grid = Grid(SPEC)
    zone = ZocMasks(grid, river_stops(grid)).of_units(unit_hexes(grid, UNITS_A_SIDE))
    return lambda: list(grid.hexes_in(zone))


CASES: tuple[Callable[[], Callable[[], object]], ...] = (
    build_grid,
    reach_with_whole_costs,
    reach_with_halts,
    reach_with_fractions,
    cheapest_path_across,
    cheapest_path_across_guided,
    supply_by_one_flood,
    supply_by_masks,
    supply_unit_by_unit,
    zoc_hex_by_hex,
    zoc_by_masks,
    zoc_after_a_move,
    hexes_in_a_zone,
)
