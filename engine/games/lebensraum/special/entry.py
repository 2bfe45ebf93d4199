"""Hexes that are closed to a unit, wherever it comes from: by movement, retreat, advance or drop."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.lebensraum.records import Unit
from engine.games.lebensraum.scenario.ground import ground
from engine.referee import Refusal, State, case

FINNISH = "Finnish"


@case("9.6-a")
def closed_to(state: State, unit: Unit) -> frozenset[str]:
    """The hexes that a unit may not enter."""
    land = ground(state)
    if unit.is_hq and unit.nation == FINNISH:
        return land.land - land.region("country-finland")
    return frozenset()


def refusals_to_enter(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """Every reason why a hex is closed to a unit."""
    if there in closed_to(state, unit):
        yield Refusal("9.6-a", f"{unit.name} does not leave Finland, and {there} is outside")
