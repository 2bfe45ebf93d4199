"""A Movement Action from its price to its end: checks, the march, reactions, infiltration (7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.action_menu import Action, UnitMenu, pay, price
from engine.games.crossing_the_line.actions.movement import March
from engine.games.crossing_the_line.ops.activation import Activation, acting
from engine.games.crossing_the_line.ops.reaction import DISPLACED, REACTS, ReactionWindow, reacting
from engine.games.crossing_the_line.records import ACTION, Unit, occupied, units_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.victory import settle_victory
from engine.games.crossing_the_line.standard.command import ISOLATED, command_state
from engine.games.crossing_the_line.standard.effectiveness import (
    CheckEffectiveness,
    disrupt,
    end_improved_defense,
)
from engine.games.crossing_the_line.standard.hq_displacement import displace
from engine.games.crossing_the_line.standard.known import known_zoc, march_to
from engine.games.crossing_the_line.standard.stacking import check_stacking
from engine.games.crossing_the_line.standard.zoc import zoc
from engine.mechanics import walk
from engine.mechanics.menu import Order
from engine.mechanics.movement import Go
from engine.referee import Action as Deed
from engine.referee import Preview, Refusal, State, Transaction, case


class Going(March):
    """The march of the units that a menu has selected."""

    def go(self, tx: Transaction, there: str) -> None:
        begin(tx, self.menu, self.path_to(there), "march")


def begin(tx: Transaction, menu: UnitMenu, path: tuple[str, ...], how: str) -> None:
    """Pay for a Movement Action and set out."""
    units = menu.chosen(tx.state)
    usual = ground(tx.state).charts.action_costs.movement
    pay(tx, menu, price(tx.state, units, usual))
    tx.replace(MovementAction(menu.side, menu.units, path, how))


class MovementAction(Action):
    """Isolated units check first; then the march or the infiltration; then stacking, then a reaction."""

    side: str
    units: tuple[str, ...]
    path: tuple[str, ...]
    how: str
    """march or infiltrate"""

    title = "Movement"

    def able(self, state: State) -> tuple[str, ...]:
        """Those that still take part: a unit that failed a check is disrupted and stays."""
        return tuple(key for key in self.units if not state.get(Unit, key).disrupted)

    @case("5.8.4-b", "5.6-a", "7.7-b")
    def check_isolated(self, tx: Transaction) -> None:
        """Each isolated unit must pass a check to take part."""
        end_improved_defense(tx, self.path[0])
        units = [tx.state.get(Unit, key) for key in self.units]
        cut_off = tuple(unit.key for unit in units if command_state(tx.state, unit, really=True) == ISOLATED)
        if cut_off:
            tx.push(CheckEffectiveness(self.side, cut_off, "5.8.4-b"))

    def go(self, tx: Transaction) -> None:
        if able := self.able(tx.state):
            tx.push(Marching(side=self.side, units=able, path=self.path, how=self.how))

    @case("5.3.1-a", "6.4.3-a", "7.7-b")
    def settle(self, tx: Transaction) -> None:
        """Stacking is checked where they end, before any reaction starts."""
        ends = {tx.state.get(Unit, key).place for key in self.units} - {self.path[0]}
        for here in sorted(here for here in ends if " " not in here):
            end_improved_defense(tx, here)
            check_stacking(tx, here)

    @case("6.4.2-b", "6.4.2-d", "6.4.3-a", "6.4.3-b")
    def react(self, tx: Transaction) -> None:
        """A formation that reacts now acts like in an activation of its own, once: a march inside it, such as
        that of a defender who has won, is not stopped by it."""
        formation = reacting(tx.state, self.side)
        if formation:
            other = tx.state.scenario.other(self.side)
            tx.unmark(other, REACTS)
            tx.push(Activation(other, formation, is_reaction=True))

    def resume(self, tx: Transaction, result: Any) -> None:
        if self.at == 1 and isinstance(result, str):
            for key in result.split():
                disrupt(tx, tx.state.get(Unit, key), "5.8.4-b", again_costs=False)

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
        if not units:
            return
        land = ground(tx.state)
        what = f"{'infiltrates' if self.how == 'infiltrate' else 'moves'} to {land.name_of(path[-1])}"
        top = max(units, key=lambda unit: unit.level)
        known = str(top) if len(units) == 1 else f"{top} with {len(units) - 1} more"
        names = ", ".join(map(str, units))
        walk.tell_move(tx, "7.3-a", names, what, (top.key,), path, (self.side,), known)


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

    @case("7.3.4-a")
    def refusals(self, menu: UnitMenu, state: State, action: Deed) -> Iterator[Refusal]:
        """Into an adjacent hex that may be entered, by units that may march."""
        march, there = Going(state, menu), action.target
        yield from march.refusals_to_set_out()
        if there not in infiltration_targets(state, menu.chosen(state)):
            why = f"{march.names()} must start in an enemy zone of control and go into an adjacent one"
            yield Refusal("7.3.4-a", why)
            return
        yield from march.refusals_of_roer(menu.chosen(state)[0].place, there)
        yield from march.refusals_to_enter(there)

    def apply(self, menu: UnitMenu, tx: Transaction, action: Deed) -> None:
        begin(tx, menu, (menu.chosen(tx.state)[0].place, action.target), "infiltrate")

    @case("7.3.4-a")
    def preview(self, menu: UnitMenu, state: State, action: Deed) -> Preview:
        ratings = ", ".join(f"{unit} {unit.effectiveness}" for unit in menu.chosen(state))
        return Preview(f"The whole allowance; each unit must pass its check ({ratings})")


class InfiltrationChecks(Action):
    """Each unit checks; one that fails is disrupted and stays."""

    side: str
    units: tuple[str, ...]

    scope = ""
    title = "Infiltration"

    def run(self, tx: Transaction) -> None:
        able = tuple(key for key in self.units if not tx.state.get(Unit, key).disrupted)
        if self.at or reacting(tx.state, self.side) or not able:
            tx.pop()
            return
        tx.replace(replace(self, at=1))
        tx.push(CheckEffectiveness(self.side, able, "7.3.4-a"))

    @case("7.3.4-a")
    def resume(self, tx: Transaction, result: Any) -> None:
        """Hear who failed; the window before it says nothing."""
        for key in str(result or "").split():
            disrupt(tx, tx.state.get(Unit, key), "7.3.4-a", again_costs=False)


MARCH: Final = Go("move", "Move to", lambda menu, state: Going(state, menu))
ORDERS: Final[tuple[Order, ...]] = (MARCH, Infiltrate())
FRAMES: Final = (MovementAction, Marching, InfiltrationChecks)
