"""The General Staff (11.6): in the capital or with a headquarters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from engine.games.lebensraum.records import MOVED, SEGMENT, STAFF, Leader, Unit, hqs, hqs_at, staff_with
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.combination import least_in_capital
from engine.mechanics.menu import Menu, order, way_out
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Frame, Refusal, State, Transaction, case

FREE_SEGMENTS = ("PhasingMovement", "ReserveMovement")
"""The decisions in which staff leaders of the deciding side may move (11.6-d)."""


@case("11.6-b")
def staff_of(state: State, side: str) -> tuple[Leader, ...]:
    """The leaders on the General Staff of a side. A Staff marker without a leader is none."""
    return tuple(one for one in state.all(Leader).values() if one.post == STAFF and one.side == side)


@case("11.6-a")
def in_capital(state: State, power: str) -> tuple[Leader, ...]:
    """The staff leaders of a power in its capital, by themselves or with a headquarters that stands there."""
    capital = ground(state).capital(power)
    found = (one for one in state.all(Leader).values() if one.post == STAFF and one.power == power)
    return tuple(one for one in found if not one.hq or state.get(Unit, one.hq).place == capital)


@case("11.6-a", "13.0-i")
def refusals_to_leave_capital(state: State, power: str, leaving: Collection[Leader]) -> Iterator[Refusal]:
    """Enough staff leaders of the power stay in the capital."""
    there = in_capital(state, power)
    left = [one for one in there if one not in leaving]
    needed = least_in_capital(state, power)
    if len(left) < min(len(there), needed):
        capital = ground(state).name_of(ground(state).capital(power))
        text = f"{counted(needed, 'staff leader')} must be in {capital}, and {len(left)} would be left"
        yield Refusal("11.6-a", text)
        if needed > 1:
            yield Refusal("13.0-i", "in the combination game two Axis staff leaders stay in Berlin")


@case("11.6-a", "11.6-d")
def refusals_to_move(state: State, side: str, leader: Leader) -> Iterator[Refusal]:
    """A staff leader of the side. One who has to stay in the capital may still join a headquarters there."""
    if leader.side != side or leader.post != STAFF:
        yield Refusal("11.6-d", f"{leader.name} is not on the General Staff of this side")
        return
    capital = ground(state).capital(leader.power)
    if not any(hq.power == leader.power and hq.key != leader.hq for hq in hqs_at(state, capital)):
        yield from refusals_to_leave_capital(state, leader.power, (leader,))


class MoveStaff(Menu):
    """Where does a leader of the General Staff go?"""

    leader: str

    ruled_by = "11.6-c"
    otherwise = "a staff leader goes to a friendly headquarters or to the capital"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return f"To which headquarters does {state.get(Leader, self.leader).name} go?"

    @order("place", "unit", "With")
    def place(self, tx: Transaction, unit: Unit) -> None:
        self.move_to(tx, unit.key, unit.name)

    @place.targets
    def headquarters(self, state: State) -> Iterable[str]:
        return [hq.key for hq in hqs(state, self.side)]

    @place.against
    @case("11.6-a", "11.6-c")
    def refusals_to_place(self, state: State, unit: Unit) -> Iterator[Refusal]:
        leader = state.get(Leader, self.leader)
        if not unit.is_hq or unit.power != leader.power or not unit.on_map:
            yield Refusal("11.6-c", f"{unit.name} is no headquarters of his power")
        elif unit.key == leader.hq:
            yield Refusal("11.6-c", f"{leader.name} is with {unit.name} already")
        elif unit.place != ground(state).capital(leader.power):
            yield from refusals_to_leave_capital(state, leader.power, (leader,))

    @order("capital", "none", "To the capital")
    def capital(self, tx: Transaction) -> None:
        leader = tx.state.get(Leader, self.leader)
        self.move_to(tx, "", ground(tx.state).name_of(ground(tx.state).capital(leader.power)))

    @capital.against
    def refusals_to_return(self, state: State) -> Iterator[Refusal]:
        leader = state.get(Leader, self.leader)
        if not leader.hq:
            yield Refusal("11.6-c", f"{leader.name} is in the capital already")

    cancel = way_out()

    def move_to(self, tx: Transaction, hq: str, name: str) -> None:
        """Free, and whatever the enemy does."""
        leader = tx.state.get(Leader, self.leader)
        tx.put(replace(leader, hq=hq))
        tx.mark(leader.key, MOVED, SEGMENT)
        tell(tx, "StaffMoved", f"{leader.name} goes to {name}", "11.6-d", marker=leader.key)
        tx.pop()


def return_staff(tx: Transaction, hq: str, ruled: str) -> None:
    """The staff leaders with a headquarters go back to the capital."""
    for leader in staff_with(tx.state, hq):
        tx.put(replace(leader, hq=""))
        tell(tx, "StaffMoved", f"{leader.name} returns to the capital", ruled, marker=leader.key)


@case("11.6-a", "11.6-e")
def leave_staff_behind(tx: Transaction, hq: Unit) -> None:
    """A headquarters moves: its staff leaders go with it only where they could move themselves, and only if
    enough others stay in the capital."""
    if not any(_is_free(frame) for frame in tx.state.frames):
        return_staff(tx, hq.key, "11.6-e")
    elif any(refusals_to_leave_capital(tx.state, hq.power, staff_with(tx.state, hq.key))):
        return_staff(tx, hq.key, "11.6-a")


def _is_free(frame: Frame) -> bool:
    return type(frame).__name__ in FREE_SEGMENTS
