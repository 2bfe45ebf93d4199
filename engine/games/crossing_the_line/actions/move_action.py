"""A Movement Action from its price to its end: checks, the march, reactions, infiltration (7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.action_menu import Action, UnitMenu, pay
from engine.games.crossing_the_line.actions.ban import refusals_of_ban
from engine.games.crossing_the_line.actions.isolation import UnitAction, taking_part
from engine.games.crossing_the_line.actions.movement import March, OnTheWay, movement_price
from engine.games.crossing_the_line.ops.activation import Activation, acting
from engine.games.crossing_the_line.ops.reaction import DISPLACED, REACTS, ReactionWindow, reacting
from engine.games.crossing_the_line.records import ACTION, Unit, occupied, units_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.victory import settle_victory
from engine.games.crossing_the_line.standard.effectiveness import (
    CheckEffectiveness,
    disrupt,
    end_improved_defense,
    passing,
)
from engine.games.crossing_the_line.standard.hq_displacement import displace
from engine.games.crossing_the_line.standard.known import known_zoc, march_to, together
from engine.games.crossing_the_line.standard.stacking import check_stacking
from engine.games.crossing_the_line.standard.zoc import zoc
from engine.mechanics import walk
from engine.mechanics.menu import Order, offer
from engine.mechanics.movement import Go
from engine.mechanics.odds import Chances, certain
from engine.mechanics.plural import counted
from engine.referee import Action as Deed
from engine.referee import Event, PossibleOutcome, Preview, Price, Refusal, State, Transaction, case
from engine.referee.modifier import Amount


class Going(March):
    """The march of the units that a menu has selected."""

    def preview(self, there: str) -> Preview:
        shown = super().preview(there)
        if isinstance(self.menu, UnitMenu):
            shown = replace(shown, prices=shown_price(self.menu, self.state), outcomes=self.who_sets_out())
        return shown

    @case("5.8.4-b")
    def who_sets_out(self) -> tuple[PossibleOutcome, ...]:
        """How many of the units are likely to move if isolated ones must pass a check first."""
        able = taking_part(self.state, self.units).map(len)
        return numbers(able, len(self.units)) if able != certain(len(self.units)) else ()

    @case("7.3-a", "7.3.5")
    def go(self, tx: Transaction, there: str) -> None:
        """Set out, or go on; what is left and whether they were near the enemy counts for the next stage."""
        path, found = self.path_to(there), self.arrivals()
        left = found.budget - found.cost_to(there)
        near = there in found.best and found.best[there].near
        if self.begun:
            tx.pop()
            action = tx.state.frame
            assert isinstance(action, MovementAction)
            action = replace(action, path=path, left=Fraction(left), near=near)
            tx.replace(action)
            action.go(tx)
        else:
            assert isinstance(self.menu, UnitMenu)
            begin(tx, self.menu, path, "march", left, near)


def numbers(able: Chances[int], most: int) -> tuple[PossibleOutcome, ...]:
    """The chance that each number of the units moves."""
    return able.outcomes(lambda n, chance: PossibleOutcome(f"{n} of {counted(most, 'unit')}", chance))


def shown_price(menu: UnitMenu, state: State) -> tuple[Price, ...]:
    """The action points of a Movement Action for its preview."""
    return (Price("action points", movement_price(state, menu), "7-a"),)


def begin(
    tx: Transaction, menu: UnitMenu, path: tuple[str, ...], how: str, left: Amount = 0, near: bool = False
) -> None:
    """Pay for a Movement Action and set out."""
    pay(tx, menu, movement_price(tx.state, menu))
    by_stages = menu.by_stages and how == "march"
    tx.replace(
        MovementAction(menu.side, menu.units, menu.formation, path, how, by_stages, Fraction(left), near)
    )


class MovementAction(UnitAction):
    """Isolated units check first; then the march or the infiltration; then stacking, then a reaction."""

    formation: str
    path: tuple[str, ...]
    how: str
    """march or infiltrate"""
    by_stages: bool = False
    left: Fraction = Fraction(0)
    """The movement points left at the end of the path."""
    near: bool = False
    """They will have been next to an enemy unit by then."""

    title = "Movement"

    def go(self, tx: Transaction) -> None:
        able = tuple(unit.key for unit in self.able(tx.state))
        tx.push(Marching(side=self.side, units=able, path=self.path, how=self.how))

    @case("7.3-a", "6.4.2-e", "6.4.3-a", "5.4.1-a")
    def go_on(self, tx: Transaction, came: str) -> None:
        """Units that move by stages go on, unless a reaction or a zone of control has stopped them."""
        enemy, arrived = ground(tx.state).other(self.side), came == self.path[-1]
        if reacting(tx.state, self.side):
            return
        able = self.able(tx.state)
        if came in zoc(tx.state, enemy) - known_zoc(tx.state, enemy) and (self.by_stages or not arrived):
            who, where = ", ".join(map(str, able)), ground(tx.state).name_of(came)
            text = f"{who} must stop in {where}, in an enemy zone of control that was not known"
            tx.emit(Event("MoveStopped", text, "5.4.1-a", (self.side,), about=(("hex", came),)))
        elif self.by_stages and arrived:
            keys = tuple(unit.key for unit in able)
            offer(tx, MoveOn(self.side, self.formation, keys, self.left, self.near))

    @case("5.3.1-a", "6.4.3-a", "7.7-b")
    def settle(self, tx: Transaction) -> None:
        """Stacking is checked where they end, before any reaction starts."""
        for here in sorted({tx.state.get(Unit, key).place for key in self.units}):
            end_improved_defense(tx, here)
            check_stacking(tx, here)

    @case("6.4.2-b", "6.4.2-d", "6.4.3-a", "6.4.3-b", "9-c")
    def react(self, tx: Transaction) -> None:
        """A formation that reacts now acts like in an activation of its own, once: a march inside it, such as
        that of a defender who has won, is not stopped by it. What displaced units have taken or left before
        changes hands first."""
        settle_victory(tx)
        formation = reacting(tx.state, self.side)
        if formation:
            other = tx.state.scenario.other(self.side)
            tx.unmark(other, REACTS)
            tx.push(Activation(other, formation, is_reaction=True))

    def resume(self, tx: Transaction, result: Any) -> None:
        if self.at == 2 and result is not None:
            self.go_on(tx, result)
        else:
            super().resume(tx, result)

    steps = (
        lambda tx, frame: frame.check_isolated(tx),
        lambda tx, frame: frame.go(tx),
        lambda tx, frame: frame.settle(tx),
        lambda tx, frame: frame.react(tx),
    )


class Marching(walk.Walk):
    """Hex by hex, with a window for the other side before a hex is left and after one is entered."""

    side: str
    units: tuple[str, ...]
    path: tuple[str, ...]
    how: str = "march"

    def movers(self, state: State) -> list[Unit]:
        """Those that still march together."""
        found = [state.get(Unit, key) for key in self.units]
        return [unit for unit in found if unit.place == self.path[self.at] and not unit.disrupted]

    @case("5.4.1-a", "6.4.3-a")
    def goes_on(self, state: State) -> bool:
        """A reaction stops them, and so does an enemy zone of control, also one that they did not know."""
        enemy = state.scenario.other(self.side)
        stopped = bool(self.at) and self.path[self.at] in zoc(state, enemy)
        return not stopped and not reacting(state, self.side) and bool(self.movers(state))

    @case("6.4.1-a", "6.4.1-d", "6.4.1-e", "6.4.3-d", "7.5.3-d")
    def open_window(self, tx: Transaction, here: str) -> None:
        """Only the Initiative side's movement in its own activation can be reacted to."""
        activation = acting(tx.state.frames)
        if activation is not None and not activation.is_reaction and activation.side == self.side:
            tx.push(ReactionWindow(tx.state.scenario.other(self.side), here))

    @case("6.4.1-a", "7.3.4-b")
    def before_step(self, tx: Transaction, here: str, there: str) -> None:
        """They declare that they leave; the checks of an infiltration come after this window."""
        if self.how == "infiltrate":
            tx.push(InfiltrationChecks(self.side, self.units))
        self.open_window(tx, here)

    def step(self, tx: Transaction, here: str, there: str) -> None:
        for unit in self.movers(tx.state):
            march_to(tx, unit, there)

    def movers_at(self, state: State, here: str) -> list[Unit]:
        """Those of them that stand in a hex."""
        return [unit for key in self.units if (unit := state.get(Unit, key)).place == here]

    @case("7.3.6-a", "7.3.6-b")
    def after_step(self, tx: Transaction, here: str, there: str) -> None:
        """Lone enemy headquarters next to them are displaced, then the other side may try to react."""
        settle_victory(tx)
        self.open_window(tx, there)
        enemy = tx.state.scenario.other(self.side)
        for beside in ground(tx.state).neighbors[there]:
            alone = units_at(tx.state, beside)
            if beside in occupied(tx.state, enemy) and len(alone) == 1 and alone[0].is_hq:
                tx.mark(alone[0].formation, DISPLACED, ACTION)
                displace(tx, alone[0], "7.3.6-a")

    @case("5.3.4-a")
    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        """Tell it: the enemy reads only of the top unit."""
        if len(path) < 2:
            return
        units = self.movers_at(tx.state, path[-1])
        land = ground(tx.state)
        what = f"{'infiltrates' if self.how == 'infiltrate' else 'moves'} to {land.name_of(path[-1])}"
        top = max(units, key=lambda unit: unit.level)
        names, known = together(units)
        ruled = "7.3.4-a" if self.how == "infiltrate" else "7.3-a"
        walk.tell_move(tx, ruled, names, what, (top.key,), path, (self.side,), known)


