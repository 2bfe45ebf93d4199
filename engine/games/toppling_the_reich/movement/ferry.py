"""Engineers ferry one unit, or themselves, over a Major River (10.4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.catalogue.document import hexside
from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.movement.normal_move import may_change_zones
from engine.games.toppling_the_reich.movement.rivers import MAJOR, between
from engine.games.toppling_the_reich.movement.step_cost import hex_cost, unbridged
from engine.games.toppling_the_reich.movement.unit_movement import OneStep
from engine.games.toppling_the_reich.movement.walk import Walk, arrived, has_begun, points_left
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import Unit, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import counted, order, tell, way_out
from engine.referee import Preview, Refusal, State, Transaction, case, marked

FERRIED: Final = "ferried"
"""game turn; an engineer that has taken its one unit across"""


@case("10.4.2-a", "10.4.2-b")
def ferrymen(state: State, unit: Unit, there: str) -> list[Unit]:
    """The engineers on either bank that can take a unit across; one of them may be the unit itself."""
    return [
        engineer
        for bank in (unit.place, there)
        for engineer in units_at(state, bank)
        if engineer.is_engineer
        and engineer.side == unit.side
        and not marked(state, engineer.key, FERRIED)
        and not has_begun(state, engineer)
        and not arrived(state, engineer)
    ]


@case("10.4.2-a")
def ferry_cost(state: State, unit: Unit, there: str) -> int:
    """The crossing and the terrain of the hex entered."""
    return ground(state).charts.tec_hexsides.ferry_mp + hex_cost(state, unit.side, there)


@case("10.4.2-a")
def refusals_to_ferry(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """One unit smaller than a corps that began the segment at the hexside, as its engineer did."""
    land = ground(state)
    if unit.is_corps:
        yield Refusal("10.4.2-a", f"{unit} is a corps and cannot be ferried")
    if has_begun(state, unit) or arrived(state, unit):
        yield Refusal("10.4.2-a", f"{unit} did not begin the segment at the river, or has moved")
    if there not in land.grid.adjacency[unit.place] or between(state, unit.place, there) != MAJOR:
        yield Refusal("10.4.2-a", f"no Major River without a bridge is between {unit.place} and {there}")
    elif not ferrymen(state, unit, there):
        side = hexside(unit.place, there)
        yield Refusal("10.4.2-a", f"no engineer that can still ferry began the segment at {side}")
    zone = zoc(state, land.other(unit.side))
    if unit.place in zone and there in zone and not may_change_zones(state, [unit], there):
        yield Refusal("3.2.1-c", f"{unit.place} and {there} are both in enemy zones of control")


class Ferry(OneStep):
    """Across a Major River beside an engineer."""

    ruled_by = "10.4.2-a"
    single_step = "10.4.2-a"

    def __init__(self, state: State, movers: tuple[str, ...]) -> None:
        super().__init__(state, movers)
        self.unit = self.units[0]

    @case("10.4.2-a")
    def refusals_to_set_out(self) -> Iterator[Refusal]:
        """One unit alone."""
        if len(self.units) > 1:
            yield Refusal("10.4.2-a", f"an engineer ferries 1 unit, not {len(self.units)}")
        yield from super().refusals_to_set_out()

    def neighbors(self, here: str) -> Iterable[str]:
        return unbridged(self.state, here)

    def refusals_to_single_step(self, there: str) -> Iterator[Refusal]:
        yield from refusals_to_ferry(self.state, self.unit, there)
        closed = list(self.refusals_to_enter(there))
        yield from closed
        if not closed and there != self.here:
            yield from self.refusals_to_end(there)

    def preview(self, there: str) -> Preview:
        able = " or ".join(engineer.name for engineer in ferrymen(self.state, self.unit, there))
        points = self.budget()
        cost = min(ferry_cost(self.state, self.unit, there), points)
        text = f"{self.unit}: {cost} of {counted(points, 'movement point')}, ferry of {able}"
        return Preview(text, (self.here, there), cost)

    def go(self, tx: Transaction, there: str) -> None:
        able = ferrymen(tx.state, self.unit, there)
        if len(able) > 1:
            tx.push(ChooseFerry(self.side, self.unit.key, there))
        else:
            cross(tx, self.unit, there, able[0])


@case("10.4.2-a", "10.4.2-b")
def cross(tx: Transaction, unit: Unit, there: str, engineer: Unit) -> None:
    """The engineer takes its one unit of the turn, or itself, to the other bank."""
    tx.mark(engineer.key, FERRIED, marks.GAME_TURN)
    left = max(points_left(tx.state, unit) - ferry_cost(tx.state, unit, there), 0)
    if engineer.key != unit.key:
        tell(tx, "UnitFerried", f"{engineer} ferries {unit}", "10.4.2-a")
    tx.push(Walk((unit.key,), (left,), "10.4.2-a", path=(unit.place, there)))


class ChooseFerry(Question):
    """Which of the engineers at the river takes the unit across, and none other this turn?"""

    unit: str
    there: str

    title = "Ferry"
    ruled_by = "10.4.2-a"
    otherwise = "name the engineer that ferries the unit"

    def prompt(self, state: State) -> str:
        where = ground(state).name_of(self.there)
        return f"Which engineer ferries {state.get(Unit, self.unit)} to {where}?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.there,)

    @order("ferried_by", "unit", "Ferried by")
    def ferried_by(self, tx: Transaction, engineer: Unit) -> None:
        tx.pop()
        cross(tx, tx.state.get(Unit, self.unit), self.there, engineer)

    @ferried_by.targets
    def engineers(self, state: State) -> list[str]:
        return [unit.key for unit in ferrymen(state, state.get(Unit, self.unit), self.there)]

    @ferried_by.against
    @case("10.4.2-a")
    def refusals_of_engineer(self, state: State, engineer: Unit) -> Iterator[Refusal]:
        if engineer.key not in self.engineers(state):
            yield Refusal("10.4.2-a", f"{engineer} cannot ferry to {self.there} in this turn")

    back = way_out("back", "Do not cross")


FRAMES = (ChooseFerry,)
