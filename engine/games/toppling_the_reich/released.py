"""How reserves move that a Breakthrough has released (3.5.3-f, 8.0-c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from engine.games.toppling_the_reich.ground import ground
from engine.games.toppling_the_reich.movement import closed_hexes, may_move, points_left, walk, with_room
from engine.games.toppling_the_reich.question import Question, counted
from engine.games.toppling_the_reich.records import (
    SEGMENT,
    STOPPED,
    Unit,
    occupied,
)
from engine.games.toppling_the_reich.reserves import strip
from engine.games.toppling_the_reich.steps import exits
from engine.games.toppling_the_reich.zoc import zoc
from engine.hexes.paths import Reach, reach
from engine.lean_dataclass import dataclass
from engine.referee.action import Action
from engine.referee.preview import Preview
from engine.referee.refusal import Refusal, case
from engine.referee.state import State, derived
from engine.referee.transaction import Transaction

RESERVE: Final = "reserve"
"""The value of EXPLOITING for a released reserve."""
HALT: Final = Action("halt")


@case("3.5.3-f")
def stops(state: State, side: str, here: str) -> bool:
    """An enemy zone of control stops a reserve only where no friendly unit stands."""
    return here in zoc(state, ground(state).other(side)) and here not in occupied(state, side)


@derived()
@case("3.5.3-f")
def ways(state: State, key: str) -> Reach[str, int]:
    """Where a released reserve can go: terrain costs, no limit of range, no army group boundary."""
    unit = state.get(Unit, key)
    land, side = ground(state), unit.side
    inside = land.grid.hexes_in(strip(state, side, unit.place))
    open_hexes = frozenset(inside) - closed_hexes(state, side)
    table = exits(state, side)

    def around(here: str) -> list[tuple[str, int]]:
        return [way for way in table[here] if way[0] in open_hexes]

    def halts(here: str) -> bool:
        return here != unit.place and stops(state, side, here)

    return reach(unit.place, points_left(state, unit), around, halts)


@dataclass(frozen=True, slots=True)
class MoveReserve(Question):
    """Where does a released reserve go?"""

    unit: str

    title = "Released reserve"
    words: ClassVar[Mapping[str, str]] = {"move": "Move to", "halt": "Put down"}

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        where = ground(state).name_of(unit.place)
        left = counted(points_left(state, unit), "movement point")
        return f"{unit} in {where}, released to exploit: {left}. Where to?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def ends(self, state: State) -> frozenset[str]:
        """Hexes within reach where it may stop."""
        return with_room(state, [state.get(Unit, self.unit)], set(ways(state, self.unit).cost))

    def candidates(self, state: State) -> Iterable[Action]:
        for there in sorted(self.ends(state)):
            yield Action("move", "hex", there)
        yield HALT

    @case("3.5.3-f", "8.0-c")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """A hex it can pay for, on this side of the boundary, where there is room."""
        if action == HALT:
            return
        unit = state.get(Unit, self.unit)
        if action.verb != "move" or action.kind != "hex":
            yield Refusal("8.0-c", f"{unit} moves to a hex, or stays")
        elif action.target not in self.ends(state):
            where = ground(state).name_of(action.target)
            yield Refusal("3.5.3-f", f"{unit} cannot move to {where} as a released reserve")

    @case("3.5.3-f")
    def apply(self, tx: Transaction, action: Action) -> None:
        if action == HALT:
            tx.pop()
            return
        unit = tx.state.get(Unit, self.unit)
        found = ways(tx.state, self.unit)
        path = found.path_to(action.target)
        points = points_left(tx.state, unit)
        halts = stops(tx.state, unit.side, action.target)
        walk(tx, (unit.key,), path, [points - found.cost[here] for here in path[1:]], "8.0-c")
        if halts:
            tx.mark(unit.key, STOPPED, SEGMENT, value="3.2.1-a")
        if not may_move(tx.state, self.side, tx.state.get(Unit, unit.key)):
            tx.pop()

    def preview(self, state: State, action: Action) -> Preview:
        found = ways(state, self.unit)
        if action == HALT or action.target not in found:
            return Preview()
        return Preview("", found.path_to(action.target), found.cost[action.target])
