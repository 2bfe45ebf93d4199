"""The two rates at which a unit moves, the march and the road column: one rule of a step for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import Final, NamedTuple

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.movement.stacking import STACKING, place
from engine.games.dday_to_berlin.movement.step import ALONE, BARRED, ROAD, limiting_case, steps
from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import Bridge, Unit, forces, occupied
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import Arrivals, Movement, counted, walk
from engine.referee import Mark, Modifier, Refusal, State, Transaction, case, derived, mark_value, marked
from engine.referee.modifier import Amount

SHY: Final = frozenset(("HQ", "ART", "SPA"))


class Footing(NamedTuple):
    """Where a unit is in the middle of its move, and how it came there."""

    place: str
    moved: bool = False
    """It has entered a zone in this player turn."""
    only: str = ""
    """The case that makes this zone the only one of its turn."""


@cache
def entered(there: str) -> Footing:
    """How a unit stands in a zone that it has entered and may leave again: made once for each zone."""
    return Footing(there, True)


def points_left(state: State, unit: Unit) -> int:
    """Movement points that the unit still has in this player turn."""
    return int(mark_value(state, unit.key, marks.MP) or 0)


@case("2.full", "2.double", "2.hold")
def allowance(state: State, unit: Unit, result: str) -> int:
    """Movement points of an activation result, by mobility class."""
    row = ground(state).charts.movement.rows[unit.moves_as]
    return {marks.DOUBLE: row.double, marks.FULL: row.full}.get(result, row.hold)


@case("2.road-column")
def column_allowance(state: State, unit: Unit) -> int:
    """What is left to a unit as a road column: all of it doubled before the first step, 0 on foot."""
    if marked(state, unit.key, marks.MOVED):
        return points_left(state, unit) if marked(state, unit.key, marks.COLUMN) else 0
    row = ground(state).charts.movement.rows[unit.moves_as]
    result = mark_value(state, unit.key, marks.ACTIVATED)
    return {marks.DOUBLE: row.column_double, marks.FULL: row.column_full}.get(result, 0)


def spend(tx: Transaction, unit: Unit, points: int = 1) -> None:
    """Movement points that are used up."""
    tx.mark(unit.key, marks.MP, marks.PLAYER_TURN, value=str(max(points_left(tx.state, unit) - points, 0)))


@derived(Unit)
def screened(state: State, side: str) -> frozenset[str]:
    """Zones with a unit of the fighting arms, behind which headquarters and artillery may shelter."""
    return frozenset(unit.place for unit in forces(state, side) if unit.type not in SHY)


class UnitMovement(Movement[Footing]):
    """What both rates have in common: where no unit may go, and where it finds room."""

    def __init__(self, state: State, key: str, night: bool) -> None:
        super().__init__(state, (key,))
        self.unit = state.get(Unit, key)
        self.night = night
        self.land = ground(state)
        self.enemy = self.land.other(self.unit.side)

    @cached_property
    def enemy_zoc(self) -> frozenset[str]:
        return zoc(self.state, self.enemy)

    @cached_property
    def steps_from(self) -> dict[str, dict[str, str]]:
        return steps(self.state, self.unit.moves_as)

    @cached_property
    def closed(self) -> frozenset[str]:
        """The zones that `refusals_to_enter` refuses, water left out."""
        taken = occupied(self.state, self.enemy)
        if self.night:
            return taken | self.enemy_zoc
        if self.unit.type in SHY:
            return taken | (self.enemy_zoc - screened(self.state, self.unit.side))
        return taken

    def start(self) -> Footing:
        only = mark_value(self.state, self.unit.key, marks.MOVED) or ""
        return Footing(self.unit.place, marked(self.state, self.unit.key, marks.MOVED), only)

    def place(self, at: Footing) -> str:
        return at.place

    def neighbors(self, here: str) -> Iterable[str]:
        return self.land.grid.adjacency[here]

    def names(self) -> str:
        return self.unit.name

    def charges(self, at: Footing, there: str) -> Iterable[Modifier]:
        return (Modifier(self.ruled_by, "each zone", self.land.charts.movement.zone_cost),)

    def least_cost(self) -> int:
        return self.land.charts.movement.zone_cost

    def kind_of_step(self, at: Footing, there: str) -> str:
        """How the ground lets the unit go to a neighbour."""
        return self.steps_from[at.place].get(there, BARRED)

    def after(self, at: Footing, there: str) -> Footing:
        """A zone that is entered too late to be the only one binds no more."""
        alone = not at.moved and self.kind_of_step(at, there) == ALONE
        return Footing(there, True, limiting_case(self.state, at.place, there) if alone else "")

    def rank(self, at: Footing) -> int:
        """An ordinary way comes before one that uses up the turn."""
        return 1 if at.only else 0

    @case("2.guns", "scn.villers-garrison")
    def refusals_to_set_out(self) -> Iterator[Refusal]:
        """A towed gun that took part in combat stays where it is until the game turn ends."""
        if self.unit.is_towed_gun and not self.night and marked(self.state, self.unit.key, marks.FIRED):
            yield Refusal("2.guns", f"{self.unit} has fought in this game turn and may not move")
        if self.unit.static:
            yield Refusal("scn.villers-garrison", f"{self.unit} is a garrison and never moves voluntarily")

    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        if self.land.is_water(there):
            yield Refusal("2.water", f"{there} is water, which no unit may enter")
        elif there in occupied(self.state, self.enemy):
            yield from self.refusals_of_occupied(there)
        elif there in self.enemy_zoc:
            yield from self.refusals_by_night(there) if self.night else self.refusals_of_shy(there)

    @case("2.occupied")
    def refusals_of_occupied(self, there: str) -> Iterator[Refusal]:
        """No unit moves into the enemy."""
        yield Refusal("2.occupied", f"{there} is occupied by the enemy")

    @case("C.move")
    def refusals_by_night(self, there: str) -> Iterator[Refusal]:
        """At night no unit may enter an enemy zone of control."""
        yield Refusal("C.move", f"{there} is in an enemy zone of control, which no unit may enter at night")

    @case("2.zoc")
    def refusals_of_shy(self, there: str) -> Iterator[Refusal]:
        """Headquarters and artillery enter an enemy zone of control only behind friends."""
        unit = self.unit
        if unit.type in SHY and there not in screened(self.state, unit.side):
            yield Refusal(
                "2.zoc", f"{unit} ({unit.type}) enters {there}, an enemy zone of control, only behind friends"
            )

    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        return STACKING.refusals(self.state, there, (self.unit,))

    def ends_among(self, hexes: Iterable[str]) -> frozenset[str]:
        """Only where friends are can there be too many."""
        friends = occupied(self.state, self.unit.side)
        return frozenset(
            there
            for there in hexes
            if there not in friends or next(self.refusals_to_end(there), None) is None
        )

    def find_arrivals(self) -> Arrivals[Footing]:
        """Without points no zone can be entered, so nothing else is asked."""
        return super().find_arrivals() if self.budget() > 0 else self.nowhere()

    def summary(self, there: str) -> str:
        return f"{self.unit} goes {counted(len(self.path_to(there)) - 1, 'zone')}"

    def refusal_to_stay(self, here: str) -> Refusal:
        return Refusal("2.execute", f"{self.unit} is in {here} already; halt to stay")

    def refusal_of_distance(self, there: str, straight: Amount | None, open_cost: Amount | None) -> Refusal:
        has = f"{self.unit} has {self.amount(self.budget())}"
        if straight is None:
            return Refusal(self.ruled_by, f"the shortest open path to {there} costs {open_cost}, and {has}")
        zones = counted(self.land.distance(self.unit.place, there), "zone")
        return Refusal(self.ruled_by, f"{there} is {zones} away, and {has}")


class March(UnitMovement):
    """At the normal rate, over any ground of its class."""

    ruled_by = "2.full"

    def budget(self) -> int:
        return points_left(self.state, self.unit)

    @case("2.road-column")
    def refusals_to_set_out(self) -> Iterator[Refusal]:
        yield from super().refusals_to_set_out()
        if marked(self.state, self.unit.key, marks.COLUMN) and marked(self.state, self.unit.key, marks.MOVED):
            yield Refusal("2.road-column", f"{self.unit} must make its whole move in road column")

    def refusals_to_leave(self, at: Footing) -> Iterator[Refusal]:
        yield from self.refusals_after_only_zone(at)
        yield from self.refusals_to_leave_zoc(at)

    @case("2.rough", "2.water")
    def refusals_after_only_zone(self, at: Footing) -> Iterator[Refusal]:
        """Rough ground off the road, or a river crossed on foot, uses the turn up."""
        if at.only:
            yield Refusal(at.only, f"{at.place} is the only zone {self.unit} may enter in its turn")

    @case("2.zoc")
    def refusals_to_leave_zoc(self, at: Footing) -> Iterator[Refusal]:
        """A unit that has entered an enemy zone of control stops; one that starts in one may leave."""
        if at.moved and at.place in self.enemy_zoc:
            yield Refusal("2.zoc", f"{self.unit} must stop in {at.place}, in an enemy zone of control")

    @case("2.rough", "2.water", "2.road-rough")
    def refusals_to_cross(self, at: Footing, there: str) -> Iterator[Refusal]:
        """Some ground is barred to a class; other ground must be the only zone of its turn."""
        unit, kind = self.unit, self.kind_of_step(at, there)
        if kind == BARRED and not self.land.is_water(there):
            river = self.land.has_river(at.place, there)
            between = "the river between them has no bridge" if river else "no road leads"
            yield Refusal(
                "2.water", f"{unit} ({unit.moves_as}) cannot enter {there} from {at.place}: {between}"
            )
        elif kind == ALONE and at.moved:
            ruled = limiting_case(self.state, at.place, there)
            yield Refusal(ruled, f"{there} would have to be the only zone {unit} enters in its turn")

    def exits(self, at: Footing) -> Iterable[tuple[Footing, int]]:
        if at.only or (at.moved and at.place in self.enemy_zoc):
            return ()
        cost, closed, barred = self.land.charts.movement.zone_cost, self.closed, ALONE if at.moved else BARRED
        return [
            (self.after(at, there) if kind == ALONE else entered(there), cost)
            for there, kind in self.steps_from[at.place].items()
            if kind != barred and there not in closed
        ]

    def arrivals(self) -> Arrivals[Footing]:
        return marches(self.state, self.unit.key, self.night)

    def go(self, tx: Transaction, there: str) -> None:
        left = self.budget() - self.arrivals().cost_to(there)
        only = self.arrival(there).only
        tx.push(Walk(self.unit.key, self.path_to(there), int(left), only, night=self.night))


class RoadColumn(UnitMovement):
    """Twice as far, by road alone and clear of the enemy."""

    ruled_by = "2.road-column"

    def budget(self) -> int:
        return column_allowance(self.state, self.unit)

    @case("2.road-column")
    def refusals_to_set_out(self) -> Iterator[Refusal]:
        """A column moves on wheels or tracks, by road alone, and starts clear of enemy zones of control."""
        yield from super().refusals_to_set_out()
        unit, moved = self.unit, marked(self.state, self.unit.key, marks.MOVED)
        if unit.moves_as == "LEG":
            yield Refusal("2.road-column", f"{unit} is on foot and cannot form a road column")
        elif moved and not marked(self.state, unit.key, marks.COLUMN):
            yield Refusal(
                "2.road-column", f"{unit} has moved already, and a column must make its whole move by road"
            )
        if unit.place in self.enemy_zoc:
            why = f"{unit} is in {unit.place}, an enemy zone of control, where no column starts"
            yield Refusal("2.road-column", why)

    @case("2.road-column")
    def refusals_to_cross(self, at: Footing, there: str) -> Iterator[Refusal]:
        """Every step of a column follows a road, and none leads into an enemy zone of control."""
        if self.kind_of_step(at, there) != ROAD:
            yield Refusal("2.road-column", f"no road or bridge leads from {at.place} to {there}")
        if there in self.enemy_zoc:
            why = f"{there} is in an enemy zone of control, which no column may enter"
            yield Refusal("2.road-column", why)

    def exits(self, at: Footing) -> Iterable[tuple[Footing, int]]:
        cost, closed, near = self.land.charts.movement.zone_cost, self.closed, self.enemy_zoc
        return [
            (entered(there), cost)
            for there, kind in self.steps_from[at.place].items()
            if kind == ROAD and there not in closed and there not in near
        ]

    def arrivals(self) -> Arrivals[Footing]:
        return drives(self.state, self.unit.key, self.night)

    def go(self, tx: Transaction, there: str) -> None:
        left = self.budget() - self.arrivals().cost_to(there)
        tx.push(Walk(self.unit.key, self.path_to(there), int(left), driving=True, night=self.night))


@derived(Unit, Bridge, Mark)
def marches(state: State, key: str, night: bool) -> Arrivals[Footing]:
    """Where the unit can go at the normal rate with what it has left."""
    return March(state, key, night).find_arrivals()


@derived(Unit, Bridge, Mark)
def drives(state: State, key: str, night: bool) -> Arrivals[Footing]:
    """Where the unit can go as a road column."""
    return RoadColumn(state, key, night).find_arrivals()


class Walk(walk.Walk):
    """Zone by zone, taking the places on the way and facing the way one went."""

    unit: str
    path: tuple[str, ...]
    left: int
    """The movement points left at the end."""
    only: str = ""
    """The case that makes the last zone the only one of the turn."""
    driving: bool = False
    night: bool = False

    def step(self, tx: Transaction, here: str, there: str) -> None:
        place(tx, tx.state.get(Unit, self.unit), there, ground(tx.state).grid.direction(here, there))

    @case("map.control", "2.guns", "2.facing", "scale.zone")
    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        unit, land = tx.state.get(Unit, self.unit), ground(tx.state)
        tx.mark(unit.key, marks.MOVED, marks.PLAYER_TURN, value=self.only)
        tx.mark(unit.key, marks.MP, marks.PLAYER_TURN, value=str(self.left))
        if self.driving and not marked(tx.state, unit.key, marks.COLUMN):
            tx.mark(unit.key, marks.COLUMN)
        if unit.is_towed_gun and not self.night:
            tx.mark(unit.key, marks.GUN_MOVED, marks.GAME_TURN)
        far = len(path) - 1
        how = "drives in column" if self.driving else "moves"
        measure = f"{counted(far, 'zone')}, {land.kilometres(far)}"
        what = f"{how} by {' '.join(path[:-1])} to {land.name_of(path[-1])} ({measure})"
        ruled = "2.road-column" if self.driving else "2.full"
        walk.tell_move(tx, ruled, unit.name, what, (unit.key,), path)
