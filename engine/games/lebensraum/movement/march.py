"""Movement of one unit or headquarters (5.1): where it can go, at what price, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.games.lebensraum.movement import weather
from engine.games.lebensraum.movement.points import points_left
from engine.games.lebensraum.records import Clock, Unit, army_places
from engine.games.lebensraum.scenario.ground import LAKE, MOUNTAIN, SECTIONS, Ground, ground
from engine.games.lebensraum.special.entry import closed_to, refusals_to_end, refusals_to_enter, tether
from engine.games.lebensraum.standard.control import controller
from engine.games.lebensraum.standard.zoc import movement_zoc
from engine.hexes.paths import Reach, cheapest_path, reach
from engine.mechanics.movement import Arrivals, Movement
from engine.mechanics.plural import counted
from engine.referee import Modifier, Refusal, State, Transaction, case, derived, total

BREAKDOWN_FREE = 2
"""Mountain hexes that a tank unit enters in one segment without harm (5.6-a)."""


ENDLESS = 1 << 20
"""More points than any way costs."""
OBSTACLE = 1 << 12
"""What an obstacle counts when a way around it is sought."""


class Footing(NamedTuple):
    """Where a mover stands, and how many mountain hexes a tank unit has entered on the way."""

    here: str
    mountains: int = 0


@case("5.1-e", "8.0-g")
def step_charges(land: Ground, movement_class: str, kind: str, here: str, there: str) -> tuple[Modifier, ...]:
    """What a step costs by terrain, hexside and weather of the entered hex. A frozen lake counts as open."""
    terrain = land.terrain[there]
    if terrain == LAKE or (here, there) in land.lake_sides:
        return (Modifier("8.0-g", "frozen lake", 1),)
    cost = land.charts.terrain_effects.terrain[terrain].cost(movement_class)
    river = (here, there) in land.rivers
    return (
        Modifier("5.1-e", terrain, cost),
        *weather.hex_charge(land, kind, terrain, cost),
        *(weather.river_charges(land, kind, movement_class) if river else ()),
    )


Steps = dict[str, tuple[tuple[str, int, int], ...]]
"""From each hex: where to, what it costs, and 1 for a mountain."""


@lru_cache(maxsize=64)
def all_steps(land: Ground, movement_class: str, kinds: tuple[str, ...]) -> Steps:
    """The steps between land and lake hexes, whatever lies between them."""
    by_section = dict(zip(SECTIONS, kinds, strict=True))
    wet = frozenset(here for here in land.playable if land.terrain[here] == LAKE)
    passable = land.land | wet
    special = land.rivers | land.lake_sides

    prices: dict[tuple[str, str, bool, bool], int] = {}

    def step(here: str, there: str) -> tuple[str, int, int]:
        kind, terrain = by_section[land.section[there]], land.terrain[there]
        sort = (terrain, kind, (here, there) in land.rivers, (here, there) in land.lake_sides)
        if sort not in prices:
            prices[sort] = int(total(step_charges(land, movement_class, kind, here, there)))
        return there, prices[sort], int(terrain == MOUNTAIN)

    plain = {there: step("", there) for there in passable}
    return {
        here: tuple(
            step(here, there) if (here, there) in special else plain[there]
            for there in land.neighbors[here]
            if there in passable
        )
        for here in passable
    }


@lru_cache(maxsize=64)
def open_steps(land: Ground, movement_class: str, kinds: tuple[str, ...], winter: bool) -> Steps:
    """Those over hexsides that can be crossed on this turn."""
    closed = land.all_sea if winter else land.all_sea | land.lake_sides
    wet = () if winter else land.playable
    lakes = frozenset(here for here in wet if land.terrain[here] == LAKE)
    touched = {here for here, _ in closed}.union(*(land.neighbors[here] for here in lakes))

    def is_open(here: str, there: str) -> bool:
        return there not in lakes and (here, there) not in closed

    return {
        here: tuple(one for one in steps if is_open(here, one[0])) if here in touched else steps
        for here, steps in all_steps(land, movement_class, kinds).items()
        if here not in lakes
    }


@case("5.7-e")
def is_one_army(unit: Unit, other: Unit) -> bool:
    """Is one of them a battle group, and the other the army that it was made from?"""
    return other.key == unit.parent or other.parent == unit.key


class March(Movement[Footing]):
    """One unit or headquarters moves from hex to hex, paid from the track of its power."""

    ruled_by = "5.3-f"

    def __init__(self, state: State, key: str) -> None:
        super().__init__(state, (key,))
        self.unit = state.get(Unit, key)
        self.land = ground(state)
        self.enemy = self.land.other(self.unit.side)
        self.winter = self.land.is_winter(state.one(Clock).turn)
        self.from_here = Footing(self.unit.place)

    def start(self) -> Footing:
        return self.from_here

    @case("5.3-f")
    def budget(self) -> int:
        """There is no limit but the track of the power."""
        return points_left(self.state, self.unit.power)

    def names(self) -> str:
        return self.unit.name

    def place(self, at: Footing) -> str:
        return at.here

    def neighbors(self, here: str) -> Iterable[str]:
        return [there for there, _, _ in self._all_steps[here]]

    @case("5.6-a", "5.6-b")
    def after(self, at: Footing, there: str) -> Footing:
        """Mountain hexes are counted for tank units; headquarters do not break down."""
        mountain = self.unit.is_tank and self.land.terrain[there] == MOUNTAIN
        return Footing(there, at.mountains + mountain)

    @case("5.6-a")
    def rank(self, at: Footing) -> int:
        """Of several ways the one that breaks down least."""
        return max(0, at.mountains - BREAKDOWN_FREE)

    @cached_property
    @case("5.4-h", "11.2-f")
    def zone(self) -> frozenset[str]:
        """The hexes where it must stop: none for a headquarters."""
        return frozenset() if self.unit.is_hq else movement_zoc(self.state, self.enemy)

    @cached_property
    def closed(self) -> frozenset[str]:
        return closed_to(self.state, self.unit)

    @case("5.4-c", "5.4-k", "5.4-j")
    def surcharge(self, at: Footing) -> int:
        """Infantry pays once for leaving an enemy zone, however many there are; tank units leave freely."""
        if at == self.from_here and self.unit.moves_as == "infantry" and at.here in self.zone:
            return self.land.charts.mp_prices.infantry_leaves_enemy_zoc
        return 0

    def charges(self, at: Footing, there: str) -> Iterable[Modifier]:
        kind = weather.weather_at(self.state, there)
        found = step_charges(self.land, self.unit.moves_as, kind, at.here, there)
        leaving = self.surcharge(at)
        return (*found, Modifier("5.4-c", "leaves an enemy zone of control", leaving)) if leaving else found

    @cached_property
    @case("5.7-e")
    def reunion(self) -> frozenset[str]:
        """The hexes where a battle group joins its parent, or a parent its battle group."""
        units = army_places(self.state)
        return frozenset(here for here, other in units.items() if is_one_army(self.unit, other))

    @case("5.4-b", "5.4-d", "5.4-g", "5.6-a", "5.7-e")
    def refusals_to_leave(self, at: Footing) -> Iterator[Refusal]:
        """It stops in the zone of an enemy unit or city, and where a battle group joins its parent; where it
        began it may leave, even into another zone."""
        if at == self.from_here:
            return
        if at.here in self.zone:
            yield Refusal("5.4-b", f"{self.unit.name} must stop in {at.here}, in an enemy zone of control")
            if at.here in self.land.cities and controller(self.state, at.here) != self.unit.side:
                becomes = "is" if controller(self.state, at.here) else "when it is entered becomes"
                yield Refusal("5.4-g", f"{self.land.name_of(at.here)} {becomes} a city of the enemy")
        if at.here in self.reunion:
            other = army_places(self.state)[at.here]
            yield Refusal("5.7-e", f"{self.unit.name} and {other.name} become one army in {at.here}")
        if self.unit.is_tank and self.rank(at) >= self.unit.steps_left:
            yield Refusal("5.6-a", f"{self.unit.name} loses its last step in {at.here}, in the mountains")

    @case("5.1-f", "8.0-g")
    def refusals_to_cross(self, at: Footing, there: str) -> Iterator[Refusal]:
        """All-sea hexsides are never crossed, lakes only on Winter turns."""
        if (at.here, there) in self.land.all_sea:
            yield Refusal("5.1-f", f"there is only sea between {at.here} and {there}")
        if (at.here, there) in self.land.lake_sides and not self.winter:
            yield Refusal("5.1-f", f"the lake between {at.here} and {there} is not frozen on this turn")
            yield Refusal("8.0-g", "lakes are crossed on Winter turns only")

    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        """Every reason against being in a hex: the place itself, or the unit in it."""
        yield from self.refusals_of_place(there)
        yield from self.refusals_of_unit(there)

    @case("5.1-f")
    def refusals_of_place(self, there: str) -> Iterator[Refusal]:
        """No unit enters sea, a lake that is not frozen, or a hex that is closed to it."""
        if self.land.terrain[there] == LAKE and not self.winter:
            yield Refusal("5.1-f", f"{there} is a lake, and it is not frozen on this turn")
        elif there not in self.land.land and self.land.terrain[there] != LAKE:
            yield Refusal("5.1-f", f"{there} is no land")
        if there in self.closed:
            yield from refusals_to_enter(self.state, self.unit, there)

    @case("5.1-f", "5.5-b", "5.7-e")
    def refusals_of_unit(self, there: str) -> Iterator[Refusal]:
        """No unit enters a hex with another unit; headquarters pass through friendly ones, and a battle
        group and its parent may come together."""
        other = army_places(self.state).get(there)
        if other is None or other.key == self.unit.key:
            return
        if other.side != self.unit.side:
            yield Refusal("5.1-f", f"{other.name} of the enemy is in {there}")
        elif not self.unit.is_hq and there not in self.reunion and there != self.unit.place:
            yield Refusal("5.5-b", f"{other.name} is in {there}, and units do not pass through each other")

    @case("5.5-a", "8.0-g")
    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        """One unit in a hex; nobody ends on a frozen lake."""
        if self.land.terrain[there] == LAKE:
            yield Refusal("8.0-g", f"no unit ends its segment on the lake in {there}")
        other = army_places(self.state).get(there)
        if other not in (None, self.unit) and there not in self.reunion and not self.unit.is_hq:
            yield Refusal("5.5-a", f"{other} is in {there}, and only one unit may be in a hex")
        yield from refusals_to_end(self.state, self.unit, there)

    # quicker answers to the same questions

    @cached_property
    def _all_steps(self) -> Steps:
        return all_steps(self.land, self.unit.moves_as, weather.sections_weather(self.state))

    @cached_property
    def _steps(self) -> Steps:
        return open_steps(self.land, self.unit.moves_as, weather.sections_weather(self.state), self.winter)

    @cached_property
    def _blocked(self) -> frozenset[str]:
        """The hexes that cannot be entered because of units, or because they are closed."""
        unit = self.unit
        taken = {
            here
            for here, other in army_places(self.state).items()
            if other.side != unit.side or (not unit.is_hq and here not in self.reunion and here != unit.place)
        }
        return self.closed | taken

    def exits(self, at: Footing) -> list[tuple[Footing, int]]:
        if next(self.refusals_to_leave(at), None) is not None:
            return []
        blocked, more, tank, mountains = self._blocked, self.surcharge(at), self.unit.is_tank, at.mountains
        return [
            (Footing(there, mountains + mountain if tank else 0), cost + more)
            for there, cost, mountain in self._steps.get(at.here, ())
            if there not in blocked
        ]

    def arrivals(self) -> Arrivals[Footing]:
        return _arrivals(self.state, self.unit.key)

    def search(self, budget: int) -> Reach[Footing, int]:
        """Every footing within a budget. A dearer way through as many mountains is dropped."""
        fewest: dict[str, int] = {}

        def exits(at: Footing) -> list[tuple[Footing, int]]:
            if fewest.get(at.here, 1 << 20) <= at.mountains:
                return []
            fewest[at.here] = at.mountains
            return self.exits(at)

        return reach(self.from_here, budget, exits)

    def find_arrivals(self) -> Arrivals[Footing]:
        """Search the continent."""
        if next(self.refusals_to_set_out(), None) is not None:
            return self.nowhere()
        budget = self.budget()
        ways = self.search(budget)
        best: dict[str, Footing] = {}
        for at in sorted(ways.cost, key=self.rank) if self.unit.is_tank else ways.cost:
            best.setdefault(at.here, at)
        ends = self.ends_among(best.keys() - {self.unit.place})
        return Arrivals(ways, best, frozenset(), ends, budget)

    def ends_among(self, hexes: Iterable[str]) -> frozenset[str]:
        taken = army_places(self.state)
        terrain, reunion, unit = self.land.terrain, self.reunion, self.unit
        allowed = tether(self.state, self.unit)
        return frozenset(
            there
            for there in hexes
            if terrain[there] != LAKE
            and (unit.is_hq or taken.get(there, unit).key == unit.key or there in reunion)
            and (allowed is None or there in allowed)
        )

    # why not: a continent is too wide to weigh every reason on every way

    def reasons_against_way(self, there: str) -> Iterator[Refusal]:
        """The hex itself; an open way that is too dear; what is against the way with the fewest obstacles, or
        else against the straight one, if the points would do for it."""
        yield from self.refusals_to_enter(there)
        open_cost = min(
            (cost for at, cost in self.search(ENDLESS).cost.items() if at.here == there), default=None
        )
        straight = self.way(there, 0)
        for found in (self.way(there, OBSTACLE), straight):
            if found is not None and self.price(found) <= self.budget():
                yield from self.reasons_along(found)
                break
        else:
            if open_cost is None and straight is not None:
                yield self.refusal_of_distance(there, self.price(straight), None)
        if open_cost is not None:
            yield self.refusal_of_distance(there, None, open_cost)
            if leaving := self.surcharge(self.from_here):
                text = f"{leaving} of the points are for leaving an enemy zone of control"
                yield Refusal("5.4-c", text)

    def way(self, there: str, obstacle: int) -> tuple[str, ...] | None:
        """The cheapest way over land where each obstacle costs so much more; None over the sea alone."""
        zone, blocked, here = self.zone, self._blocked, self.unit.place
        steps = self._all_steps
        if there not in steps:
            return None

        def exits(at: str) -> list[tuple[str, int]]:
            stops = obstacle * (at in zone and at != here)
            crossed = {to for to, _, _ in self._steps.get(at, ())}
            return [
                (to, cost + stops + obstacle * ((to in blocked) + (to not in crossed)))
                for to, cost, _ in steps[at]
            ]

        found = cheapest_path(here, there, exits)
        return found.hexes if found else None

    def footings(self, path: tuple[str, ...]) -> Iterator[tuple[Footing, str]]:
        """Each footing on a way, and the next hex."""
        at = self.from_here
        for there in path[1:]:
            yield at, there
            at = self.after(at, there)

    def price(self, path: tuple[str, ...]) -> int:
        """What a way costs, whatever is against it."""
        return int(sum(self.cost(at, there) for at, there in self.footings(path)))

    def reasons_along(self, path: tuple[str, ...]) -> Iterator[Refusal]:
        """Every reason against the steps of a way."""
        for at, there in self.footings(path):
            yield from self.refusals_to_step(at, there)

    @case("5.6-a")
    def summary(self, there: str) -> str:
        """The price, and how many steps a tank unit loses in the mountains on the way."""
        found, said = self.arrivals(), super().summary(there)
        lost = self.rank(found.best[there]) if there in found.best else 0
        return f"{said}; {counted(lost, 'step')} lost in the mountains (5.6-a)" if lost else said

    def go(self, tx: Transaction, there: str) -> None:
        from engine.games.lebensraum.movement.marching import set_out

        path = self.path_to(there)
        set_out(tx, self.unit, path, tuple(int(self.cost(at, to)) for at, to in self.footings(path)))


@derived()
def _arrivals(state: State, key: str) -> Arrivals[Footing]:
    return March(state, key).find_arrivals()
