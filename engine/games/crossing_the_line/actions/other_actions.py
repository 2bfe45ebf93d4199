"""Refit (7.6), Improved Defense (7.7) and the relocation of headquarters (7.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.action_menu import Action, UnitMenu, pay, refusals_to_pay
from engine.games.crossing_the_line.records import Improved, Unit, fighters_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.command import command_state, in_command
from engine.games.crossing_the_line.standard.effectiveness import (
    CheckEffectiveness,
    end_improved_defense,
    passing,
)
from engine.games.crossing_the_line.standard.formations import formation_of
from engine.games.crossing_the_line.standard.hq_displacement import (
    MILD,
    pay_penalty,
    penalty,
    refusals_to_house,
    words_of,
)
from engine.games.crossing_the_line.standard.known import tell_of
from engine.games.crossing_the_line.standard.stack_order import on_top
from engine.mechanics.menu import Order
from engine.referee import Action as Deed
from engine.referee import Event, PossibleOutcome, Preview, Price, Refusal, State, Transaction, case


class Refit(Order):
    """A disrupted unit tries to recover."""

    verb = "refit"
    kind = "none"
    words = "Refit"

    def candidates(self, menu: UnitMenu, state: State) -> Iterable[Deed]:
        return (Deed(self.verb),)

    @case("7.1-refit", "7.6-a", "5.8.4-c", "7-c")
    def refusals(self, menu: UnitMenu, state: State, action: Deed) -> Iterator[Refusal]:
        """One disrupted unit that is in command."""
        units = menu.chosen(state)
        if len(units) != 1:
            yield Refusal("7.6-a", "One unit refits at a time")
        elif not units[0].disrupted:
            yield Refusal("7.6-a", f"{units[0]} is not disrupted")
        elif not in_command(state, units[0]):
            yield Refusal("7.1-refit", f"{units[0]} is {command_state(state, units[0])}, not in command")

    def apply(self, menu: UnitMenu, tx: Transaction, action: Deed) -> None:
        pay(tx, menu, ground(tx.state).charts.action_costs.refit)
        end_improved_defense(tx, menu.chosen(tx.state)[0].place)
        tx.replace(RefitAction(menu.side, menu.units[0]))

    def preview(self, menu: UnitMenu, state: State, action: Deed) -> Preview:
        unit = menu.chosen(state)[0]
        outcomes = passing((unit,)).outcomes(
            lambda passes, chance: PossibleOutcome("recovers" if passes else "nothing happens", chance)
        )
        return Preview(f"{unit} recovers on {unit.effectiveness} or less", outcomes=outcomes)


class RefitAction(Action):
    """The check of a refit."""

    side: str
    unit: str

    title = "Refit"

    def run(self, tx: Transaction) -> None:
        if self.at:
            tx.pop()
        else:
            tx.replace(replace(self, at=1))
            tx.push(CheckEffectiveness(self.side, (self.unit,), "7.6-a"))

    @case("7.6-a", "5.6.2-a")
    def resume(self, tx: Transaction, result: Any) -> None:
        """Passing turns the unit to its good side; failing has no effect."""
        if not result:
            unit = tx.state.get(Unit, self.unit)
            tx.put(replace(unit, disrupted=False))
            tell_of(tx, unit, "UnitRefitted", "has recovered", "7.6-a")


class Improve(Order):
    """All units of a hex go into Improved Defense."""

    verb = "improve"
    kind = "none"
    words = "Improved Defense"

    def candidates(self, menu: UnitMenu, state: State) -> Iterable[Deed]:
        return (Deed(self.verb),)

    @case("7.1-improved", "7.7-a", "7.7-d", "5.6.3-a", "7-b", "7.5.3-b")
    def refusals(self, menu: UnitMenu, state: State, action: Deed) -> Iterator[Refusal]:
        """Every combat unit of the hex belongs to the formation, is undisrupted and in command."""
        first = menu.chosen(state)[0]
        if first.is_hq:
            yield Refusal("3.3-b", f"{first} is a headquarters and has no Improved Defense")
            return
        for unit in fighters_at(state, first.place):
            if menu.among and unit.key not in menu.among:
                yield Refusal("7.5.3-b", f"{unit} in the hex may not use the bonus")
            elif formation_of(state, unit) != menu.formation:
                yield Refusal("7.7-d", f"{unit} in the hex belongs to another formation")
            elif unit.disrupted:
                yield Refusal("7.7-d", f"{unit} in the hex is disrupted")
            elif not in_command(state, unit):
                yield Refusal("7-b", f"{unit} is not in command")
        if state.find(Improved, first.place):
            yield Refusal("7.7-a", f"{first.place} is in Improved Defense already")

    @case("7.7-a")
    def apply(self, menu: UnitMenu, tx: Transaction, action: Deed) -> None:
        pay(tx, menu, ground(tx.state).charts.action_costs.improved_defense)
        here = menu.chosen(tx.state)[0].place
        tx.put(Improved(here, menu.side))
        text = f"{ground(tx.state).name_of(here)} is in Improved Defense"
        tx.emit(Event("DefenseImproved", text, "7.7-a", about=(("hex", here),)))
        tx.pop()


class Relocate(Order):
    """A headquarters goes to another town; beyond its limits it pays like a displaced one."""

    verb = "relocate"
    kind = "hex"
    words = "Relocate to"

    def candidates(self, menu: UnitMenu, state: State) -> Iterable[Deed]:
        unit = menu.chosen(state)[0]
        if not unit.is_hq:
            return ()
        land = ground(state)
        return [
            Deed(self.verb, self.kind, there)
            for there in sorted(land.playable)
            if land.row(there).hq_allowed and there != unit.place
        ]

    @case("7.4-a", "7.4-b", "3.3-c", "3.3-d")
    def refusals(self, menu: UnitMenu, state: State, action: Deed) -> Iterator[Refusal]:
        """A friendly town, city or industrial hex without another headquarters."""
        hq = menu.chosen(state)[0]
        if not hq.is_hq:
            yield Refusal("7.1-hq", f"{hq} is not a headquarters")
            return
        if action.target == hq.place:
            yield Refusal("7.4-a", f"{hq} is in {action.target} already")
        yield from refusals_to_house(state, hq, action.target)
        yield from refusals_to_pay(state, menu, self.cost(state, hq))

    @case("7-a", "3.3-a")
    def cost(self, state: State, hq: Unit) -> int:
        """The relocation points of the headquarters."""
        return ground(state).formations[hq.formation].relocation

    @case("7.4-a", "7.4-b")
    def apply(self, menu: UnitMenu, tx: Transaction, action: Deed) -> None:
        hq, there = menu.chosen(tx.state)[0], action.target
        pay(tx, menu, self.cost(tx.state, hq))
        lost = penalty(tx.state, hq, there)
        words = words_of(tx.state, hq.formation, lost)
        if lost != MILD:
            pay_penalty(tx, hq.formation, lost)
        tx.put(on_top(tx.state, replace(hq, place=there)))
        more, ruled = ("", "7.4-a") if lost == MILD else (f": {words}", "7.4-b")
        text = f"{hq} relocates to {ground(tx.state).name_of(there)}{more}"
        tx.emit(Event("HeadquartersRelocated", text, ruled, about=(("unit", hq.key), ("hex", there))))
        tx.pop()

    def preview(self, menu: UnitMenu, state: State, action: Deed) -> Preview:
        hq = menu.chosen(state)[0]
        lost, cost = penalty(state, hq, action.target), self.cost(state, hq)
        beyond = f"Beyond its limits: {words_of(state, hq.formation, lost)}"
        text = "Within its range by a free path" if lost == MILD else beyond
        return Preview(text, prices=(Price("action points", cost, "7-a"),))


ORDERS: Final[tuple[Order, ...]] = (Refit(), Improve(), Relocate())
FRAMES: Final = (RefitAction,)
