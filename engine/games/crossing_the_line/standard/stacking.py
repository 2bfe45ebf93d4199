"""Stacking limits, and what happens where they are broken (5.3.1, 5.3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.ban import refusals_of_ban
from engine.games.crossing_the_line.records import Formation, Unit, fighters_at, occupied, units_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Pick
from engine.games.crossing_the_line.standard.effectiveness import disrupt, eliminate, end_improved_defense
from engine.games.crossing_the_line.standard.hq_displacement import displace
from engine.games.crossing_the_line.standard.known import is_identified, put_in, show, tell_of
from engine.mechanics.menu import end
from engine.referee import Event, Procedure, Refusal, State, Transaction, case


@case("5.3.1-b")
def surplus(state: State, units: Iterable[Unit], viewer: str | None = None) -> int:
    """By how much combat units break the limits of a hex, all three limits added. A side that looks at the
    stack of the enemy counts all units, but only the types of those that it can identify."""
    limits, units = ground(state).charts.stacking, list(units)
    known = [unit for unit in units if is_identified(state, unit, viewer)]
    tanks = sum(unit.is_afv for unit in known)
    return (
        max(len(units) - limits.max_combat_units, 0)
        + max(len(known) - tanks - limits.max_infantry_type, 0)
        + max(tanks - limits.max_afv_type, 0)
    )


def is_overstacked(state: State, here: str) -> bool:
    """Are there too many combat units or headquarters in a hex?"""
    staffs = sum(unit.is_hq for unit in units_at(state, here))
    return surplus(state, fighters_at(state, here)) > 0 or staffs > ground(state).charts.stacking.max_hq


@case("5.3.1-a", "5.3.1-c", "5.3.1-d", "6.4.3-a")
def check_stacking(tx: Transaction, here: str) -> None:
    """After an Action or a retreat: all units of an overstacked hex are disrupted, headquarters that share it
    lose a support point, and the surplus is displaced."""
    if not is_overstacked(tx.state, here):
        return
    fighters, staffs = fighters_at(tx.state, here), [u for u in units_at(tx.state, here) if u.is_hq]
    name = ground(tx.state).name_of(here)
    tx.emit(Event("HexOverstacked", f"{name} is overstacked", "5.3.1-c", about=(("hex", here),)))
    owner = (*fighters, *staffs)[0].side
    if surplus(tx.state, fighters):
        show(tx, fighters)
        for unit in fighters:
            disrupt(tx, unit, "5.3.1-c")
    if len(staffs) > ground(tx.state).charts.stacking.max_hq:
        show(tx, staffs)
        for hq in staffs:
            one = tx.state.get(Formation, hq.formation)
            tx.put(replace(one, support=max(one.support - 1, 0)))
    tx.push(RelieveHex(owner, here))


@case("5.3.1-f", "5.3.3-a", "7.3.8")
def refusals_to_shift(state: State, unit: Unit, there: str, viewer: str) -> Iterator[Refusal]:
    """To a neighbouring hex without enemy units, not over the Roer; full hexes only if no other is open."""
    # INTERPRETATION (5.3.3-a): whoever displaces judges by what he can see whether a hex is full.
    name = ground(state).name_of(there)
    if outside := list(ground(state).refusals_outside(there)):
        yield from outside
        return
    if there not in ground(state).neighbors[unit.place]:
        yield Refusal("5.3.3-a", f"{name} is not adjacent to {unit.place}")
        return
    closed = list(refusals_of_passage(state, unit, there))
    yield from closed
    if not closed and is_full(state, unit, there, viewer) and has_room(state, unit, viewer):
        yield Refusal("5.3.3-a", f"{name} is full, and another hex is open")


@case("5.3.1-f", "5.3.1-g", "7.3.8")
def refusals_of_passage(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """A displaced unit does not enter hexes with enemy units or closed to its side, and does not cross the
    Roer where its side may not."""
    land = ground(state)
    if there in occupied(state, land.other(unit.side)):
        yield Refusal("5.3.1-f", f"{land.name_of(there)} is occupied by the enemy")
    if not land.may_cross_roer(unit.side, unit.place, there):
        yield Refusal("5.3.1-g", f"The Roer lies between {unit.place} and {there}")
    yield from refusals_of_ban(state, unit.side, there)


def is_full(state: State, unit: Unit, there: str, viewer: str) -> bool:
    """Would the unit overstack a hex, as far as somebody can see?"""
    return surplus(state, (*fighters_at(state, there), unit), viewer) > 0


def has_room(state: State, unit: Unit, viewer: str) -> bool:
    """Is there a neighbouring hex that the unit would not overstack?"""
    return any(not is_full(state, unit, there, viewer) for there in open_neighbors(state, unit))


def open_neighbors(state: State, unit: Unit) -> list[str]:
    """The hexes to which a unit could be displaced, full ones too."""
    near = ground(state).neighbors[unit.place]
    return [there for there in near if next(refusals_of_passage(state, unit, there), None) is None]


@case("5.3.1-b")
def relieving(state: State, here: str) -> list[Unit]:
    """The combat units of a hex whose leaving makes the surplus smaller."""
    fighters = fighters_at(state, here)
    now = surplus(state, fighters)
    return [
        unit
        for unit in fighters
        if now and surplus(state, (other for other in fighters if other is not unit)) < now
    ]


class RelieveHex(Procedure):
    """Units and headquarters are displaced, one at a time, until the limits hold."""

    side: str
    here: str

    title = "Overstacked"

    @case("5.3.1-e", "5.3.1-g", "5.3.1-i", "5.3.3-c")
    def run(self, tx: Transaction) -> None:
        """The opponent decides first; without room the owner eliminates a unit."""
        state = tx.state
        units = relieving(state, self.here)
        staffs = [unit for unit in units_at(state, self.here) if unit.is_hq]
        opponent = state.scenario.other(self.side)
        decides = self.side if ground(state).is_static(opponent) else opponent
        keys = tuple(unit.key for unit in units)
        if units and open_neighbors(state, units[0]):
            tx.push(DisplaceUnit(decides, keys, here=self.here, owner=self.side))
        elif units:
            tx.push(EliminateUnit(self.side, keys, here=self.here))
        elif len(staffs) > ground(state).charts.stacking.max_hq:
            tx.push(NameHq(decides, tuple(unit.key for unit in staffs), here=self.here, owner=self.side))
        else:
            tx.pop()


class PickSurplus(Pick, kw_only=True):
    """Which of the units that break the limits of a hex? All of them have been shown."""

    here: str

    @case("5.3.1-b")
    def refusals_to_pick(self, state: State, target: Unit) -> Iterator[Refusal]:
        """Only one whose leaving makes the surplus smaller."""
        if target.key not in self.among:
            yield Refusal("5.3.1-b", f"{target} is not one too many in {ground(state).name_of(self.here)}")

    def asks_across_the_table(self, state: State) -> bool:
        return True


class OpponentPicks(PickSurplus, kw_only=True):
    """The opponent may decide, or leave it to the owner."""

    owner: str

    leave = end("leave", "Leave it to the owner")

    @leave.against
    @case("5.3.1-e", "5.3.1-i")
    def refusals_to_leave_it(self, state: State) -> Iterator[Refusal]:
        """Only the opponent can leave it to the owner."""
        if self.side == self.owner:
            yield Refusal("5.3.1-e", "The owner has to decide")

    @leave.does
    def leave_it(self, tx: Transaction) -> None:
        tx.replace(replace(self, side=self.owner))


class DisplaceUnit(OpponentPicks, kw_only=True):
    """Which surplus unit is displaced?"""

    title = "Displacement"
    verb: ClassVar[str] = "displace"
    ruled_by: ClassVar[str] = "5.3.3-a"

    def prompt(self, state: State) -> str:
        name = ground(state).name_of(self.here)
        return f"{name} is overstacked: which unit is displaced?"

    def picked(self, tx: Transaction, target: Unit) -> None:
        tx.replace(ShiftUnit(self.side, unit=target.key))


class ShiftUnit(Pick, kw_only=True):
    """To which neighbouring hex?"""

    unit: str

    title = "Displacement"
    verb: ClassVar[str] = "shift"
    kind: ClassVar[str] = "hex"
    ruled_by: ClassVar[str] = "5.3.3-a"

    def prompt(self, state: State) -> str:
        return f"Where is {state.get(Unit, self.unit)} displaced to?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def asks_across_the_table(self, state: State) -> bool:
        """The owner knows which of his own hexes are full; the opponent goes by what everybody sees."""
        return state.get(Unit, self.unit).side != self.side

    def options(self, state: State) -> Iterable[str]:
        return sorted(open_neighbors(state, state.get(Unit, self.unit)))

    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        return refusals_to_shift(state, state.get(Unit, self.unit), target, self.side)

    @case("5.3.3-a", "5.3.3-b", "7.7-b")
    def picked(self, tx: Transaction, target: str) -> None:
        unit = tx.state.get(Unit, self.unit)
        end_improved_defense(tx, unit.place)
        end_improved_defense(tx, target)
        where = ground(tx.state).name_of(target)
        tell_of(tx, put_in(tx, unit, target), "UnitDisplaced", f"is displaced to {where}", "5.3.3-a")
        tx.pop()
        check_stacking(tx, target)


class EliminateUnit(PickSurplus, kw_only=True):
    """Nobody can be displaced: which unit does the owner eliminate?"""

    title = "No room"
    verb: ClassVar[str] = "eliminate"
    ruled_by: ClassVar[str] = "5.3.1-g"

    def prompt(self, state: State) -> str:
        return f"No unit in {ground(state).name_of(self.here)} can be displaced: which one is eliminated?"

    @case("5.3.1-g", "5.3.3-c")
    def picked(self, tx: Transaction, target: Unit) -> None:
        eliminate(tx, target, "5.3.1-g", "overstacked without room")
        tx.pop()


class NameHq(OpponentPicks, kw_only=True):
    """Which of two headquarters has to leave? Its owner then places it."""

    title = "Two headquarters"
    verb: ClassVar[str] = "send_away"
    ruled_by: ClassVar[str] = "5.3.1-i"

    def prompt(self, state: State) -> str:
        return f"Two headquarters share {ground(state).name_of(self.here)}: which one has to leave?"

    @case("5.3.1-d", "5.3.1-i")
    def picked(self, tx: Transaction, target: Unit) -> None:
        tx.pop()
        displace(tx, target, "5.3.1-d")


FRAMES: Final = (RelieveHex, DisplaceUnit, ShiftUnit, EliminateUnit, NameHq)
