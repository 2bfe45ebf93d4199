"""The four movement segments of a player phase (5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from engine.games.lebensraum.combat.command import JUMPED
from engine.games.lebensraum.headquarters import staff
from engine.games.lebensraum.headquarters.reserves import in_reserve
from engine.games.lebensraum.markers import movement_orders as by_sea
from engine.games.lebensraum.movement import withdrawal
from engine.games.lebensraum.movement.groups import detach, merge_those_left, refusals_to_detach
from engine.games.lebensraum.movement.march import March
from engine.games.lebensraum.movement.marching import Marching
from engine.games.lebensraum.movement.points import accounts, points_left
from engine.games.lebensraum.records import MOVED, SEGMENT, Leader, Unit, board
from engine.games.lebensraum.reinforcements import stacking
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special import movement_orders as by_air
from engine.games.lebensraum.special.entry import refusals_to_act
from engine.games.lebensraum.special.landing import come_ashore
from engine.mechanics.menu import Menu, order, way_out
from engine.mechanics.movement import Go
from engine.mechanics.plural import counted
from engine.referee import Frame, Mark, Refusal, State, Transaction, case, marked


@case("5.1-b", "5.1-d", "11.3-c", "11.3-d")
def refusals_without_reserve(state: State, unit: Unit, ruled: str) -> Iterator[Refusal]:
    """Only what carries a Reserve marker moves in the enemy's phase."""
    if not in_reserve(state, unit.key):
        yield Refusal(ruled, f"{unit.name} is not in reserve")
        if ruled == "5.1-d":
            yield Refusal("11.3-d", "only what is still in reserve moves in this segment")


@case("5.1-c", "5.1-d")
def refusals_of_infantry(unit: Unit, ruled: str) -> Iterator[Refusal]:
    """Only tank units and headquarters move in the tank segments."""
    if not unit.is_tank and not unit.is_hq:
        yield Refusal(ruled, f"{unit.name} is infantry; only tank units and headquarters move now")


