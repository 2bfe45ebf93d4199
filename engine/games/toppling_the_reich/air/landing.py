"""Drops on hexes without an enemy: the player picks where a unit lands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from engine.games.toppling_the_reich.air.actions import refusals_to_fly
from engine.games.toppling_the_reich.air.drops import (
    cost_of_drops,
    in_range,
    in_the_box,
    jump,
    land_at,
    refusals_to_jump,
    refusals_to_land_in_the_open,
)
from engine.games.toppling_the_reich.deception.discovery import discover, is_ambushed
from engine.games.toppling_the_reich.records import ALLIED, Unit
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units.heydte import (
    drop_heydte,
    refusals_of_heydte,
    refusals_of_place,
    waiting,
)
from engine.mechanics.plural import article
from engine.referee import Action, Refusal, State, Transaction, case

BACK = Action("back")


def jumpers(state: State, side: str) -> list[Unit]:
    """The units that could drop outside combat."""
    if side == ALLIED:
        return in_the_box(state)
    unit = waiting(state)
    return [unit] if unit is not None else []


@case("10.5-a", "11.8-a")
def refusals_to_start(state: State, side: str, unit: Unit, segment: str) -> Iterator[Refusal]:
    """Why a unit does not drop in this segment."""
    if unit.side != side:
        yield Refusal("10.5-a", f"{unit} is not {article(side)} {side.title()} unit")
    elif side == ALLIED:
        yield from refusals_to_jump(state, unit, ())
        yield from refusals_to_fly(state, side, cost_of_drops(state, [unit.key]), "11.8-a")
    else:
        yield from refusals_of_heydte(state, unit, segment)


class PickLanding(Question):
    """Where does the unit land?"""

    unit: str

    title = "Drop"
    words: ClassVar[Mapping[str, str]] = {"land": "Land in", "back": "Do not drop"}

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit)} drop?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def way_out(self, state: State) -> Action:
        return BACK

    def candidates(self, state: State) -> Iterable[Action]:
        for here in sorted(in_range(state, self.side)):
            yield Action("land", "hex", here)
        yield BACK

    @case("10.5-c", "16.4.7-c")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """A hex without an enemy, in range of a friendly unit."""
        if action == BACK:
            return
        if action.verb != "land" or action.kind != "hex":
            yield Refusal("10.5-c", "name the hex where it lands")
        elif self.side == ALLIED:
            yield from refusals_to_land_in_the_open(state, state.get(Unit, self.unit), action.target)
        else:
            yield from refusals_of_place(state, action.target)

    def apply(self, tx: Transaction, action: Action) -> None:
        unit = tx.state.get(Unit, self.unit)
        if action == BACK:
            tx.pop()
        elif self.side == ALLIED:
            drop_in_the_open(tx, unit, action.target)
            tx.pop()
        else:
            drop_heydte(tx, unit, action.target)


@case("10.5-f", "13.3-b")
def drop_in_the_open(tx: Transaction, unit: Unit, here: str) -> None:
    """Land the unit; over an unknown enemy unit it turns back, like a unit that would enter its hex."""
    if is_ambushed(tx.state, unit.side, here):
        discover(tx, unit.side, here)
    else:
        jump(tx, [unit], here)
        land_at(tx, unit, here)


FRAMES = (PickLanding,)
