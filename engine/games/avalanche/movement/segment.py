"""Movement of a player turn: allowances, normal and strategic movement, then infiltration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from engine.games.avalanche.general.stacking import excess
from engine.games.avalanche.general.terrain import WORDS
from engine.games.avalanche.movement import infiltration, offmap, sea
from engine.games.avalanche.movement.allowance import (
    allowance,
    points_left,
    points_of,
    settle_allowances,
)
from engine.games.avalanche.movement.breakdown import break_down, refusals_to_break_down
from engine.games.avalanche.movement.guns import change_side, refusals_to_change
from engine.games.avalanche.movement.infiltration import Infiltration
from engine.games.avalanche.movement.march import March, StrategicMarch
from engine.games.avalanche.movement.marching import Marching
from engine.games.avalanche.movement.offmap import LeaveMap, come_back
from engine.games.avalanche.movement.sea import Carry, Sail
from engine.games.avalanche.movement.together import Together
from engine.games.avalanche.records import SEGMENT, Unit, forces, ground_stacks, names
from engine.mechanics.menu import Menu, end, order, way_out
from engine.mechanics.movement import Go
from engine.mechanics.plural import counted
from engine.referee import Choice, Frame, Preview, Procedure, Refusal, State, Transaction, case


def settle(tx: Transaction, segment: MovementSegment) -> None:
    """Units come back from off the map, then all allowances are worked out."""
    if not segment.only:
        come_back(tx, segment.side)
    settle_allowances(tx, segment.side)


class MovementSegment(Procedure):
    """`only` are the units that may move; empty for all."""

    side: str
    only: tuple[str, ...] = ()

    title = "Movement"
    scope = SEGMENT


@case("predawn.german-activation")
def takes_part(unit: Unit, only: tuple[str, ...]) -> bool:
    """May it move now? On turn 1 only units of the activated hex, and the companies of a battalion of it."""
    return not only or unit.key in only or unit.parent in only


@case("predawn.german-activation")
def refusals_of_activation(unit: Unit, side: str, only: tuple[str, ...]) -> Iterator[Refusal]:
    """Why a unit of the side that moves has to wait."""
    if unit.side == side and not takes_part(unit, only):
        text = f"{unit.name} did not begin the turn in the hex that is activated"
        yield Refusal("predawn.german-activation", text)


class MoveOrders(Menu):
    """Which unit moves, breaks down, is carried or sails?"""

    only: tuple[str, ...] = ()

    ruled_by = "ma.order"
    otherwise = "@ is not possible: only units of this side on the map move, and ships sail"
    records: ClassVar = {"unit": Unit}

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        assert isinstance(parent, MovementSegment)
        return cls(parent.side, parent.only)

    def prompt(self, state: State) -> str:
        return "Which unit moves?"

    @order("select", "unit", "Move")
    def select(self, tx: Transaction, unit: Unit) -> None:
        tx.push(MoveUnits(self.side, (unit.key,), self.only))

    @select.shows
    @case("ma.order")
    def show_allowance(self, state: State, unit: Unit) -> Preview:
        """How its allowance was worked out; only the number where something in it has changed since then."""
        found, settled = allowance(state, unit), points_of(state, unit)
        reasons = found.reasons if found.points == settled else ()
        return Preview(f"{unit.name}: {counted(settled, 'movement point')}", modifiers=reasons)

    @select.targets
    def own_units(self, state: State) -> Iterable[str]:
        there = forces(state, self.side)
        return [unit.key for unit in there if takes_part(unit, self.only) and not unit.is_ship]

    @select.against
    @case("ma.order")
    def refusals_to_select(self, state: State, unit: Unit) -> Iterator[Refusal]:
        yield from refusals_of_activation(unit, self.side, self.only)
        yield from March(state, (unit.key,)).refusals_of_unit(unit)

    @order("break_down", "unit", "Break down")
    def break_down(self, tx: Transaction, unit: Unit) -> None:
        break_down(tx, unit)

    @break_down.targets
    def battalions(self, state: State) -> Iterable[str]:
        return [key for key in self.own_units(state) if state.get(Unit, key).is_battalion]

    @break_down.against
    def refusals_to_break_down(self, state: State, unit: Unit) -> Iterator[Refusal]:
        yield from refusals_of_activation(unit, self.side, self.only)
        yield from refusals_to_break_down(state, unit)

    shared = (Sail(), Carry())

    end = end("end", "End movement")

    @end.reminds
    def too_many(self, state: State) -> Iterator[str]:
        for here in sorted(ground_stacks(state, self.side)):
            if over := excess(state, here, self.side):
                yield f"{here} holds {counted(over, 'unit')} too many: the enemy will remove as many"


class MoveUnits(Together):
    """Where do the selected units go?"""

    only: tuple[str, ...] = ()

    title = "Move"
    ruled_by = "ma.order"
    otherwise = "@ is not possible: only units of one hex go together"

    def prompt(self, state: State) -> str:
        left = min(points_left(state, unit) for unit in self.chosen(state))
        return f"{names(self.chosen(state))}: where to? {counted(left, 'movement point')} left"

    go = Go("move", "Move to", lambda menu, state: Normal(state, menu.units))
    march = Go("march", "Strategic move to", lambda menu, state: Strategic(state, menu.units))

    @case("ma.order", "predawn.german-activation")
    def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Units move together if they pay the same costs; on turn 1 only those of the activated hex."""
        first = state.get(Unit, self.units[0])
        yield from refusals_of_activation(unit, self.side, self.only)
        if unit.cls != first.cls:
            classes = f"{unit.name} is a {WORDS[unit.cls]} unit, {first.name} a {WORDS[first.cls]} one"
            yield Refusal("ma.order", f"{classes}: they do not move together")
        yield from March(state, (unit.key,)).refusals_of_unit(unit)

    @order("limber", "none", "Limber")
    def limber(self, tx: Transaction) -> None:
        change_side(tx, self.units[0])

    @limber.against
    def refusals_to_limber(self, state: State) -> Iterator[Refusal]:
        return refusals_to_change(state, self.chosen(state), limbers=True)

    @order("unlimber", "none", "Unlimber")
    def unlimber(self, tx: Transaction) -> None:
        change_side(tx, self.units[0])

    @unlimber.against
    def refusals_to_unlimber(self, state: State) -> Iterator[Refusal]:
        return refusals_to_change(state, self.chosen(state), limbers=False)

    leave = LeaveMap()

    done = way_out("done", "Back")


class Normal(March):
    """Normal movement from the menu."""

    def go(self, tx: Transaction, there: str) -> None:
        set_out(tx, self, there, "move")


class Strategic(StrategicMarch):
    """Strategic movement from the menu."""

    def go(self, tx: Transaction, there: str) -> None:
        set_out(tx, self, there, "march")


def set_out(tx: Transaction, march: March, there: str, how: str) -> None:
    """The units go along the cheapest path."""
    cost = march.price(there)
    frame = tx.state.frame
    assert isinstance(frame, Choice)
    tx.replace(Marching(side=frame.side, units=march.movers, path=march.path_to(there), cost=cost, how=how))


MovementSegment.steps = (settle, MoveOrders, Infiltration)

FRAMES: Final = (
    MovementSegment,
    MoveOrders,
    MoveUnits,
    Marching,
    *infiltration.FRAMES,
    *offmap.FRAMES,
    *sea.FRAMES,
)
