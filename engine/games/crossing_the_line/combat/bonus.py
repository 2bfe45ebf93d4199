"""The bonus action point of a Battle Victory (7.5.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from engine.games.crossing_the_line.actions.action_menu import CANCELLED
from engine.games.crossing_the_line.actions.choose_action import UnitOrders
from engine.games.crossing_the_line.records import Unit
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Question
from engine.games.crossing_the_line.standard.command import in_command
from engine.games.crossing_the_line.standard.formations import formation_of
from engine.mechanics.menu import end, order
from engine.referee import State, Transaction, case


@case("7.5.3-b", "5.8.1")
def entitled(state: State, keys: Iterable[str]) -> tuple[str, ...]:
    """The units of the combat that may use the bonus: those in command."""
    units = [state.get(Unit, key) for key in keys]
    return tuple(unit.key for unit in units if unit.on_map and in_command(state, unit))


def offer_bonus(tx: Transaction, side: str, keys: tuple[str, ...], is_defender: bool) -> None:
    """Ask the winner, if any of its units may use the point."""
    among = entitled(tx.state, keys)
    if among:
        tx.push(UseBonus(side, among, is_defender))


class UseBonus(Question):
    """Which units use the bonus action point? At once or never."""

    among: tuple[str, ...]
    is_defender: bool

    title = "Bonus"
    ruled_by: ClassVar[str] = "7.5.3-b"
    otherwise: ClassVar[str] = (
        "Only units that fought and are in command use the bonus, not those that supported"
    )

    def prompt(self, state: State) -> str:
        return f"{ground(state).title_of(self.side)} has won: which units use the bonus action point?"

    @order("select", "unit", "Select")
    def select(self, tx: Transaction, unit: Unit) -> None:
        formation = formation_of(tx.state, unit)
        points = ground(tx.state).charts.action_costs.bonus_ap
        orders = UnitOrders(
            self.side, formation, (unit.key,), bonus=points, among=self.among, is_defender=self.is_defender
        )
        tx.push(orders)

    @select.targets
    @case("7.5.3-b", "7.5.3-d")
    def units_of_the_combat(self, state: State) -> Iterable[str]:
        return self.among

    decline = end("decline", "Do not use it")

    def resume(self, tx: Transaction, result: object) -> None:
        """The bonus is for one Action; a selection that was withdrawn does not use it."""
        if result != CANCELLED:
            tx.pop()


FRAMES: Final = (UseBonus,)