# Infiltration


@case("7.3.4-a", "5.4.1-c")
def infiltration_targets(state: State, units: Iterable[Unit]) -> list[str]:
    """The neighbours in an enemy zone of control, for units that start in one."""
    first = next(iter(units))
    zone = known_zoc(state, ground(state).other(first.side))
    if first.place not in zone:
        return []
    return [there for there in ground(state).neighbors[first.place] if there in zone]


class Infiltrate(Order):
    """From one enemy zone of control straight into another."""

    verb = "infiltrate"
    kind = "hex"
    words = "Infiltrate to"

    def candidates(self, menu: UnitMenu, state: State) -> Iterable[Deed]:
        return [
            Deed(self.verb, self.kind, there) for there in infiltration_targets(state, menu.chosen(state))
        ]

    @case("7.3.4-a", "7.3.2-c")
    def refusals(self, menu: UnitMenu, state: State, action: Deed) -> Iterator[Refusal]:
        """Into an adjacent hex that may be entered, by units that may march."""
        march, there = Going(state, menu), action.target
        yield from march.refusals_to_set_out()
        here = menu.chosen(state)[0].place
        if here not in march.zone:
            yield Refusal("7.3.4-a", f"{march.names()} must start in an enemy zone of control, unlike {here}")
            return
        if outside := list(march.land.refusals_outside(there)):
            yield from outside
            return
        if there not in infiltration_targets(state, menu.chosen(state)):
            why = f"{march.land.name_of(there)} is not an adjacent hex in an enemy zone of control"
            yield Refusal("7.3.4-a", why)
            return
        yield from march.refusals_of_roer(here, there)
        if there in occupied(state, march.enemy):
            yield Refusal("7.3.2-c", f"{march.land.name_of(there)} is occupied by the enemy")
        yield from refusals_of_ban(state, menu.side, there)

    def apply(self, menu: UnitMenu, tx: Transaction, action: Deed) -> None:
        begin(tx, menu, (menu.chosen(tx.state)[0].place, action.target), "infiltrate")

    @case("7.3.4-a", "5.8.4-b")
    def preview(self, menu: UnitMenu, state: State, action: Deed) -> Preview:
        units = menu.chosen(state)
        ratings = ", ".join(f"{unit} {unit.effectiveness}" for unit in units)
        return Preview(
            f"The whole allowance; each unit must pass its check ({ratings})",
            prices=shown_price(menu, state),
            outcomes=numbers(taking_part(state, units).then(passing), len(units)),
        )


