"""Movement Actions (7.3): the rule of a step for units and stacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Final, NamedTuple

from engine.games.crossing_the_line.actions.action_menu import Selection, UnitMenu, price, refusals_to_pay
from engine.games.crossing_the_line.actions.ban import refusals_of_ban
from engine.games.crossing_the_line.records import (
    GERMAN,
    US,
    ActionPoints,
    Clock,
    Unit,
    fighters_at,
    occupied,
)
from engine.games.crossing_the_line.scenario.ground import DRAGONS_TEETH, NO_STREAM, ROER, STREAM, ground
from engine.games.crossing_the_line.standard.known import beside, known_zoc
from engine.mechanics.menu import end
from engine.mechanics.movement import Arrivals, Movement
from engine.mechanics.plural import mixed
from engine.referee import Mark, Modifier, Refusal, State, case, derived
from engine.referee.modifier import Amount

INCREASE: Final = 2
"""What leg units have more while they keep away from the enemy (7.3.5)."""
WORD_OF: Final = {STREAM: "stream", DRAGONS_TEETH: "dragon's teeth"}
CASE_OF: Final = {STREAM: "7.3.7-a", DRAGONS_TEETH: "3.1.2-a"}
"""The case by which motorized units pay their whole allowance for a hexside."""


@case("7-a", "7-b")
def movement_price(state: State, menu: UnitMenu) -> int:
    """The action points of a Movement Action: one, double out of command."""
    return price(state, menu.chosen(state), ground(state).charts.action_costs.movement)


class OnTheWay(Selection):
    """Where do the units go on to, in the middle of their Movement Action?"""

    left: Fraction
    """The movement points that are left."""
    near: bool
    """They have been next to an enemy unit in this Action."""

    title = "On the way"
    ruled_by: ClassVar[str] = "7.3-a"

    def prompt(self, state: State) -> str:
        return f"{self.unit_names(state)}: where to go on? {points_in_words(self.left)} left"

    halt = end("halt", "Stop here")


class Footing(NamedTuple):
    """Where movers are in the middle of their move, and how they came there."""

    place: str
    moved: bool = False
    near: bool = False
    """They have been next to an enemy unit in this Action."""
    spent: str = ""
    """The hexside terrain that they crossed for their whole allowance, so that they must stop."""


class March(Movement[Footing]):
    """Units of one formation that start together move for one price."""

    ruled_by = "7.3-a"
    single_step = "7.3.2-a"

    def __init__(self, state: State, menu: Selection) -> None:
        super().__init__(state, menu.units)
        self.menu = menu
        self.begun = menu if isinstance(menu, OnTheWay) else None
        """The Action has begun, and they are on the way."""
        self.units = menu.chosen(state)
        self.side = self.units[0].side
        self.land = ground(state)
        self.enemy = self.land.other(self.side)

    def start(self) -> Footing:
        here = self.units[0].place
        if self.begun:
            return Footing(here, moved=True, near=self.begun.near)
        return Footing(here, near=here in self.beside_enemy)

    def place(self, at: Footing) -> str:
        return at.place

    def rank(self, at: Footing) -> int:
        return int(bool(at.spent))

    def neighbors(self, here: str) -> Iterable[str]:
        return self.land.neighbors[here]

    def names(self) -> str:
        return self.menu.unit_names(self.state)

    @cached_property
    def on_foot(self) -> bool:
        """Are all of them leg units?"""
        return all(unit.is_leg for unit in self.units)

    @cached_property
    def zone(self) -> frozenset[str]:
        """The enemy's zone of control, as far as they know it."""
        return known_zoc(self.state, self.enemy)

    @cached_property
    def beside_enemy(self) -> frozenset[str]:
        """The hexes next to the enemy."""
        return beside(self.state, self.enemy)

    @case("7.1-move", "7.3.1", "7.3.2-b", "7.3.5", "3.2-c")
    def allowance(self) -> int:
        """The lowest of the stack; leg units have two points more while no enemy is next to them."""
        least = min(unit.ma for unit in self.units)
        return least + INCREASE if self.on_foot and not self.start().near else least

    def budget(self) -> Fraction:
        return self.begun.left if self.begun else Fraction(self.allowance())

    # what a step costs

    @case("7.3.5")
    def after(self, at: Footing, there: str) -> Footing:
        near = at.near or there in self.beside_enemy
        return Footing(there, True, near, self._uses_up(at, there))

    def charges(self, at: Footing, there: str) -> Iterator[Modifier]:
        """Terrain or road, the hexside, and the increase that is lost beside the enemy."""
        if at.spent:
            return  # The step is refused; without a price the explanation finds the true reason.
        kind = self._uses_up(at, there)
        if kind and not at.moved:
            yield Modifier(CASE_OF[kind], f"{WORD_OF[kind]} for the whole allowance", self.budget())
            return
        yield max((self._ground(unit, at, there) for unit in self.units), key=lambda part: part.amount)
        yield from self._hexside(at, there)
        if self.on_foot and not at.near and there in self.beside_enemy:
            yield Modifier("7.3.5", "the increase is lost next to the enemy", INCREASE)

    @case("3.1.1-a", "3.1.1-d", "3.1.1-e", "3.1.1-f", "7.3.3-a", "7.3.3-b", "5.1-c")
    def _ground(self, unit: Unit, at: Footing, there: str) -> Modifier:
        """Along a road half a point, for German leg units one; otherwise the terrain of the hex."""
        row, road = self.land.row(there), self.land.charts.terrain_effects.road
        if self._has_road_rate(at.place, there):
            if unit.is_leg and unit.side == GERMAN:
                return Modifier("3.1.1-e", "road", road.cost_german_leg)
            rate = road.cost_us_leg if unit.is_leg else road.cost_motorized
            return Modifier("3.1.1-d", "road", Fraction(rate))
        cost = row.cost_leg if unit.is_leg else row.cost_motorized
        return Modifier("3.1.1-a", self.land.terrain[there].replace("_", " in "), cost)

    def _has_road_rate(self, here: str, there: str) -> bool:
        """A road leads there, the hex has one, and neither hex is in an enemy zone of control."""
        return (
            self.land.has_road(here, there)
            and self.land.row(there).may_carry_road
            and here not in self.zone
            and there not in self.zone
        )

    @case("3.1.2-a", "3.1.2-b", "3.1.1-g", "7.3.7-a")
    def _is_obstacle(self, here: str, there: str) -> str:
        """The hexside terrain that counts: none along a road, no stream at a town or industrial hex."""
        kind = self.land.between(here, there)
        if kind in ("", ROER) or self.land.has_road(here, there):
            return ""
        towns = {self.land.terrain[here], self.land.terrain[there]} & NO_STREAM
        return "" if kind == STREAM and towns else kind

    def _uses_up(self, at: Footing, there: str) -> str:
        """The hexside terrain for which a motorized unit pays its whole allowance, if it crosses such."""
        kind = self._is_obstacle(at.place, there)
        if not kind or self.on_foot:
            return ""
        return kind if self.land.charts.hexside_effects.hexside[kind].extra_motorized == "all" else ""

    def _hexside(self, at: Footing, there: str) -> Iterator[Modifier]:
        kind = self._is_obstacle(at.place, there)
        if kind and not self._uses_up(at, there):
            extra = self.land.charts.hexside_effects.hexside[kind].extra_leg
            assert isinstance(extra, int)
            yield Modifier("3.1.2-a", WORD_OF[kind], extra)

    # what is against it

    @case("5.6.3-a", "7-c", "7.1-hq", "3.2-c")
    def refusals_to_set_out(self) -> Iterator[Refusal]:
        """Headquarters relocate, disrupted units stay, and the Action must be paid."""
        for unit in self.units:
            if unit.is_hq:
                yield Refusal("7.1-hq", f"{unit} is a headquarters and relocates instead")
            elif unit.disrupted:
                yield Refusal("5.6.3-a", f"{unit} is disrupted and can only refit")
        if isinstance(self.menu, UnitMenu):
            yield from refusals_to_pay(self.state, self.menu, movement_price(self.state, self.menu))

    @case("5.4.1-a", "7.3.7-a", "3.1.2-a")
    def refusals_to_leave(self, at: Footing) -> Iterator[Refusal]:
        """They stop in an enemy zone of control, and after a hexside that cost their whole allowance."""
        if at.moved and at.place in self.zone:
            yield Refusal("5.4.1-a", f"{self.names()} must stop in {at.place}, in an enemy zone of control")
        if at.spent:
            why = f"the {WORD_OF[at.spent]} took the whole allowance"
            yield Refusal(CASE_OF[at.spent], f"{self.names()} must stop in {at.place}: {why}")

    def refusals_to_cross(self, at: Footing, there: str) -> Iterator[Refusal]:
        yield from self.refusals_of_roer(at.place, there)
        yield from self.refusals_of_zones(at.place, there)
        yield from self.refusals_of_hexside(at, there)

    @case("7.3.7-b", "7.3.7-c")
    def refusals_of_roer(self, here: str, there: str) -> Iterator[Refusal]:
        """US units never cross the Roer, German ones only along the two roads."""
        if not self.land.may_cross_roer(self.side, here, there):
            if self.side == US:
                yield Refusal(
                    "7.3.7-b", f"US units never cross the Roer, which lies between {here} and {there}"
                )
            else:
                yield Refusal("7.3.7-c", f"The Roer between {here} and {there} has no bridge")

    @case("5.4.1-b", "5.4.1-c")
    def refusals_of_zones(self, here: str, there: str) -> Iterator[Refusal]:
        """From one enemy zone of control to another only by infiltration, never into a hex with the enemy."""
        both = here in self.zone and there in self.zone
        if both and there not in occupied(self.state, self.enemy):
            yield Refusal("5.4.1-c", f"{here} and {there} are both in enemy zones of control: infiltrate")

    @case("7.3.7-a", "3.1.2-a")
    def refusals_of_hexside(self, at: Footing, there: str) -> Iterator[Refusal]:
        """Motorized units cross streams and dragon's teeth only from where they began the Action."""
        if at.moved and (kind := self._uses_up(at, there)):
            why = f"{self.names()} must begin the Action next to the {WORD_OF[kind]} at {there} to cross"
            yield Refusal(CASE_OF[kind], why)

    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        yield from self.land.refusals_outside(there)
        yield from self.refusals_of_enemy(there)
        yield from refusals_of_ban(self.state, self.side, there)

    @case("7.3.2-c")
    def refusals_of_enemy(self, there: str) -> Iterator[Refusal]:
        """No hex with an enemy unit is entered; a headquarters that is alone leaves before."""
        if there in occupied(self.state, self.enemy):
            alone = not fighters_at(self.state, there)
            leaves = "; the headquarters leaves when units move next to it: move by stages" if alone else ""
            yield Refusal("7.3.2-c", f"{self.land.name_of(there)} is occupied by the enemy{leaves}")

    @case("7.3.2-a")
    def refusals_to_single_step(self, there: str) -> Iterator[Refusal]:
        """One hex is always possible: not into the enemy, over prohibited terrain, or from zone to zone."""
        here = self.units[0].place
        if self.begun:
            yield Refusal("7.3.2-a", "Only the first hex may cost more than the allowance")
        yield from self.refusals_of_roer(here, there)
        yield from self.refusals_of_zones(here, there)
        yield from self.refusals_to_enter(there)

    @case("7.3.5")
    def refusal_of_distance(self, there: str, straight: Amount | None, open_cost: Amount | None) -> Refusal:
        """The way is too long; if it would not be with the increase, that is the reason."""
        if self.on_foot and not self.start().near:
            far = Unwatched(self.state, self.menu).find_arrivals()
            if there in far.best:
                cost = f"{mixed(far.cost_to(there))} of {points_in_words(self.budget())}"
                why = f"the way costs {cost}, but {INCREASE} of them are lost next to the enemy"
                return Refusal("7.3.5", f"{there}: {why}")
        return super().refusal_of_distance(there, straight, open_cost)

    def arrivals(self) -> Arrivals[Footing]:
        return arrivals(self.state, self.menu)

    def amount(self, cost: Amount) -> str:
        return points_in_words(cost)

    def summary(self, there: str) -> str:
        return f"{self.names()}: {mixed(self.arrivals().cost_to(there))} of {self.amount(self.budget())}"


class Unwatched(March):
    """The same march as if no enemy unit were near: what is too far only because the increase is lost."""

    @cached_property
    def beside_enemy(self) -> frozenset[str]:
        return frozenset()


def points_in_words(number: Amount) -> str:
    """`1 movement point`, `2½ movement points`."""
    return f"{mixed(number)} movement point{'' if number == 1 else 's'}"


@derived(Unit, Mark, Clock, ActionPoints)
def arrivals(state: State, menu: Selection) -> Arrivals[Footing]:
    """Where the units of a menu can go, remembered."""
    return March(state, menu).find_arrivals()
