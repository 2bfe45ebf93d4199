"""Food (10.4): each point feeds ten units; those in excess are removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from engine.games.lebensraum.economy.totals import points
from engine.games.lebensraum.headquarters.supply import NEUTRAL_NATIONS
from engine.games.lebensraum.records import WESTERN, Unit, armies
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.steps import eliminate
from engine.mechanics.menu import Menu, order
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Alternating, Frame, Refusal, State, Transaction, case

FED: Final = 10


@case("10.4-b")
def eaters(state: State, power: str) -> list[Unit]:
    """The units of a power that eat: battle groups, too; neutral ones do not."""
    side = ground(state).powers.side_of(power)
    return [
        unit for unit in armies(state, side) if unit.power == power and unit.nation not in NEUTRAL_NATIONS
    ]


@case("10.4-a", "10.4-d")
def excess(state: State, power: str) -> int:
    """How many units cannot be fed; the western power is never hungry."""
    return 0 if power == WESTERN else max(0, len(eaters(state, power)) - FED * points(state, power, "food"))


def hungry(state: State, side: str) -> str:
    """The power of a side that has to remove units; empty if there is none."""
    return next((power for power in ground(state).powers.of(side) if excess(state, power)), "")


class Starve(Menu):
    """Which unit is removed because it cannot be fed?"""

    title = "Food"
    ruled_by = "4.1-a"
    otherwise = "@ is not possible while units starve"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        power = hungry(state, self.side)
        name = ground(state).powers.title_of(power)
        return f"{name} cannot feed {counted(excess(state, power), 'unit')}: which one is removed?"

    @order("starve", "unit", "Remove")
    def starve(self, tx: Transaction, unit: Unit) -> None:
        eliminate(tx, unit, "10.4-b")
        tx.pop()

    @starve.targets
    def own_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in eaters(state, hungry(state, self.side))]

    @starve.against
    @case("10.4-b")
    def refusals_to_starve(self, state: State, unit: Unit) -> Iterator[Refusal]:
        power = hungry(state, self.side)
        if unit not in eaters(state, power):
            yield Refusal("10.4-b", f"{unit.name} is not fed by the {ground(state).powers.title_of(power)}")


class FoodCheck(Alternating):
    """The sides remove units one at a time, the Axis first, until all can be fed (10.4-c)."""

    title = "Food"
    pass_is_final = True

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls(side=state.scenario.sides[0])

    @case("10.4-c")
    def ask(self, state: State, side: str) -> Menu | None:
        return Starve(side) if hungry(state, side) else None


@case("10.4-a")
def tell_food(tx: Transaction, frame: Frame) -> None:
    """Say how many units each power has and can feed."""
    powers = ground(tx.state).powers
    for power in powers:
        if power != WESTERN:
            fed = FED * points(tx.state, power, "food")
            units = counted(len(eaters(tx.state, power)), "unit")
            tell(tx, "FoodCounted", f"{powers.title_of(power)}: food for {fed}, {units} to feed", "10.4-a")