class InfiltrationChecks(Action):
    """Each unit checks; one that fails is disrupted and stays."""

    side: str
    units: tuple[str, ...]

    scope = ""
    title = "Infiltration"

    def run(self, tx: Transaction) -> None:
        if self.at or reacting(tx.state, self.side):
            tx.pop()
            return
        tx.replace(replace(self, at=1))
        tx.push(CheckEffectiveness(self.side, self.units, "7.3.4-a"))

    @case("7.3.4-a")
    def resume(self, tx: Transaction, result: Any) -> None:
        """Hear who failed; the window before it says nothing."""
        for key in str(result or "").split():
            disrupt(tx, tx.state.get(Unit, key), "7.3.4-a")


class ByStages(Order):
    """The owner decides on the way where the units go on, after a failed reaction for example."""

    verb = "by_stages"
    kind = "none"
    words = "Move by stages"

    def candidates(self, menu: UnitMenu, state: State) -> Iterable[Deed]:
        return (Deed(self.verb),)

    @case("7.3-a")
    def refusals(self, menu: UnitMenu, state: State, action: Deed) -> Iterator[Refusal]:
        """For units that may move."""
        yield from Going(state, menu).refusals_to_set_out()
        if menu.by_stages:
            yield Refusal("7.3-a", f"{menu.unit_names(state)} moves by stages already")

    def apply(self, menu: UnitMenu, tx: Transaction, action: Deed) -> None:
        tx.replace(replace(menu, by_stages=True))

    def preview(self, menu: UnitMenu, state: State, action: Deed) -> Preview:
        return Preview("Move a part of the way for the same price, then decide where to go on")


MARCH: Final = Go("move", "Move to", lambda menu, state: Going(state, menu))
ORDERS: Final[tuple[Order, ...]] = (MARCH, ByStages(), Infiltrate())


class MoveOn(OnTheWay):
    """Where do the units go on to?"""

    shared: ClassVar[tuple[Order, ...]] = (MARCH,)


FRAMES: Final = (MovementAction, Marching, MoveOn, InfiltrationChecks)
