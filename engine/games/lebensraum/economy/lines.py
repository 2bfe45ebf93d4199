"""Transport along lines (10.1, 10.2): where a counter can be carried, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec.structs import replace

from engine.games.lebensraum.combat.hq_retreat import give_way
from engine.games.lebensraum.economy.capture import capture_markers
from engine.games.lebensraum.economy.freight import (
    TRANSPORTED,
    Freight,
    marker_ends,
    pay_freight,
    prices_of,
    refusals_to_pay_freight,
)
from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.headquarters.staff import return_staff
from engine.games.lebensraum.markers.bombed import bombed_hexes
from engine.games.lebensraum.markers.records import leave_markers
from engine.games.lebensraum.records import SEGMENT, EconomicMarker, Unit, army_places, occupied
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.entry import refusals_to_enter
from engine.games.lebensraum.standard.control import controller
from engine.games.lebensraum.standard.zoc import zoc
from engine.mechanics.movement import Movement
from engine.mechanics.telling import tell
from engine.referee import Modifier, Preview, Refusal, State, Transaction, case, marked


class Carriage(Movement[str]):
    """A unit, headquarters or economic marker is carried along friendly transport lines, however far."""

    ruled_by = "10.2-a"

    def __init__(self, state: State, freight: Freight) -> None:
        super().__init__(state, (freight.key,))
        self.freight = freight
        self.land = ground(state)
        self.side = self.land.powers.side_of(freight.power)
        self.is_army = isinstance(freight, Unit) and not freight.is_hq

    def start(self) -> str:
        return self.freight.place

    def budget(self) -> int:
        return 0

    def names(self) -> str:
        return self.freight.name

    def neighbors(self, here: str) -> Iterable[str]:
        return sorted(self.land.rail.get(here, ()))

    def charges(self, at: str, there: str) -> Iterable[Modifier]:
        return ()

    @cached_property
    def own(self) -> frozenset[str]:
        return occupied(self.state, self.side)

    @cached_property
    def zone(self) -> frozenset[str]:
        return zoc(self.state, self.land.other(self.side))

    @cached_property
    def bombed(self) -> frozenset[str]:
        return frozenset(bombed_hexes(self.state))

    @case("10.2-b", "10.1-b", "7.4612-c")
    def refusals_to_set_out(self) -> Iterator[Refusal]:
        """It stands on a usable line, and nothing is carried twice in a segment."""
        name, here = self.freight.name, self.freight.place
        if marked(self.state, self.freight.key, TRANSPORTED):
            yield Refusal("10.2-b", f"{name} has been transported in this segment")
        if here not in self.land.rail:
            yield Refusal("10.2-b", f"{name} in {here} is on no transport line")
        if isinstance(self.freight, EconomicMarker) and here in self.bombed:
            text = f"{self.land.name_of(here)} is bombed, and no economic marker leaves it"
            yield Refusal("7.4612-c", text)
        yield from refusals_to_pay_freight(self.state, self.freight)
        yield from self.refusals_of_line(here)

    @case("10.2-a", "5.4-j")
    def refusals_of_line(self, here: str) -> Iterator[Refusal]:
        """A hex of the line is under control, not bombed, and in an enemy zone holds a friendly unit."""
        if controller(self.state, here) != self.side:
            yield Refusal("10.2-a", f"{here} is not under control of the {self.land.title_of(self.side)}")
        if here in self.bombed:
            yield Refusal("10.2-a", f"the line in {here} has been bombed")
        if here in self.zone and here not in self.own:
            yield Refusal("10.2-a", f"{here} is in an enemy zone of control without a friendly unit")

    @case("10.2-a", "5.5-c")
    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        """It follows the line, and passes through friendly units."""
        if there in self.land.rail:
            yield from self.refusals_of_line(there)
        else:
            yield Refusal("10.2-a", f"there is no transport line in {there}")
        if isinstance(self.freight, Unit):
            yield from refusals_to_enter(self.state, self.freight, there)

    @case("5.5-c", "10.3-d")
    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        """A unit needs a hex without another; markers have borders of their own."""
        other = army_places(self.state).get(there)
        if self.is_army and other is not None and other.key != self.freight.key:
            yield Refusal("5.5-c", f"{other.name} is in {there}, and only one unit may be in a hex")
        if isinstance(self.freight, EconomicMarker):
            yield from marker_ends(self.state, self.freight, there)

    def refusals_without_way(self, there: str) -> Iterator[Refusal]:
        yield Refusal("10.2-a", f"no usable transport line leads to {there}")

    def summary(self, there: str) -> str:
        return f"{self.freight.name} is carried to {self.land.name_of(there)}"

    def preview(self, there: str) -> Preview:
        return Preview(self.summary(there), self.path_to(there), prices=prices_of(self.state, self.freight))

    @case("10.1-b", "10.1-c", "10.2-b", "10.3-b", "10.3-e", "11.2-g")
    def go(self, tx: Transaction, there: str) -> None:
        """Pay and arrive; a marker lies face down from now on, a unit is no longer in reserve. Enemy
        headquarters give way to an army, which captures markers of the enemy."""
        path = self.path_to(there)
        pay_freight(tx, self.freight)
        arrive(tx, self.freight, there, f"to {self.land.name_of(there)}")
        end_carriage(tx)
        if isinstance(self.freight, Unit) and self.is_army:
            give_way(tx, self.freight, path[-2], there)
            capture_markers(tx, self.freight, there)


def end_carriage(tx: Transaction) -> None:
    """Both the choice of the place and that of the counter are over; now the other side may transport."""
    tx.pop()
    tx.pop()


def arrive(tx: Transaction, freight: Freight, there: str, where: str) -> None:
    """The counter comes to a hex or off the map; `where` says so in words."""
    tx.mark(freight.key, TRANSPORTED, SEGMENT)
    if isinstance(freight, EconomicMarker):
        tx.put(replace(freight, place=there, face_down=True))
        tell(tx, "MarkerTransported", f"{freight.name} is carried {where}", "10.3-b", marker=freight.key)
        return
    end_reserve(tx, freight.key)
    if freight.is_hq:
        return_staff(tx, freight.key, "11.6-e")
    moved = replace(freight, place=there)
    tx.put(moved)
    leave_markers(tx, moved, freight.place)
    tell(tx, "UnitTransported", f"{freight.name} is carried {where}", "10.2-b", unit=freight.key)
