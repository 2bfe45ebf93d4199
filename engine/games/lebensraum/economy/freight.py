"""What transport costs, where economic markers may go, and how they leave the map (10.1, 10.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.lebensraum.movement.points import pay, refusals_to_pay, track_of
from engine.games.lebensraum.records import AXIS, MOVEMENT_POINTS, SOVIET, EconomicMarker, Unit
from engine.games.lebensraum.scenario.ground import ground
from engine.mechanics import pools
from engine.mechanics.plural import counted
from engine.referee import Price, Refusal, State, Transaction, case

Freight = Unit | EconomicMarker

TRANSPORT_POINTS: Final = "transport points"
TRANSPORTED: Final = "transported"
RESOURCES: Final = "resources"
"""The box of the markers that have left the map."""
BEYOND: Final = "beyond-the-halt-line"
GERMANY: Final = "country-germany"


@case("10.1-b", "10.1-c")
def points_of(freight: Freight) -> int:
    """One transport point for a unit or headquarters; all points of an economic marker together."""
    return freight.total if isinstance(freight, EconomicMarker) else 1


def price_of(state: State, freight: Freight) -> str:
    """In words."""
    points = points_of(freight)
    each = ground(state).charts.mp_prices.transport_per_point
    return f"{counted(points, 'transport point')} and {counted(points * each, 'movement point')}"


def prices_of(state: State, freight: Freight) -> tuple[Price, ...]:
    """The same for a preview."""
    points, power = points_of(freight), freight.power
    each = ground(state).charts.mp_prices.transport_per_point
    ruled = "10.1-c" if isinstance(freight, EconomicMarker) else "10.1-b"
    return (
        pools.price(state, ruled, power, TRANSPORT_POINTS, points),
        pools.price(state, ruled, power, MOVEMENT_POINTS, points * each),
    )


@case("10.1-b", "10.1-c")
def refusals_to_pay_freight(state: State, freight: Freight) -> Iterator[Refusal]:
    """Each transport point takes ten movement points with it."""
    points, name = points_of(freight), track_of(state, freight.power)
    each = ground(state).charts.mp_prices.transport_per_point
    ruled = "10.1-c" if isinstance(freight, EconomicMarker) else "10.1-b"
    yield from pools.refusals_to_spend(state, ruled, freight.power, TRANSPORT_POINTS, points, name)
    yield from refusals_to_pay(state, ruled, freight.power, points * each)


def pay_freight(tx: Transaction, freight: Freight) -> None:
    """Take transport points and movement points off the tracks."""
    points = points_of(freight)
    pools.spend(tx, freight.power, TRANSPORT_POINTS, points)
    pay(tx, freight.power, points * ground(tx.state).charts.mp_prices.transport_per_point)


@case("10.3-d", "10.3-f")
def marker_ends(state: State, marker: EconomicMarker, there: str) -> Iterator[Refusal]:
    """In the West no marker goes beyond the Halt Line. A captured one leaves the map; in the combination game
    the Axis takes it to Germany."""
    land = ground(state)
    if not land.has_east and there in land.region(BEYOND):
        yield Refusal("10.3-d", f"{there} lies beyond the Halt Line")
    if not marker.captured:
        return
    if marker.power == AXIS and land.has_east and land.has_west:
        if there not in land.region(GERMANY):
            yield Refusal("10.3-f", f"a captured marker is taken to Germany, and {there} is outside")
    else:
        yield Refusal("10.3-f", f"{marker.name} was captured: it is taken off the map")


@case("10.3-c", "6.42-a")
def exits_for(state: State, freight: Freight) -> tuple[str, ...]:
    """The hexes of the map edge by which a counter may leave: Soviet markers in the east, Axis ones by the
    west edge inside Germany; the Italian 8th Army by any line of the west edge. None where the west is in
    play."""
    land = ground(state)
    edges = land.charts.supply_heads.edge_hexes
    if isinstance(freight, EconomicMarker):
        if freight.power == SOVIET:
            return edges["east"]
        return () if land.has_west else edges["west"]
    withdrawal = land.rules.withdrawal
    if withdrawal is None or not withdrawal.concerns(freight):
        return ()
    return (*edges["west"], *edges["west_outside_germany_supply_only"])
