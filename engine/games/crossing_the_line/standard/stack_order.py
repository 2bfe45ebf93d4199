"""The order of a stack, which only matters for what the enemy sees (5.3.1-a, 5.3.4)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.crossing_the_line.records import Unit, units_at
from engine.referee import State, case


@case("5.3.1-a")
def on_top(state: State, unit: Unit) -> Unit:
    """The unit as it lies on top of the others in its hex."""
    others = [other.level for other in units_at(state, unit.place) if other.key != unit.key]
    return replace(unit, level=max(others, default=0) + 1)
