"""Drops on hexes without an enemy: the player picks where a unit lands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
from engine.mechanics import article, order, way_out
from engine.referee import Refusal, State, Transaction, case


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
    ruled_by = "10.5-c"
    otherwise = "name the hex where it lands"

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit)} drop?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    @order("land", "hex", "Land in")
    def land(self, tx: Transaction, here: str) -> None:
        unit = tx.state.get(Unit, self.unit)
        if self.side == ALLIED:
            drop_in_the_open(tx, unit, here)
            tx.pop()
        else:
            drop_heydte(tx, unit, here)

    @land.targets
    def hexes_in_range(self, state: State) -> Iterable[str]:
        return sorted(in_range(state, self.side))

    @land.against
    @case("10.5-c", "16.4.7-c")
    def refusals_of_hex(self, state: State, here: str) -> Iterator[Refusal]:
        """A hex without an enemy, in range of a friendly unit."""
        if self.side == ALLIED:
            yield from refusals_to_land_in_the_open(state, state.get(Unit, self.unit), here)
        else:
            yield from refusals_of_place(state, here)

    back = way_out("back", "Do not drop")


@case("10.5-f", "13.3-b")
def drop_in_the_open(tx: Transaction, unit: Unit, here: str) -> None:
    """Land the unit; over an unknown enemy unit it turns back, like a unit that would enter its hex."""
    if is_ambushed(tx.state, unit.side, here):
        discover(tx, unit.side, here)
    else:
        jump(tx, [unit], here)
        land_at(tx, unit, here)


FRAMES = (PickLanding,)
