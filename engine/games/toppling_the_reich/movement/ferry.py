"""Engineers ferry one unit, or themselves, over a Major River (10.4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from engine.catalogue.document import hexside
from engine.games.toppling_the_reich.movement.modes import (
    Mode,
    why_not_enter,
    why_they_stay,
)
from engine.games.toppling_the_reich.movement.rivers import MAJOR, between
from engine.games.toppling_the_reich.movement.stacking import refusals_to_stack
from engine.games.toppling_the_reich.movement.step_cost import hex_cost, unbridged
from engine.games.toppling_the_reich.movement.walk import (
    arrived,
    closed_to,
    group,
    has_begun,
    may_change_zones,
    points_left,
    stop_in_zone,
    walk,
    with_room,
)
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import GAME_TURN, Unit, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question, counted
from engine.referee import Action, Event, Preview, Refusal, State, Transaction, case, marked

BACK: Final = Action("back")
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


class Ferry(Mode):
    """Across a Major River beside an engineer."""

    verb = "ferry"
    words = "Ferry to"
    ruled_by = "10.4.2-a"

    def ends(self, state: State, keys: tuple[str, ...]) -> frozenset[str]:
        units = group(state, keys)
        if next(self.against(state, keys), None) is not None:
            return frozenset()
        unit = units[0]
        closed = closed_to(state, units)
        across = {
            there
            for there in unbridged(state, unit.place)
            if there not in closed and next(refusals_to_ferry(state, unit, there), None) is None
        }
        return with_room(state, units, across)

    def against(self, state: State, keys: tuple[str, ...]) -> Iterator[Refusal]:
        units = group(state, keys)
        if len(units) > 1:
            yield Refusal("10.4.2-a", f"an engineer ferries 1 unit, not {len(units)}")
        yield from why_they_stay(state, units)

    def why_not(self, state: State, keys: tuple[str, ...], there: str) -> Iterator[Refusal]:
        units = group(state, keys)
        yield from self.against(state, keys)
        yield from refusals_to_ferry(state, units[0], there)
        closed = list(why_not_enter(state, units, there))
        yield from closed
        if not closed and there != units[0].place:
            yield from refusals_to_stack(state, there, units)

    def go(self, tx: Transaction, keys: tuple[str, ...], there: str) -> None:
        unit = tx.state.get(Unit, keys[0])
        able = ferrymen(tx.state, unit, there)
        if len(able) > 1:
            tx.push(ChooseFerry(unit.side, unit.key, there))
        else:
            cross(tx, unit, there, able[0])

    def preview(self, state: State, keys: tuple[str, ...], there: str) -> Preview:
        unit = state.get(Unit, keys[0])
        able = " or ".join(engineer.name for engineer in ferrymen(state, unit, there))
        cost = min(ferry_cost(state, unit, there), points_left(state, unit))
        text = f"{unit}: {cost} of {counted(points_left(state, unit), 'movement point')}, ferry of {able}"
        return Preview(text, (unit.place, there), cost)


@case("10.4.2-a", "10.4.2-b")
def cross(tx: Transaction, unit: Unit, there: str, engineer: Unit) -> None:
    """The engineer takes its one unit of the turn, or itself, to the other bank."""
    tx.mark(engineer.key, FERRIED, GAME_TURN)
    left = max(points_left(tx.state, unit) - ferry_cost(tx.state, unit, there), 0)
    if engineer.key != unit.key:
        tx.emit(Event("UnitFerried", f"{engineer} ferries {unit}", "10.4.2-a"))
    walk(tx, (unit.key,), (unit.place, there), [left], "10.4.2-a")
    stop_in_zone(tx, (unit.key,))


class ChooseFerry(Question):
    """Which of the engineers at the river takes the unit across, and none other this turn?"""

    unit: str
    there: str

    title = "Ferry"
    words: ClassVar[Mapping[str, str]] = {"ferried_by": "Ferried by", "back": "Do not cross"}

    def able(self, state: State) -> list[Unit]:
        """The engineers to choose from."""
        return ferrymen(state, state.get(Unit, self.unit), self.there)

    def prompt(self, state: State) -> str:
        where = ground(state).name_of(self.there)
        return f"Which engineer ferries {state.get(Unit, self.unit)} to {where}?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.there,)

    def way_out(self, state: State) -> Action:
        return BACK

    def candidates(self, state: State) -> Iterable[Action]:
        for engineer in self.able(state):
            yield Action("ferried_by", "unit", engineer.key)
        yield BACK

    @case("10.4.2-a")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == BACK:
            return
        if action.verb != "ferried_by" or action.kind != "unit":
            yield Refusal("10.4.2-a", "name the engineer that ferries the unit")
        elif action.target not in {engineer.key for engineer in self.able(state)}:
            engineer = state.get(Unit, action.target)
            yield Refusal("10.4.2-a", f"{engineer} cannot ferry to {self.there} in this turn")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action != BACK:
            unit = tx.state.get(Unit, self.unit)
            cross(tx, unit, self.there, tx.state.get(Unit, action.target))
        tx.pop()


FRAMES = (ChooseFerry,)