class MovementSegment(Menu):
    """A side moves units and headquarters, one after another."""

    title = "Movement"
    scope = SEGMENT
    ruled_by = "4.1-a"
    otherwise = "@ is not possible in a movement segment"
    records: ClassVar = {"unit": Unit, "marker": Leader}
    reserves_only: ClassVar[bool] = False
    tanks_only: ClassVar[bool] = False

    def prompt(self, state: State) -> str:
        powers = ground(state).powers
        left = ", ".join(f"{powers.title_of(one)} {points_left(state, one)}" for one in powers.of(self.side))
        return f"{self.title}: which unit moves? Movement points: {left}"

    def spends(self, state: State) -> Iterable[str]:
        return accounts(state, self.side)

    @order("select", "unit", "Move")
    def select(self, tx: Transaction, unit: Unit) -> None:
        tx.push(MoveUnit(self.side, unit.key))

    @select.targets
    def own_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in board.forces(state, self.side)]

    @select.against
    @case("5.1-a", "11.4-f")
    def refusals_to_select(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if marked(state, unit.key, MOVED):
            yield Refusal("5.1-a", f"{unit.name} has moved in this segment")
            if marked(state, unit.key, JUMPED) and not self.reserves_only:
                yield Refusal("11.4-f", f"the airborne assault was the whole movement of {unit.name}")
        yield from self.refusals_to_begin(state, unit)

    def refusals_to_begin(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Whether a unit has moved or not: it does not move in this segment."""
        if unit.side != self.side:
            yield Refusal("5.1-a", f"{unit.name} belongs to the other side")
        if not unit.on_map:
            yield Refusal("5.1-a", f"{unit.name} is not on the map")
        yield from refusals_to_act(state, unit)
        if self.reserves_only:
            yield from refusals_without_reserve(state, unit, "5.1-d" if self.tanks_only else "5.1-b")
        if self.tanks_only:
            yield from refusals_of_infantry(unit, "5.1-d" if self.reserves_only else "5.1-c")

    @order("leave", "unit", "Leave the map:")
    def leave(self, tx: Transaction, unit: Unit) -> None:
        withdrawal.walk_off(tx, unit)

    @leave.targets
    def leaving(self, state: State) -> Iterable[str]:
        own = board.forces(state, self.side)
        return [unit.key for unit in own if withdrawal.has_to_leave(state, unit)]

    @leave.against
    def refusals_to_leave(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """It may have come to the edge in this segment."""
        if not marked(state, unit.key, MOVED):
            yield from self.refusals_to_begin(state, unit)
        yield from withdrawal.refusals_to_walk_off(state, unit)

    @order("send_back", "unit", "Send back")
    def send_back(self, tx: Transaction, unit: Unit) -> None:
        stacking.send_back(tx, unit)

    @send_back.targets
    def surplus(self, state: State) -> Iterable[str]:
        return [unit.key for unit in stacking.surplus(state, self.side, self.reserves_only)]

    @send_back.against
    def refusals_to_send_back(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return stacking.refusals_to_send_back(state, self.side, unit, self.reserves_only)

    @order("end", "none", "End movement", ends=True)
    def end(self, tx: Transaction) -> None:
        merge_those_left(tx, self.side)
        stacking.settle_arrivals(tx, self.side)
        tx.pop()
        come_ashore(tx, ground(tx.state).other(self.side))

    @end.against
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        return stacking.refusals_to_end(state, self.side, self.reserves_only, self.tanks_only)


class WithStaff(MovementSegment):
    """Segments A and B, in which leaders of the General Staff may be moved, too (11.6-d)."""

    @order("staff", "marker", "Move staff leader")
    def staff(self, tx: Transaction, leader: Leader) -> None:
        tx.push(staff.MoveStaff(self.side, leader.key))

    @staff.targets
    def staff_leaders(self, state: State) -> Iterable[str]:
        return [one.key for one in staff.staff_of(state, self.side)]

    @staff.against
    def refusals_to_staff(self, state: State, leader: Leader) -> Iterator[Refusal]:
        return staff.refusals_to_move(state, self.side, leader)


class PhasingMovement(WithStaff):
    """Segment A: any unit and headquarters of the phasing player; battle groups are made first."""

    title = "Phasing movement"
    shared = (*by_air.ORDERS, *by_sea.ORDERS)

    @order("detach", "unit", "Make a battle group of")
    def detach(self, tx: Transaction, unit: Unit) -> None:
        detach(tx, unit)

    @detach.targets
    def armies(self, state: State) -> Iterable[str]:
        return self.own_units(state)

    @detach.against
    @case("5.7-a")
    def refusals_to_make_group(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Battle groups are made before anything moves, lands or is sent back, leaders of the Staff
        included."""
        if unit.side != self.side:
            yield Refusal("5.7-a", f"{unit.name} belongs to the other side")
        if any(mark.name == MOVED for mark in state.all(Mark).values()):
            yield Refusal("5.7-a", "battle groups are made before anything moves in the segment")
        yield from refusals_to_detach(state, unit)


class TankMovement(MovementSegment):
    """Segment E: tank units and headquarters of the phasing player."""

    title = "Tank movement"
    tanks_only = True


class ReserveMovement(WithStaff):
    """Segment B: units and headquarters of the non-phasing player in reserve."""

    title = "Reserve movement"
    reserves_only = True

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        menu = cls(state.scenario.other(parent.side))  # type: ignore[attr-defined]
        return menu if menu.is_open(state) else None


class ReserveTankMovement(MovementSegment):
    """Segment F: tank units and headquarters of the non-phasing player still in reserve."""

    title = "Reserve tank movement"
    reserves_only = True
    tanks_only = True

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        menu = cls(state.scenario.other(parent.side))  # type: ignore[attr-defined]
        return menu if menu.is_open(state) else None


class MoveUnit(Menu):
    """Where does this unit go?"""

    unit: str

    ruled_by = "5.1-a"
    otherwise = "@ is not possible while a unit is about to move"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        left = points_left(state, unit.power)
        rest = f"{counted(left, 'movement point')} {'is' if left == 1 else 'are'} left"
        return f"Where does {unit.name} move? {rest}"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def spends(self, state: State) -> Iterable[str]:
        return accounts(state, self.side)

    move = Go("move", "Move to", lambda menu, state: March(state, menu.unit), nearest_first=True)
    cancel = way_out()


FRAMES: Final = (
    PhasingMovement,
    ReserveMovement,
    TankMovement,
    ReserveTankMovement,
    MoveUnit,
    Marching,
    staff.MoveStaff,
)
