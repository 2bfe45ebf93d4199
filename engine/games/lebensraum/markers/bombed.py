"""Hexes that carry no transport line because they are bombed (7.4612)."""

from __future__ import annotations

from engine.games.lebensraum.markers.records import BOMBING, PlacedMarker
from engine.referee import State, case, derived


@derived(PlacedMarker)
@case("7.4612-b", "7.4612-c")
def bombed_hexes(state: State) -> frozenset[str]:
    """They have no line on this turn, for transport and supply of both sides, and no economic marker leaves
    a bombed city."""
    return frozenset(one.place for one in state.all(PlacedMarker).values() if one.mission == BOMBING)
