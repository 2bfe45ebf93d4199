"""Normal movement: hex by hex with the movement points that units have (6.0, 3.2.1, 10.1, 10.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.games.toppling_the_reich.movement.rivers import MAJOR, between
from engine.games.toppling_the_reich.movement.step_cost import GROUND, hex_cost, unbridged
from engine.games.toppling_the_reich.movement.unit_movement import LandMovement
from engine.games.toppling_the_reich.movement.walk import arrived, entry_cost, has_begun, slips_through
from engine.games.toppling_the_reich.records import Control, Unit, occupied
from engine.games.toppling_the_reich.scenario.map_records import AirMarker
from engine.mechanics import Arrivals
from engine.referee import Mark, Modifier, Refusal, State, Transaction, case, derived, total
from engine.referee.modifier import Amount

ZONE_TO_ZONE: Final = 3
"""Movement points that the 150th Panzer Brigade pays on top for a step from zone to zone."""


@case("3.2.1-c", "10.1-b")
def may_change_zones(state: State, units: list[Unit], there: str) -> bool:
    """From zone to zone only where friends are already, or as a commando."""
    return all(unit.type == "commando" for unit in units) or there in occupied(state, units[0].side)


class NormalMove(LandMovement):
    """Around the enemy; units that have not moved may always enter one hex (6.0-b)."""

    ruled_by = "6.0-a"
    single_step = "6.0-b"

    def __init__(self, state: State, movers: tuple[str, ...]) -> None:
        super().__init__(state, movers)
        alone = self.units[0] if len(self.units) == 1 else None
        self.slips = alone is not None and slips_through(alone)
        self.swims = alone is not None and swims(state, alone)

    @case("3.2.1-a", "10.3-a")
    def refusals_to_leave(self, at: str) -> Iterator[Refusal]:
        """An enemy zone of control ends a move; nothing stops the 150th Panzer Brigade."""
        if at != self.here and at in self.zone and not self.slips:
            yield Refusal("3.2.1-a", f"{self.names()} must stop in {at}, in an enemy zone of control")

    @case("3.2.1-b", "10.1-a")
    def refusals_to_cross(self, at: str, there: str) -> Iterator[Refusal]:
        """Out of a zone of control in which they began only into a hex free of zones; commandos swim."""
        yield from self.refusals_at_river(at, there)
        if self.from_zone_to_zone(at, there) and not self.slips:
            why = f"begins in an enemy zone of control and cannot go on to {there}, which is in another"
            yield Refusal("3.2.1-b", f"{self.names()} {why}")

    def from_zone_to_zone(self, at: str, there: str) -> bool:
        """Does a step lead out of one enemy zone of control into another?"""
        return at in self.zone and there in self.zone

    @case("10.1-a")
    def refusals_at_river(self, at: str, there: str) -> Iterator[Refusal]:
        """A commando crosses a Major River beside which it began the segment."""
        river = between(self.state, at, there) == MAJOR
        if river and self.swims and at == self.here:
            return
        if river and [unit.type for unit in self.units] == ["commando"]:
            why = "may cross a Major River only if it began the segment next to it"
            yield Refusal("10.1-a", f"{self.names()} {why}")
        else:
            yield from LandMovement.refusals_to_cross(self, at, there)

    @case("6.0-b", "3.2.1-c")
    def refusals_to_single_step(self, there: str) -> Iterator[Refusal]:
        """One hex is always possible, whatever it costs, for units that have not moved."""
        yield from self.refusals_to_enter(there)
        yield from self.refusals_at_river(self.here, there)
        if any(has_begun(self.state, unit) or entry_cost(self.state, unit) for unit in self.units):
            # INTERPRETATION (6.0-b): the map entry hex that a unit pays for is its one hex.
            yield Refusal("6.0-b", "only units that have not moved may enter one hex at any cost")
        zones = self.from_zone_to_zone(self.here, there) and not self.slips
        if zones and not may_change_zones(self.state, self.units, there):
            why = f"{self.here} and {there} are both in enemy zones of control"
            yield Refusal("3.2.1-c", f"{why}, and no friendly unit is in {there}")

    @case("10.1-a", "10.3-a")
    def charges(self, at: str, there: str) -> Iterable[Modifier]:
        """Swimming costs more; so does a step of the 150th Panzer Brigade from zone to zone."""
        yield from super().charges(at, there)
        if self.swims and at == self.here and between(self.state, at, there) == MAJOR:
            yield Modifier("10.1-a", "a commando crosses the river", self.river_price)
        if self.slips and self.from_zone_to_zone(at, there):
            yield Modifier("10.3-a", "from zone to zone", ZONE_TO_ZONE)

    @property
    def river_price(self) -> int:
        """What a commando pays for a Major River."""
        return self.land.charts.tec_hexsides.commando_mp

    # the same, quicker

    def cost(self, at: str, there: str) -> Amount:
        return total(self.charges(at, there)) if self.slips or self.swims else super().cost(at, there)

    def exits(self, at: str) -> Iterable[tuple[str, int]]:
        stopped = at in self.zone and not self.slips
        if stopped and at != self.here:
            return ()
        closed = self.closed
        found = [way for way in self.table[at] if way[0] not in closed]
        if self.slips:
            extra = ZONE_TO_ZONE
            return [(to, cost + (extra if self.from_zone_to_zone(at, to) else 0)) for to, cost in found]
        if self.swims and at == self.here:
            over = [there for there in unbridged(self.state, at) if there not in self.closed]
            found += [(to, hex_cost(self.state, self.side, to) + self.river_price) for to in over]
        return [way for way in found if way[0] not in self.zone] if stopped else found

    def arrivals(self) -> Arrivals[str]:
        return normal_arrivals(self.state, self.movers)

    def go(self, tx: Transaction, there: str) -> None:
        self.walk_to(tx, there, "6.0-a" if there in self.arrivals().best else "6.0-b")


@derived(*GROUND, Control, Unit, AirMarker, Mark)
def normal_arrivals(state: State, movers: tuple[str, ...]) -> Arrivals[str]:
    """Where units can go by normal movement."""
    return NormalMove(state, movers).find_arrivals()


@case("10.1-a")
def swims(state: State, unit: Unit) -> bool:
    """Is it a commando that began the segment where it is?"""
    return unit.type == "commando" and not has_begun(state, unit) and not arrived(state, unit)
