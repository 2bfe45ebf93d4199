"""Forming and dissolving corps in the Movement Segment and at set-up (12.1, 12.2, 15.4-b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.movement.walk import BEGAN
from engine.games.toppling_the_reich.records import Unit, forces, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units.corps import (
    CASES,
    NUMBERS,
    OPTIONS,
    DistributeLosses,
    composition,
    form,
    free_counters,
    kind_of,
    refusals_to_form,
    stand_apart_with_losses,
)
from engine.games.toppling_the_reich.supply.general_supply import allowance
from engine.mechanics import order, way_out
from engine.referee import Refusal, State, Transaction, case, marked


def may_form_any(state: State, side: str) -> bool:
    """Did the players agree on corps of this side?"""
    counters = free_counters(state, side)
    return any(ground(state).has_option(OPTIONS[kind_of(counter)]) for counter in counters)


@order("form", "hex", "Form a corps in")
def form_corps(menu: Question, tx: Transaction, here: str) -> None:
    """Exchange divisions that began the player-turn together for a corps."""
    tx.push(ChooseDivisions(menu.side, here))


@form_corps.targets
def hexes_with_divisions(menu: Question, state: State) -> list[str]:
    """Where the divisions of a side are, if it may form corps."""
    units = forces(state, menu.side) if may_form_any(state, menu.side) else ()
    return sorted({unit.place for unit in units if unit.size == "division"})


@form_corps.against
@case("12.1-a", "12.2-a", "12.1.1", "12.0")
def refusals_to_form_in(menu: Question, state: State, here: str) -> Iterator[Refusal]:
    """The players agreed on corps, and two divisions or more in the hex are fit for one."""
    if not may_form_any(state, menu.side):
        yield Refusal("12.0", "The players did not agree on corps, or all counters are in play")
        return
    able = [unit for unit in units_at(state, here) if unit.side == menu.side and is_fit(state, unit)]
    if len(able) < 2 or not any(unit.size == "division" for unit in able):
        yield Refusal("12.1-a", f"Too few full divisions that have not moved are in {here}")


@case("12.1-a", "13.2-c")
def refusals_as_part(state: State, unit: Unit) -> Iterator[Refusal]:
    """Only a full division or brigade in the open that has not moved becomes part of a corps."""
    if not unit.is_combat_unit or unit.size not in ("division", "brigade"):
        yield Refusal("12.1-a", f"{unit} is not a division or brigade")
    elif not unit.is_full:
        yield Refusal("12.1-a", f"{unit} is reduced")
    if unit.hidden:
        yield Refusal("13.2-c", f"{unit} is hidden and has to be revealed first")
    if marked(state, unit.key, marks.MOVED):
        yield Refusal("12.1-a", f"{unit} has moved in this player-turn")


def is_fit(state: State, unit: Unit) -> bool:
    """Could this unit be part of a corps at all?"""
    return next(refusals_as_part(state, unit), None) is None


class ChooseDivisions(Question):
    """Which units, and which counter stands for them?"""

    place: str
    chosen: tuple[str, ...] = ()
    at_set_up: bool = False

    title = "Form a corps"
    ruled_by = "12.1-a"
    otherwise = "Add a unit, or name the corps to form"

    def prompt(self, state: State) -> str:
        names = ", ".join(state.get(Unit, key).name for key in self.chosen) or "no units yet"
        return f"A corps in {ground(state).name_of(self.place)} of {names}: add units, then form it"

    cancel = way_out(words="Form no corps")

    @order("take", "unit", "Take")
    def take(self, tx: Transaction, unit: Unit) -> None:
        tx.replace(replace(self, chosen=(*self.chosen, unit.key)))

    @take.targets
    def fit_units(self, state: State) -> Iterable[str]:
        there = [unit for unit in units_at(state, self.place) if unit.key not in self.chosen]
        return [unit.key for unit in there if unit.side == self.side and is_fit(state, unit)]

    @take.against
    def refusals_to_take(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.key in self.chosen or unit.place != self.place:
            yield Refusal("12.1-a", f"{unit} cannot be part of a corps here")
        else:
            yield from refusals_as_part(state, unit)

    @order("found", "unit", "Form")
    def found(self, tx: Transaction, counter: Unit) -> None:
        form(tx, counter, [tx.state.get(Unit, key) for key in self.chosen])
        if not self.at_set_up:
            spend_half(tx, (counter.key,))
        tx.pop()

    @found.targets
    def counters(self, state: State) -> Iterable[str]:
        return [counter.key for counter in free_counters(state, self.side)]

    @found.against
    def refusals_to_found(self, state: State, counter: Unit) -> Iterator[Refusal]:
        kind = kind_of(counter)
        if counter in free_counters(state, self.side):
            yield from refusals_to_form(state, kind, [state.get(Unit, key) for key in self.chosen])
        elif counter.side == self.side and kind:
            why = f"{counter} is in play already, or another counter must be used first"
            yield Refusal(NUMBERS[kind], why)
        else:
            yield Refusal("12.1-a", f"{counter} cannot be part of a corps here")


@case("12.1-a", "12.1-c")
def spend_half(tx: Transaction, keys: Iterable[str]) -> None:
    """Forming and dissolving costs half the movement allowance."""
    for key in keys:
        unit = tx.state.get(Unit, key)
        tx.mark(key, marks.MP, marks.SEGMENT, value=str(allowance(tx.state, unit) // 2))
        tx.mark(key, BEGAN, marks.SEGMENT, value=unit.place)
        tx.mark(key, marks.MOVED, marks.PLAYER_TURN)


@order("dissolve", "unit", "Dissolve")
@case("12.1-c", "12.2-b")
def dissolve(menu: Question, tx: Transaction, corps: Unit) -> None:
    """Exchange a corps back for its constituents."""
    by = "12.1-c" if CASES[kind_of(corps)] != "12.2-a" else "12.2-b"
    units = stand_apart_with_losses(tx, corps, by)
    spend_half(tx, [unit.key for unit in units])


@dissolve.targets
def corps_on_map(menu: Question, state: State) -> list[str]:
    """The corps counters of a side."""
    return [unit.key for unit in forces(state, menu.side) if kind_of(unit)]


@dissolve.against
@case("12.1-c", "12.2-b", "7.7-a", "13.2-c")
def refusals_to_dissolve(menu: Question, state: State, corps: Unit) -> Iterator[Refusal]:
    """A corps formed in play that has not moved, is in the open and in no stalemate."""
    if corps.side != menu.side or not corps.on_map or not composition(state, corps):
        yield Refusal("12.1-c", f"{corps} is not a corps that was formed in play")
    elif marked(state, corps.key, marks.MOVED):
        yield Refusal("12.1-c", f"{corps} has moved in this player-turn")
    elif marked(state, corps.key, marks.STALEMATED):
        yield Refusal("7.7-a", f"{corps} is locked in a stalemate and cannot be exchanged")
    elif corps.hidden:
        yield Refusal("13.2-c", f"{corps} is hidden and has to be revealed first")


FRAMES = (ChooseDivisions, DistributeLosses)
