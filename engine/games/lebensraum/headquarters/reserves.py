"""Reserves (11.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from engine.games.lebensraum.records import SEGMENT, Unit, board
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.zoc import zoc
from engine.mechanics.menu import Menu, end, order
from engine.mechanics.telling import tell
from engine.referee import Procedure, Refusal, State, Transaction, case, marked

RESERVE: Final = "reserve"


def in_reserve(state: State, key: str) -> bool:
    """Does a unit or headquarters carry a Reserve marker?"""
    return marked(state, key, RESERVE)


@case("11.3-e", "11.3-f", "11.3-g")
def end_reserve(tx: Transaction, key: str) -> None:
    """The Reserve marker comes off: the unit moves, fights, is transported, unmarked or gets replacements."""
    tx.unmark(key, RESERVE)


class DesignateReserves(Menu):
    """A side puts Reserve markers on and takes them off."""

    title = "Reserve designation"
    ruled_by = "4.1-a"
    otherwise = "@ is not possible while reserves are designated"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which units and headquarters are in reserve?"

    def own_units(self, state: State) -> Iterable[str]:
        """Whatever the side has on the map."""
        return [unit.key for unit in board.forces(state, self.side)]

    @order("reserve", "unit", "Put into reserve")
    def reserve(self, tx: Transaction, unit: Unit) -> None:
        tx.mark_until(unit.key, RESERVE, "")
        tell(tx, "ReserveMarked", f"{unit.name} is in reserve", "11.3-a", unit=unit.key)

    @reserve.targets
    def candidates_for_reserve(self, state: State) -> Iterable[str]:
        return self.own_units(state)

    @reserve.against
    @case("11.3-a")
    def refusals_to_reserve(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """A unit of the side outside enemy zones of control; a headquarters anywhere."""
        if unit.side != self.side:
            yield Refusal("11.3-a", f"{unit.name} belongs to the other side")
        if not unit.on_map:
            yield Refusal("11.3-a", f"{unit.name} is not on the map")
        if in_reserve(state, unit.key):
            yield Refusal("11.3-a", f"{unit.name} is in reserve already")
        if not unit.is_hq and unit.place in zoc(state, ground(state).other(self.side)):
            yield Refusal("11.3-a", f"{unit.name} is in an enemy zone of control in {unit.place}")

    @order("unmark", "unit", "Take out of reserve")
    def unmark(self, tx: Transaction, unit: Unit) -> None:
        end_reserve(tx, unit.key)
        tell(tx, "ReserveEnded", f"{unit.name} is no longer in reserve", "11.3-b", unit=unit.key)

    @unmark.targets
    def those_in_reserve(self, state: State) -> Iterable[str]:
        return [key for key in self.own_units(state) if in_reserve(state, key)]

    @unmark.against
    @case("11.3-b")
    def refusals_to_unmark(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.side != self.side or not in_reserve(state, unit.key):
            yield Refusal("11.3-b", f"{unit.name} is no reserve of this side")

    end = end("end", "End designation")


class ReserveSegment(Procedure):
    """Segment 3.B: the Axis first, then the Allies."""

    title = "Reserves"
    scope = SEGMENT
    steps = (
        lambda tx, frame: tx.push(DesignateReserves(tx.state.scenario.sides[0])),
        lambda tx, frame: tx.push(DesignateReserves(tx.state.scenario.sides[1])),
    )


FRAMES: Final = (ReserveSegment, DesignateReserves)
