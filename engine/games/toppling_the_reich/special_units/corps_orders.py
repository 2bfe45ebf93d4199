"""Forming and dissolving corps in the Movement Segment and at set-up (12.1, 12.2, 15.4-b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.toppling_the_reich.movement.movement_orders import Order
from engine.games.toppling_the_reich.movement.walk import BEGAN
from engine.games.toppling_the_reich.records import (
    MOVED,
    MP,
    PLAYER_TURN,
    SEGMENT,
    STALEMATED,
    Unit,
    forces,
    units_at,
)
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
    stand_apart,
)
from engine.games.toppling_the_reich.supply.general_supply import allowance
from engine.referee import Action, Event, Refusal, State, Transaction, case, marked

CANCEL: Final = Action("cancel")


def may_form_any(state: State, side: str) -> bool:
    """Did the players agree on corps of this side?"""
    counters = free_counters(state, side)
    return any(ground(state).has_option(OPTIONS[kind_of(counter)]) for counter in counters)


class FormCorps(Order):
    """Exchange divisions that began the player-turn together for a corps."""

    verb = "form"
    kind = "hex"
    words = "Form a corps in"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        if may_form_any(state, side):
            for here in sorted({unit.place for unit in forces(state, side) if unit.size == "division"}):
                yield Action("form", "hex", here)

    @case("12.1-a", "12.2-a", "12.1.1", "12.0")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        if not may_form_any(state, side):
            yield Refusal("12.0", "The players did not agree on corps, or all counters are in play")
            return
        able = [u for u in units_at(state, action.target) if u.side == side and is_fit(state, u)]
        if len(able) < 2 or not any(unit.size == "division" for unit in able):
            yield Refusal("12.1-a", f"Too few full divisions that have not moved are in {action.target}")

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        tx.push(ChooseDivisions(side, action.target))


def is_fit(state: State, unit: Unit) -> bool:
    """Could this unit be part of a corps at all?"""
    return (
        unit.is_combat_unit
        and unit.size in ("division", "brigade")
        and unit.is_full
        and not unit.hidden
        and not marked(state, unit.key, MOVED)
    )


class ChooseDivisions(Question):
    """Which units, and which counter stands for them?"""

    place: str
    chosen: tuple[str, ...] = ()
    at_set_up: bool = False

    title = "Form a corps"
    words: ClassVar[Mapping[str, str]] = {
        "take": "Take",
        "found": "Form",
        "cancel": "Form no corps",
    }

    def prompt(self, state: State) -> str:
        names = ", ".join(state.get(Unit, key).name for key in self.chosen) or "no units yet"
        return f"A corps in {ground(state).name_of(self.place)} of {names}: add units, then form it"

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        yield CANCEL
        for unit in units_at(state, self.place):
            if unit.side == self.side and unit.key not in self.chosen and is_fit(state, unit):
                yield Action("take", "unit", unit.key)
        for counter in free_counters(state, self.side):
            yield Action("found", "unit", counter.key)

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == CANCEL:
            return
        unit = state.find(Unit, action.target) if action.kind == "unit" else None
        if unit is None:
            yield Refusal("12.1-a", "Add a unit, or name the corps to form")
        elif action.verb == "found" and unit in free_counters(state, self.side):
            yield from refusals_to_form(state, kind_of(unit), [state.get(Unit, k) for k in self.chosen])
        elif action.verb == "found" and unit.side == self.side and kind_of(unit):
            yield Refusal(
                NUMBERS[kind_of(unit)],
                f"{unit.name} is in play already, or another counter must be used first",
            )
        elif action.verb != "take" or unit.key in self.chosen or unit.place != self.place:
            yield Refusal("12.1-a", f"{unit.name} cannot be part of a corps here")
        elif not is_fit(state, unit):
            yield Refusal("12.1-a", f"{unit.name} is reduced, has moved, or is not a division or brigade")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "take":
            tx.replace(replace(self, chosen=(*self.chosen, action.target)))
            return
        if action.verb == "found":
            form(tx, tx.state.get(Unit, action.target), [tx.state.get(Unit, key) for key in self.chosen])
            if not self.at_set_up:
                spend_half(tx, (action.target,))
        tx.pop()


@case("12.1-a", "12.1-c")
def spend_half(tx: Transaction, keys: Iterable[str]) -> None:
    """Forming and dissolving costs half the movement allowance."""
    for key in keys:
        unit = tx.state.get(Unit, key)
        tx.mark(key, MP, SEGMENT, value=str(allowance(tx.state, unit) // 2))
        tx.mark(key, BEGAN, SEGMENT, value=unit.place)
        tx.mark(key, MOVED, PLAYER_TURN)


class DissolveCorps(Order):
    """Exchange a corps back for its constituents."""

    verb = "dissolve"
    words = "Dissolve"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        for unit in forces(state, side):
            if kind_of(unit):
                yield Action("dissolve", "unit", unit.key)

    @case("12.1-c", "12.2-b", "7.7-a")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        corps = state.find(Unit, action.target)
        if corps is None or corps.side != side or not corps.on_map or not composition(state, corps):
            yield Refusal("12.1-c", f"{action.target} is not a corps that was formed in play")
        elif marked(state, corps.key, MOVED):
            yield Refusal("12.1-c", f"{corps.name} has moved in this player-turn")
        elif marked(state, corps.key, STALEMATED):
            yield Refusal("7.7-a", f"{corps.name} is locked in a stalemate and cannot be exchanged")

    @case("12.1-c", "12.2-b")
    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        corps = tx.state.get(Unit, action.target)
        units = stand_apart(tx, corps)
        spend_half(tx, [unit.key for unit in units])
        names = ", ".join(unit.name for unit in units)
        by = "12.1-c" if CASES[kind_of(corps)] != "12.2-a" else "12.2-b"
        tx.emit(Event("CorpsDissolved", f"{corps.name} is dissolved into {names}", by))
        lost = corps.full_steps - corps.steps
        if lost:
            tx.push(DistributeLosses(side, tuple(unit.key for unit in units), lost))


FRAMES = (ChooseDivisions, DistributeLosses)
