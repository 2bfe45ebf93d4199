"""What a result does to one side: the first step as a retreat, losses, the compulsory retreat (7.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.combat.battle import battle, units_of
from engine.games.lebensraum.combat.retreat import (
    can_all_retreat,
    enemies_of,
    is_in_city,
    refusals_to_retreat,
    retreat,
    retreat_hexes,
)
from engine.games.lebensraum.markers.records import leave_markers
from engine.games.lebensraum.records import Unit
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.landing import back_to_england, landing_target
from engine.games.lebensraum.standard.cities import city_hexes
from engine.games.lebensraum.standard.steps import (
    REMOVE,
    eliminate,
    ladder,
    lose_one,
    worded,
)
from engine.mechanics.menu import Menu, order
from engine.mechanics.plural import counted
from engine.mechanics.step_ladder import FLIP, LOWER
from engine.mechanics.telling import tell
from engine.referee import Preview, Procedure, Refusal, State, Transaction, case

ABSORBED: Final = "absorbed"


@case("7.4-d", "7.4-e")
def suffer(tx: Transaction, side: str) -> None:
    """The result is carried out on one side; it must retreat if its indicated loss is the larger one."""
    now = battle(tx.state)
    ours, theirs = now.indicated if side == now.side else now.indicated[::-1]
    tx.push(Suffer(side=side, loss=ours, worse=ours > theirs))


class Suffer(Procedure):
    """The result of a combat for one side."""

    side: str
    loss: int
    worse: bool
    absorbed: bool = False

    title = "Combat result"

    def alive(self, state: State) -> list[Unit]:
        """The participants that are left."""
        return units_of(state, battle(state).keys(self.side))

    @case("7.4-b", "7.42-g")
    def offer_retreat(self, tx: Transaction) -> None:
        """The first step may be a retreat of all units instead, if they survive the others and all of them
        have a hex to go to."""
        units = self.alive(tx.state)
        survive = sum(unit.steps_left for unit in units) > self.loss - 1
        if self.loss and survive and can_all_retreat(tx.state, units, enemies_of(tx.state, self.side)):
            tx.push(AbsorbStep(self.side, self.loss))

    def resume(self, tx: Transaction, result: object) -> None:
        if result == ABSORBED:
            tx.replace(replace(self, absorbed=True))

    @case("7.4-a", "7.4-c", "7.4-f", "7.42-g", "7.41-a", "7.41-c")
    def lose(self, tx: Transaction) -> None:
        """Units that the result eliminates go in their hex, without a retreat; what is left over of the
        result lets the other side advance."""
        units = self.alive(tx.state)
        left, loss = sum(unit.steps_left for unit in units), self.loss - self.absorbed
        if 0 < loss < left:
            tx.push(TakeLosses(self.side, tuple(unit.key for unit in units), loss))
            lose_on(tx)
        if loss < left:
            return
        now = battle(tx.state)
        excess = self.loss - left
        attacks = self.side == now.side
        tx.put(replace(now, excess=(excess, now.excess[1]) if attacks else (now.excess[0], excess)))
        for unit in units:
            perish(tx, unit, "7.42-g")

    @case("7.4-b")
    def retreat_instead(self, tx: Transaction) -> None:
        if self.absorbed:
            begin_retreat(tx, RetreatUnits(self.side, self.waiting(tx.state), forced=False))

    @case("7.4-d", "7.4-e")
    def retreat_by_force(self, tx: Transaction) -> None:
        """The side with the larger loss retreats, one hex more than it has already."""
        if self.worse:
            begin_retreat(tx, RetreatUnits(self.side, self.waiting(tx.state), forced=True))

    def waiting(self, state: State) -> tuple[str, ...]:
        """The units that have to retreat."""
        return tuple(unit.key for unit in self.alive(state))

    steps = (
        lambda tx, frame: frame.offer_retreat(tx),
        lambda tx, frame: frame.lose(tx),
        lambda tx, frame: frame.retreat_instead(tx),
        lambda tx, frame: frame.retreat_by_force(tx),
    )


class AbsorbStep(Menu):
    """Is the first step taken as a loss, or do all units retreat instead?"""

    loss: int

    title = "Combat result"
    ruled_by = "7.4-b"
    otherwise = "the first step is a loss or a retreat of all units"

    def prompt(self, state: State) -> str:
        return f"{counted(self.loss, 'step')} to lose: does the first become a retreat of all units?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def subjects(self, state: State) -> Iterable[str]:
        return [unit.key for unit in units_of(state, battle(state).keys(self.side))]

    @order("give_ground", "none", "Retreat instead of the first step")
    def give_ground(self, tx: Transaction) -> None:
        tx.pop(ABSORBED)

    @order("stand", "none", "Take all steps as losses")
    def stand(self, tx: Transaction) -> None:
        tx.pop()


# losses


@case("7.4611-c", "12.2-c")
def perish(tx: Transaction, unit: Unit, ruled: str) -> None:
    """A unit is eliminated. With one that attacks from the sea the markers at its beach are lost."""
    beach = landing_target(tx.state, unit.key)
    eliminate(tx, unit, ruled)
    if beach:
        leave_markers(tx, unit, beach)


class TakeLosses(Menu):
    """Which unit loses the next step, and how?"""

    units: tuple[str, ...]
    left: int

    title = "Step losses"
    ruled_by = "7.4-c"
    otherwise = "the units that took part lose the steps"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return f"{counted(self.left, 'step')} to lose: which unit, and how?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def subjects(self, state: State) -> Iterable[str]:
        return [unit.key for unit in units_of(state, self.units)]

    def able(self, state: State, way: str) -> list[str]:
        """The units that can lose a step in this way."""
        return [unit.key for unit in units_of(state, self.units) if way in ladder(unit)]

    def take(self, tx: Transaction, unit: Unit, way: str) -> None:
        tx.replace(replace(self, left=self.left - 1))
        if way == REMOVE:
            perish(tx, unit, "7.41-c")
        else:
            lose_one(tx, unit.key, way, "7.41-a" if len(unit.classes) == 1 else "7.41-b")
        lose_on(tx)

    @order("flip", "unit", "Reduced side of")
    def flip(self, tx: Transaction, unit: Unit) -> None:
        self.take(tx, unit, FLIP)

    @flip.targets
    def to_flip(self, state: State) -> Iterable[str]:
        return self.able(state, FLIP)

    @flip.against
    @case("7.4-c", "7.41-b")
    def refusals_to_flip(self, state: State, unit: Unit) -> Iterator[Refusal]:
        yield from self.refusals_of_unit(unit)
        if unit.key in self.units and FLIP not in ladder(unit):
            yield Refusal("7.41-b", f"{unit.name} is on its reduced side already")

    @flip.shows
    def flipped(self, state: State, unit: Unit) -> Preview:
        return becomes(unit, FLIP)

    @order("lower", "unit", "One class lower:")
    def lower(self, tx: Transaction, unit: Unit) -> None:
        self.take(tx, unit, LOWER)

    @lower.targets
    def to_lower(self, state: State) -> Iterable[str]:
        return self.able(state, LOWER)

    @lower.against
    @case("7.4-c", "7.41-a", "7.41-b")
    def refusals_to_lower(self, state: State, unit: Unit) -> Iterator[Refusal]:
        yield from self.refusals_of_unit(unit)
        if unit.key in self.units and LOWER not in ladder(unit):
            yield Refusal("7.41-a" if len(unit.classes) == 1 else "7.41-b", f"{unit.name} has no lower class")

    @lower.shows
    def lowered(self, state: State, unit: Unit) -> Preview:
        return becomes(unit, LOWER)

    @order("remove", "unit", "Eliminate")
    def remove(self, tx: Transaction, unit: Unit) -> None:
        self.take(tx, unit, REMOVE)

    @remove.targets
    def to_remove(self, state: State) -> Iterable[str]:
        return self.able(state, REMOVE)

    @remove.against
    @case("7.4-c", "7.41-c")
    def refusals_to_remove(self, state: State, unit: Unit) -> Iterator[Refusal]:
        yield from self.refusals_of_unit(unit)
        if unit.key in self.units and REMOVE not in ladder(unit):
            yield Refusal("7.41-c", f"{unit.name} has {counted(unit.steps_left, 'step')} left")

    def refusals_of_unit(self, unit: Unit) -> Iterator[Refusal]:
        """Only units that took part lose steps."""
        if unit.key not in self.units:
            yield Refusal("7.4-c", f"{unit.name} took no part in the combat")


def becomes(unit: Unit, way: str) -> Preview:
    """What is left of a unit."""
    after = ladder(unit)[way]
    return Preview(f"{worded(unit)} becomes {worded(after)}" if after else "")


def lose_on(tx: Transaction) -> None:
    """Ask for the next step, take the only way, or end."""
    top = tx.state.frame
    assert isinstance(top, TakeLosses)
    if not top.left:
        tx.pop()
        return
    able = top.legal(tx.state)
    if len(able) == 1:
        top.apply(tx, able[0])


# retreats


class RetreatUnits(Menu):
    """Which unit retreats next, and where to? Asked only where there is a choice."""

    waiting: tuple[str, ...]
    forced: bool
    unit: str = ""

    title = "Retreat"
    ruled_by = "7.42-a"
    otherwise = "the units retreat one hex each"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        if not self.unit:
            return "Which unit retreats first?"
        stay = ", or does it stay in its city" if self.may_stay(state) else ""
        return f"Where does {state.get(Unit, self.unit).name} retreat to{stay}?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,) if self.unit else self.waiting

    @order("select", "unit", "Retreat of")
    def select(self, tx: Transaction, unit: Unit) -> None:
        tx.replace(replace(self, unit=unit.key))
        retreat_on(tx)

    @select.targets
    def to_select(self, state: State) -> Iterable[str]:
        return () if self.unit else self.waiting

    @order("retreat", "hex", "Retreat to")
    def retreat(self, tx: Transaction, there: str) -> None:
        go(tx, there)

    @retreat.targets
    def hexes(self, state: State) -> Iterable[str]:
        if not self.unit:
            return ()
        return retreat_hexes(state, state.get(Unit, self.unit), enemies_of(state, self.side))

    @retreat.against
    @case("7.42-a", "7.42-b")
    def refusals_to_retreat(self, state: State, there: str) -> Iterator[Refusal]:
        """Away from the enemy, and as near as possible to the nearest friendly city."""
        if not self.unit:
            return
        unit = state.get(Unit, self.unit)
        found = list(refusals_to_retreat(state, unit, enemies_of(state, self.side), there))
        yield from found
        if not found and there not in self.hexes(state):
            cities = " or ".join(ground(state).name_of(here) for here in city_hexes(state, unit))
            yield Refusal("7.42-a", f"{there} is farther from {cities}, the nearest city, than another hex")

    @order("stay", "none", "Stay in the city")
    def stay(self, tx: Transaction) -> None:
        waiting = tuple(key for key in self.waiting if key != self.unit)
        tx.replace(replace(self, waiting=waiting, unit=""))
        retreat_on(tx)

    @stay.against
    @case("7.42-d", "7.4-b")
    def refusals_to_stay(self, state: State) -> Iterator[Refusal]:
        """Only the compulsory retreat can be ignored, and only in a city."""
        if self.unit and not is_in_city(state, state.get(Unit, self.unit)):
            yield Refusal("7.42-d", f"{state.get(Unit, self.unit).name} is in no city and must retreat")
        elif not self.forced:
            yield Refusal("7.4-b", "this retreat takes the place of the first step")
        elif not self.unit:
            yield Refusal("7.42-d", "first say which unit")

    def may_stay(self, state: State) -> bool:
        """Is it in a city, and the retreat compulsory?"""
        return bool(self.unit) and next(self.refusals_to_stay(state), None) is None

    def resume(self, tx: Transaction, result: object) -> None:
        retreat_on(tx)


def begin_retreat(tx: Transaction, units: RetreatUnits) -> None:
    """Units of a side have to retreat."""
    tx.push(units)
    retreat_on(tx)


def go(tx: Transaction, there: str) -> None:
    """The selected unit retreats; then the others."""
    top = tx.state.frame
    assert isinstance(top, RetreatUnits)
    unit = tx.state.get(Unit, top.unit)
    following = replace(top, waiting=tuple(key for key in top.waiting if key != unit.key), unit="")
    tx.replace(following)
    retreat(tx, unit, there)
    if tx.state.frames and tx.state.frame is following:
        retreat_on(tx)


@case("7.42-c", "7.42-d")
def retreat_on(tx: Transaction) -> None:
    """Ask, take the only way, or end. A unit that cannot retreat is eliminated, unless it may stay."""
    top = tx.state.frame
    assert isinstance(top, RetreatUnits)
    if not top.unit and len(top.waiting) > 1:
        return
    if not top.waiting:
        tx.pop()
        return
    top = replace(top, unit=top.unit or top.waiting[0])
    tx.replace(top)
    if landing_target(tx.state, top.unit):
        leave_the_beach(tx, top)
        return
    hexes, may_stay = list(top.hexes(tx.state)), top.may_stay(tx.state)
    if not hexes:
        unit = tx.state.get(Unit, top.unit)
        tx.replace(replace(top, waiting=tuple(key for key in top.waiting if key != unit.key), unit=""))
        if not may_stay:
            tell(tx, "NoRetreat", f"{unit.name} cannot retreat", "7.42-c", unit=unit.key)
            eliminate(tx, unit, "7.42-c")
        retreat_on(tx)
    elif len(hexes) == 1 and not may_stay:
        go(tx, hexes[0])


@case("12.2-c")
def leave_the_beach(tx: Transaction, top: RetreatUnits) -> None:
    """A unit that has to retreat from its landing goes back to England; its air markers are lost."""
    unit, now = tx.state.get(Unit, top.unit), battle(tx.state)
    beach = landing_target(tx.state, unit.key)
    tx.replace(replace(top, waiting=tuple(key for key in top.waiting if key != unit.key), unit=""))
    tx.put(replace(now, retreated=(*now.retreated, unit.key)))
    back_to_england(tx, unit)
    leave_markers(tx, unit, beach)
    retreat_on(tx)


FRAMES: Final = (Suffer, AbsorbStep, TakeLosses, RetreatUnits)
