"""Which units of the active formation act next, and what they can do (7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from engine.games.crossing_the_line.actions import move_action, other_actions
from engine.games.crossing_the_line.actions.action_menu import UnitMenu, refusals_to_act
from engine.games.crossing_the_line.combat import attack
from engine.games.crossing_the_line.records import Unit, points_left
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Question
from engine.games.crossing_the_line.scenario.victory import settle_victory
from engine.games.crossing_the_line.standard.formations import headquarters, members
from engine.mechanics.menu import Order, end, order
from engine.mechanics.plural import counted
from engine.referee import Refusal, State, Transaction, case


class UnitOrders(UnitMenu):
    """What do the selected units do?"""

    shared: ClassVar[tuple[Order, ...]] = (
        *move_action.ORDERS,
        *attack.ORDERS,
        *other_actions.ORDERS,
    )


class ChooseAction(Question):
    """Which units of the formation act next? Asked again until its points are spent or its owner stops."""

    formation: str

    title = "Actions"
    ruled_by: ClassVar[str] = "7.2-a"

    def prompt(self, state: State) -> str:
        left = counted(points_left(state, self.side), "action point")
        return f"{ground(state).titles(self.formation)}: {left} left. Select units, or end"

    @order("select", "unit", "Select")
    @case("7.2-a")
    def select(self, tx: Transaction, unit: Unit) -> None:
        tx.push(UnitOrders(self.side, self.formation, (unit.key,)))

    @select.targets
    def own_units(self, state: State) -> Iterable[str]:
        hq = headquarters(state, self.formation)
        return [unit.key for unit in (*members(state, self.formation), *([hq] if hq else []))]

    @select.against
    def refusals_to_select(self, state: State, unit: Unit) -> Iterator[Refusal]:
        yield from refusals_to_act(state, self.side, self.formation, unit)
        if points_left(state, self.side) < 1:
            yield Refusal("6.3.4", "No action point is left")

    finish = end("end", "End the activation")

    @finish.reminds
    def points_unspent(self, state: State) -> Iterator[str]:
        """What is left is lost."""
        if left := points_left(state, self.side):
            yield f"{counted(left, 'action point')} will be lost"

    @case("9-c", "10.4-c")
    def resume(self, tx: Transaction, result: Any) -> None:
        """After each Action control and victory are looked at; without points the activation ends."""
        settle_victory(tx)
        if points_left(tx.state, self.side) < 1:
            tx.pop()


FRAMES: Final = (ChooseAction, UnitOrders)
