"""Segment 3.C: food check, then strategic transportation (chapter 10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.economy.capture import CaptureMarker, destroy
from engine.games.lebensraum.economy.food import FoodCheck, Starve, tell_food
from engine.games.lebensraum.economy.freight import (
    RESOURCES,
    TRANSPORT_POINTS,
    TRANSPORTED,
    Freight,
    exits_for,
    pay_freight,
    price_of,
    prices_of,
)
from engine.games.lebensraum.economy.lines import Carriage, arrive, end_carriage
from engine.games.lebensraum.economy.totals import SUSPENDED, points
from engine.games.lebensraum.movement.points import accounts
from engine.games.lebensraum.records import SEGMENT, WESTERN, WITHDRAWN, Clock, EconomicMarker, Unit, board
from engine.games.lebensraum.scenario.ground import ground
from engine.mechanics import pools
from engine.mechanics.menu import Menu, order, way_out
from engine.mechanics.movement import Go
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import (
    PASS,
    Alternating,
    Frame,
    Preview,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    marked,
)


@case("10.3-a", "10.3-f")
def reactivate(tx: Transaction, frame: Frame) -> None:
    """Markers that were transported earlier are turned up; a captured one works from the next turn on, and on
    every other turn after it. What was just captured stays face down."""
    turn = tx.state.one(Clock).turn
    for marker in list(tx.state.all(EconomicMarker).values()):
        if not marker.face_down or marker.captured:
            continue
        works_from = turn + 1 if marker.works_from else 0
        tx.put(replace(marker, face_down=False, works_from=works_from))
        tell(tx, "MarkerActive", f"{marker.name} is active again", "10.3-a", marker=marker.key)


@case("10.1-a")
def count_transport(tx: Transaction, frame: Frame) -> None:
    """The transport points of the turn are counted before anything moves; none are kept."""
    powers = ground(tx.state).powers
    for power in powers:
        if power == WESTERN:
            continue
        found = points(tx.state, power, "trn")
        pools.fill(tx, power, TRANSPORT_POINTS, found)
        tell(
            tx, "TransportCounted", f"{powers.title_of(power)}: {counted(found, 'transport point')}", "10.1-a"
        )


def freight_of(state: State, key: str) -> Freight:
    """The unit, headquarters or economic marker with this key."""
    return state.find(Unit, key) or state.get(EconomicMarker, key)


def markers_of(state: State, side: str) -> list[EconomicMarker]:
    """The economic markers of a side on the map."""
    powers = ground(state).powers
    return [
        one for one in state.all(EconomicMarker).values() if one.on_map and powers.side_of(one.power) == side
    ]


class Transport(Menu):
    """Which counter is transported next?"""

    title = "Strategic transportation"
    ruled_by = "4.1-a"
    otherwise = "@ is not possible during strategic transportation"
    records: ClassVar = {"unit": Unit, "marker": EconomicMarker}

    def prompt(self, state: State) -> str:
        powers = ground(state).powers
        left = [
            f"{powers.title_of(one)} {pools.left(state, one, TRANSPORT_POINTS)}"
            for one in powers.of(self.side)
            if one != WESTERN
        ]
        return f"What is transported? Transport points: {', '.join(left)}"

    def spends(self, state: State) -> Iterable[str]:
        return accounts(state, self.side, first=TRANSPORT_POINTS)

    @order("select", "unit", "Transport")
    def select_unit(self, tx: Transaction, unit: Unit) -> None:
        tx.push(CarryCounter(self.side, unit.key))

    @select_unit.targets
    def own_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in board.forces(state, self.side)]

    @select_unit.against
    def refusals_to_unit(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return self.refusals_to_carry(state, unit)

    @select_unit.shows
    def price_of_unit(self, state: State, unit: Unit) -> Preview:
        return Preview(prices=prices_of(state, unit))

    @order("select", "marker", "Transport")
    def select_marker(self, tx: Transaction, marker: EconomicMarker) -> None:
        tx.push(CarryCounter(self.side, marker.key))

    @select_marker.targets
    def own_markers(self, state: State) -> Iterable[str]:
        return [one.key for one in markers_of(state, self.side)]

    @select_marker.against
    def refusals_to_marker(self, state: State, marker: EconomicMarker) -> Iterator[Refusal]:
        return self.refusals_to_carry(state, marker)

    @select_marker.shows
    def price_of_marker(self, state: State, marker: EconomicMarker) -> Preview:
        return Preview(prices=prices_of(state, marker))

    @case("10.2-b", "10.1-b", "7.46121-c")
    def refusals_to_carry(self, state: State, freight: Freight) -> Iterator[Refusal]:
        """A counter of the side on a usable line, once in a segment, if it can be paid."""
        if ground(state).powers.side_of(freight.power) != self.side:
            yield Refusal("10.2-b", f"{freight.name} belongs to the other side")
        elif marked(state, freight.key, SUSPENDED):
            yield Refusal("7.46121-c", f"{freight.name} is out of action and not on the map")
        elif freight.on_map:
            yield from Carriage(state, freight).refusals_to_set_out()
        else:
            yield Refusal("10.2-b", f"{freight.name} is not on the map")

    @order(PASS, "none", "End transport", ends=True)
    def end(self, tx: Transaction) -> None:
        tx.pop(PASS)


class CarryCounter(Menu):
    """Where is it carried?"""

    freight: str

    title = "Transport"
    ruled_by = "10.2-a"
    otherwise = "@ is not possible while a counter is transported"

    def prompt(self, state: State) -> str:
        freight = freight_of(state, self.freight)
        return f"Where is {freight.name} carried, for {price_of(state, freight)}?"

    def spends(self, state: State) -> Iterable[str]:
        return accounts(state, self.side, first=TRANSPORT_POINTS)

    def subjects(self, state: State) -> Iterable[str]:
        return (self.freight,)

    carry = Go("carry", "Carry to", lambda menu, state: Carriage(state, freight_of(state, menu.freight)))

    @order("leave", "hex", "Leave the map by")
    def leave(self, tx: Transaction, here: str) -> None:
        leave_map(tx, freight_of(tx.state, self.freight), here)
        end_carriage(tx)

    @leave.targets
    def edge(self, state: State) -> Iterable[str]:
        return exits_for(state, freight_of(state, self.freight))

    @leave.against
    @case("10.3-c", "6.42-a")
    def refusals_to_leave(self, state: State, here: str) -> Iterator[Refusal]:
        """A line must lead to the edge, and the edge must be its own."""
        freight = freight_of(state, self.freight)
        if here not in exits_for(state, freight):
            ruled = "10.3-c" if isinstance(freight, EconomicMarker) else "6.42-a"
            yield Refusal(ruled, f"{freight.name} does not leave the map in {here}")
        elif here not in Carriage(state, freight).arrivals().best:
            yield Refusal("10.2-a", f"no usable transport line leads to {here}")

    @leave.shows
    def what_leaving_means(self, state: State, here: str) -> Preview:
        freight = freight_of(state, self.freight)
        return Preview(f"{freight.name} leaves the map", prices=prices_of(state, freight))

    cancel = way_out()


@case("10.3-c", "6.42-a", "6.42-c")
def leave_map(tx: Transaction, freight: Freight, here: str) -> None:
    """A marker adds to the resources off the map; the Italian 8th Army is withdrawn."""
    pay_freight(tx, freight)
    side = ground(tx.state).powers.side_of(freight.power)
    if isinstance(freight, EconomicMarker):
        works_from = tx.state.one(Clock).turn + 1 if freight.captured else freight.works_from
        arrive(
            tx, replace(freight, captured=False, works_from=works_from), box(RESOURCES, side), "off the map"
        )
    else:
        arrive(tx, freight, box(WITHDRAWN, side), "off the map")


class TransportInTurn(Alternating):
    """The sides transport one counter at a time, the Axis first; after one has passed the other goes on."""

    title = "Strategic transportation"
    pass_is_final = True

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls(side=state.scenario.sides[0])

    @case("10.3-g")
    def ask(self, state: State, side: str) -> Menu | None:
        menu = Transport(side)
        return menu if menu.is_open(state) else None


@case("10.3-f")
def destroy_left_behind(tx: Transaction, frame: Frame) -> None:
    """A captured marker that was not taken away in this segment is destroyed. Points are not stored."""
    for marker in list(tx.state.all(EconomicMarker).values()):
        if marker.captured and not marked(tx.state, marker.key, TRANSPORTED):
            destroy(tx, marker, "10.3-f")
        elif marker.captured:
            tx.put(replace(marker, captured=False, works_from=tx.state.one(Clock).turn + 1))
    for power in ground(tx.state).powers:
        if power != WESTERN:
            pools.fill(tx, power, TRANSPORT_POINTS, 0)


class TransportSegment(Procedure):
    """Segment 3.C: food check, then strategic transportation (chapter 10)."""

    title = "Strategic transportation"
    scope = SEGMENT
    steps = (
        tell_food,
        FoodCheck,
        reactivate,
        count_transport,
        TransportInTurn,
        destroy_left_behind,
    )


FRAMES: Final[tuple[type[Any], ...]] = (
    TransportSegment,
    TransportInTurn,
    Transport,
    CarryCounter,
    CaptureMarker,
    FoodCheck,
    Starve,
)
