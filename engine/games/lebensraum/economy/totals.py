"""What the economy of a power adds up to: oil, refinery, transport, production and food points."""

from __future__ import annotations

from engine.games.lebensraum.records import EconomicMarker
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.control import controller
from engine.referee import State


def oil_points(state: State, power: str) -> int:
    """The oil points of a power: controlled hexes and off-map resources."""
    land = ground(state)
    side = land.powers.side_of(power)
    return sum(
        row.oil
        for row in land.charts.oil_hexes.hexes
        if row.hex in land.playable and controller(state, row.hex) == side
    )


def refinery_points(state: State, power: str) -> int:
    """The refinery points of a power: active markers and off-map resources."""
    return sum(
        one.ref for one in state.all(EconomicMarker).values() if one.power == power and not one.face_down
    )
