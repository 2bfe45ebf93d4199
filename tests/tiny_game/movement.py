"""2. Movement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from engine.mechanics import Go, Menu, Movement, Stacking, Walk, end, order, tell_move, way_out
from engine.referee import Modifier, Refusal, State, Transaction, case, derived, marked
from tests.tiny_game.records import Held, Unit, board, ground

COSTS = {"clear": 1, "woods": 2, "hill": 2}
LIMIT = 2


@derived(Unit)
@case("2.3")
def zoc(state: State, side: str) -> frozenset[str]:
    """All hexes beside the units of a side."""
    grid = ground(state).grid
    return frozenset(there for here in board.occupied(state, side) for there in grid.neighbors(here))


@case("2.5")
def refusals_to_share(state: State, here: str, stack: Sequence[Unit]) -> Iterator[Refusal]:
    if len(stack) > LIMIT:
        yield Refusal("2.5", f"{here} would hold {len(stack)} units, and {LIMIT} is the limit")


STACKING = Stacking(board.units_at, refusals_to_share)


class March(Movement[str]):
    ruled_by = "2.1"

    def __init__(self, state: State, key: str) -> None:
        super().__init__(state, (key,))
        self.unit = state.get(Unit, key)
        self.enemy = state.scenario.other(self.unit.side)

    def start(self) -> str:
        return self.unit.place

    def budget(self) -> int:
        return self.unit.points

    def names(self) -> str:
        return self.unit.name

    def neighbors(self, here: str) -> Iterable[str]:
        return ground(self.state).grid.neighbors(here)

    @case("2.1")
    def charges(self, at: str, there: str) -> Iterable[Modifier]:
        terrain = ground(self.state).terrain(there)
        return (Modifier("2.1", terrain, COSTS[terrain]),)

    @case("2.2")
    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        if there in board.occupied(self.state, self.enemy):
            yield Refusal("2.2", f"{there} is held by the enemy")

    @case("2.3")
    def refusals_to_leave(self, at: str) -> Iterator[Refusal]:
        if at != self.unit.place and at in zoc(self.state, self.enemy):
            yield Refusal("2.3", f"{self.unit.name} must stop in {at}, beside the enemy")

    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        return STACKING.refusals(self.state, there, (self.unit,))

    def go(self, tx: Transaction, there: str) -> None:
        tx.replace(Marching(self.unit.key, self.path_to(there)))


class Marching(Walk):
    unit: str
    path: tuple[str, ...]

    def step(self, tx: Transaction, here: str, there: str) -> None:
        place(tx, tx.state.get(Unit, self.unit), there)

    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        unit = tx.state.get(Unit, self.unit)
        tx.mark(unit.key, "moved", "segment")
        tell_move(tx, "2.1", unit.name, f"moves to {path[-1]}", (unit.key,), path)


def place(tx: Transaction, unit: Unit, there: str) -> None:
    tx.put(replace(unit, place=there))
    tx.put(Held(there, unit.side))


class MoveUnit(Menu):
    unit: str

    title = "Move"
    ruled_by = "2.1"
    move = Go("move", "Move to", lambda menu, state: March(state, menu.unit))
    cancel = way_out()

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit).name} go?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)


class MovementSegment(Menu):
    title = "Movement"
    scope = "segment"
    ruled_by = "2.4"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which unit moves?"

    @order("select", "unit", "Move")
    def select(self, tx: Transaction, unit: Unit) -> None:
        tx.push(MoveUnit(self.side, unit.key))

    @select.targets
    def own_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in board.forces(state, self.side)]

    @select.against
    @case("2.4")
    def refusals_to_select(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if marked(state, unit.key, "moved"):
            yield Refusal("2.4", f"{unit.name} has moved in this segment")

    end = end("end", "End movement")
