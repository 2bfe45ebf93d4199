"""What all kinds of movement share (6.0): units of one hex, terrain to pay for, closed hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.movement.rivers import refusals_of_hexside
from engine.games.toppling_the_reich.movement.stacking import has_room, over_limit, refusals_to_stack
from engine.games.toppling_the_reich.movement.step_cost import Exits, exits, step_charges
from engine.games.toppling_the_reich.movement.walk import (
    Walk,
    group,
    name_all,
    points_left,
    refusals_on_foot,
    refusals_to_part,
    refusals_when_stopped,
)
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import Unit, forces, occupied
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import AirMarker
from engine.hexes.paths import reach
from engine.mechanics import Arrivals, Movement
from engine.referee import Modifier, Refusal, State, Transaction, case, derived
from engine.referee.modifier import Amount

FAR = 10_000
"""More movement points than any way across the map takes."""


class UnitMovement(Movement[str]):
    """One kind of movement of units that stand in one hex."""

    def __init__(self, state: State, movers: tuple[str, ...]) -> None:
        super().__init__(state, movers)
        self.units = group(state, movers)
        self.land = ground(state)
        self.side, self.here = self.units[0].side, self.units[0].place
        self.enemy = self.land.other(self.side)

    def start(self) -> str:
        return self.here

    def names(self) -> str:
        return name_all(self.units)

    @case("3.1-d")
    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        """Stacking binds where they stop; passing through is free."""
        return refusals_to_stack(self.state, there, self.units)

    def ends_among(self, hexes: Iterable[str]) -> frozenset[str]:
        wanted, held = frozenset(hexes), any_of(self.state, self.side)
        ends = {there for there in wanted & held if has_room(self.state, there, self.units)}
        return frozenset(ends if over_limit(self.state, "", self.units) else ends | (wanted - held))

    def arrivals(self) -> Arrivals[str]:
        return arrivals_of(self.state, type(self), self.movers)

    def walk_to(self, tx: Transaction, there: str, by: str) -> None:
        """Go hex by hex along the path that is offered."""
        path = self.path_to(there)
        tx.push(Walk(self.movers, tuple(map(int, self.points_left(path))), by, path=path))

    def refusal_to_stay(self, here: str) -> Refusal:
        return Refusal("6.0-a", f"{self.names()}: in {here} already")


@derived()
def arrivals_of(state: State, kind: type[UnitMovement], movers: tuple[str, ...]) -> Arrivals[str]:
    """Where these units can go by a kind of movement."""
    return kind(state, movers).find_arrivals()


@derived(Unit)
def any_of(state: State, side: str) -> frozenset[str]:
    """The hexes with any counter of a side."""
    return frozenset(unit.place for unit in forces(state, side))


@case("6.0-c", "11.3-a")
@derived(Unit, AirMarker)
def closed_hexes(state: State, side: str) -> frozenset[str]:
    """Hexes with enemy combat units that are seen, and those under enemy interdiction."""
    return occupied(state, ground(state).other(side)) | interdicted(state, side)


@case("13.2-b")
@derived(Unit)
def shown_only(state: State, side: str) -> frozenset[str]:
    """Hexes where a lone leader or asset of the enemy is overtaken: nothing that is hidden enters them."""
    # INTERPRETATION (13.2-b): what overtakes him is a unit and no dummy, so it is revealed before, as for an
    # overrun.
    enemy = ground(state).other(side)
    return frozenset(unit.place for unit in forces(state, enemy)) - occupied(state, enemy)


def overtaken_by(state: State, units: list[Unit]) -> frozenset[str]:
    """The hexes that are closed to units because one of them is hidden."""
    return shown_only(state, units[0].side) if any(unit.hidden for unit in units) else frozenset()


class LandMovement(UnitMovement):
    """From hex to hex over land, for movement points."""

    @cached_property
    def zone(self) -> frozenset[str]:
        """The enemy's zone of control."""
        return zoc(self.state, self.enemy)

    @cached_property
    def table(self) -> Exits:
        """The steps that the ground permits."""
        return exits(self.state, self.side)

    @cached_property
    def overtaken(self) -> frozenset[str]:
        return overtaken_by(self.state, self.units)

    @cached_property
    def closed(self) -> frozenset[str]:
        """The hexes that they may not enter, whatever way they come."""
        return closed_hexes(self.state, self.side) | self.overtaken

    def refusals_to_set_out(self) -> Iterator[Refusal]:
        yield from refusals_to_part(self.state, self.units)
        for unit in self.units:
            yield from refusals_when_stopped(self.state, unit)
            yield from refusals_on_foot(self.state, unit)

    def budget(self) -> int:
        return min(points_left(self.state, unit) for unit in self.units)

    def neighbors(self, here: str) -> Iterable[str]:
        return self.land.land_neighbors[here]

    def charges(self, at: str, there: str) -> Iterable[Modifier]:
        return step_charges(self.state, self.side, at, there)

    def cost(self, at: str, there: str) -> Amount:
        for to, cost in self.table[at]:
            if to == there:
                return cost
        return super().cost(at, there)

    @case("6.0-a", "6.1-a", "6.1.1-a")
    def refusals_to_cross(self, at: str, there: str) -> Iterator[Refusal]:
        """Over Major Rivers at bridges only."""
        return refusals_of_hexside(self.state, self.side, at, there)

    @case("6.0-a", "6.0-c", "11.3-a", "13.2-b")
    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        """What closes a hex to units whatever way they come."""
        name = self.land.name_of(there)
        if there not in self.land.land:
            yield Refusal("6.0-a", f"{name} is {self.land.terrain[there]}, which no unit may enter")
        elif there in occupied(self.state, self.enemy):
            yield Refusal("6.0-c", f"{name} holds enemy units; they can only be overrun")
        elif there in interdicted(self.state, self.side):
            yield Refusal("11.3-a", f"{name} is under enemy interdiction")
        elif there in self.overtaken:
            yield Refusal("13.2-b", f"{name}: only a revealed unit can overtake the enemy units there")

    def exits(self, at: str) -> Iterable[tuple[str, int]]:
        return [way for way in self.table[at] if way[0] not in self.closed]

    def refusals_without_way(self, there: str) -> Iterator[Refusal]:
        if there in self.land.land - self.closed and there not in reach(
            self.here, FAR, lambda at: LandMovement.exits(self, at)
        ):
            yield self.refusal_of_way(there)

    @case("6.1-a")
    def refusal_of_way(self, there: str) -> Refusal:
        """Rivers and the enemy leave no path at all, whatever his zones of control do."""
        where = f"from {self.here} to {self.land.name_of(there)}"
        return Refusal("6.1-a", f"no path over bridges and past enemy units leads {where}")

    def refusal_of_distance(self, there: str, straight: Amount | None, open_cost: Amount | None) -> Refusal:
        return Refusal(self.ruled_by, self.distance(there, open_cost or straight or 0))

    def distance(self, there: str, cost: Amount) -> str:
        """How far away a hex is, in words."""
        return f"{self.land.name_of(there)} is {self.amount(cost)} away, {self.budget()} left"


class OneStep(LandMovement):
    """A single step to a neighbour under conditions of its own."""

    def exits(self, at: str) -> Iterable[tuple[str, int]]:
        return ()

    def find_arrivals(self) -> Arrivals[str]:
        return super().find_arrivals() if self.neighbors(self.here) else self.nowhere()

    def refusals(self, there: str) -> Iterator[Refusal]:
        yield from self.refusals_to_set_out()
        yield from self.refusals_to_single_step(there)
