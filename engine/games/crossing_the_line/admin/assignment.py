"""The Assignment Segment: independents and exchanged units (5.5, 8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.records import (
    DUE,
    GERMAN,
    US,
    Clock,
    Unit,
    combat_units,
    units_at,
)
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Pick, Question
from engine.games.crossing_the_line.scenario.victory import settle_victory
from engine.games.crossing_the_line.standard.command import ISOLATED, command_state, in_command, path_lengths
from engine.games.crossing_the_line.standard.formations import formation_of, formations_of, is_independent
from engine.mechanics.menu import end, order, way_out
from engine.mechanics.places import box
from engine.referee import Due, Event, Frame, Procedure, Refusal, State, Transaction, case, marked, side_of

EXCHANGES: Final = {("1ID", "3AD"): "5.5.1-c", ("30ID", "2AD"): "5.5.1-d"}
"""An infantry and an armored division that lend each other units, and the case that says so."""
MOST_INFANTRY: Final = 3
MOST_TANKS: Final = 2
RELEASED: Final = "released"
"""game turn, on a unit whose formation has just been withdrawn"""


def arriving(state: State, side: str) -> list[Unit]:
    """The independents that are due this turn or were delayed."""
    turn = state.one(Clock).turn
    found = []
    for unit in units_at(state, box(DUE, side)):
        due = state.find(Due, unit.key)
        if due is not None and due.turn <= turn and is_independent(state, unit):
            found.append(unit)
    return found


@case("5.5.2-a", "5.5.2-b", "5.5.2-c", "5.5.2-e", "8.2", "8.5.2-c")
def refusals_to_assign(state: State, unit: Unit, formation: str) -> Iterator[Refusal]:
    """An independent that is undisrupted and in command of the old and the new headquarters; US ones stay
    within their corps; arriving ones, and those whose division has just withdrawn, need no range."""
    land = ground(state)
    name = land.titles(formation)
    if formation_of(state, unit) == formation:
        yield Refusal("5.5.2-b", f"{unit} belongs to {name} already")
    if unit.side == US and land.formations[formation].corps != unit.formation:
        yield Refusal("5.5.2-c", f"{name} does not belong to {unit.formation} Corps as {unit} does")
    if not unit.on_map:
        return
    if unit.disrupted:
        yield Refusal("5.5.2-a", f"{unit} is disrupted")
    if not in_command(state, unit, formation) and not marked(state, unit.key, RELEASED):
        yield Refusal("5.5.2-a", f"{unit} is not in command range of {name}")
    old = formation_of(state, unit)
    if old and not in_command(state, unit, old):
        yield Refusal("5.5.2-b", f"{unit} is not in command range of {land.titles(old)}")


@case("5.5.1-c", "5.5.1-d")
def refusals_to_lend(state: State, unit: Unit, formation: str) -> Iterator[Refusal]:
    """The two US corps exchange up to three battalions of one regiment for up to two tank battalions."""
    land = ground(state)
    for (infantry, armored), by in EXCHANGES.items():
        if {unit.formation, formation} != {infantry, armored}:
            continue
        away = [u for u in combat_units(state, US) if u.formation == unit.formation and u.assigned]
        if unit.formation == infantry:
            if unit.type != "inf":
                yield Refusal(by, f"{unit} is not an infantry battalion")
            if len(away) >= MOST_INFANTRY:
                yield Refusal(by, f"{MOST_INFANTRY} battalions of {land.titles(infantry)} are lent already")
            if any(other.regiment != unit.regiment for other in away):
                yield Refusal(by, f"{unit} is not of the regiment that is lent already")
        elif unit.type != "tank":
            yield Refusal(by, f"{unit} is not a tank battalion")
        elif len(away) >= MOST_TANKS:
            yield Refusal(by, f"{MOST_TANKS} tank battalions of {land.titles(armored)} are lent already")
        if unit.disrupted:
            yield Refusal("5.5.2-a", f"{unit} is disrupted")
        for key in (unit.formation, formation):
            if not in_command(state, unit, key):
                yield Refusal("5.5.2-b", f"{unit} is not in command range of {land.titles(key)}")
        return
    yield Refusal("5.5.1-a", f"{unit} belongs to {land.titles(unit.formation)} for good")


@case("5.5.1-e")
def refusals_to_attach(state: State, unit: Unit, formation: str) -> Iterator[Refusal]:
    """A German unit that is isolated from its division may be attached to one in whose range it is."""
    if command_state(state, unit, unit.formation) != ISOLATED:
        yield Refusal("5.5.1-e", f"{unit} is not isolated from {ground(state).titles(unit.formation)}")
    if unit.disrupted:
        yield Refusal("5.5.2-a", f"{unit} is disrupted")
    if not in_command(state, unit, formation):
        yield Refusal("5.5.1-e", f"{unit} is not in command range of {ground(state).titles(formation)}")


@case("5.5.1-c", "5.5.1-d", "5.5.2-a", "5.5.2-b")
def refusals_to_change(state: State, unit: Unit, formation: str) -> Iterator[Refusal]:
    """Every reason against giving a unit to a formation, or back to its own division."""
    if unit.assigned and formation == unit.formation:
        if unit.disrupted:
            yield Refusal("5.5.2-a", f"{unit} is disrupted")
        if not in_command(state, unit, formation) or not in_command(state, unit, unit.assigned):
            yield Refusal("5.5.2-b", f"{unit} is not in command range of both headquarters")
    elif is_independent(state, unit):
        yield from refusals_to_assign(state, unit, formation)
    elif unit.side == GERMAN:
        yield from refusals_to_attach(state, unit, formation)
    else:
        yield from refusals_to_lend(state, unit, formation)


def choices(state: State, unit: Unit) -> list[str]:
    """The formations that a unit may be given to."""
    return [
        one.key
        for one in formations_of(state, unit.side)
        if one.key != formation_of(state, unit)
        and next(refusals_to_change(state, unit, one.key), None) is None
    ]


@case("5.5.1-e")
def return_attached(tx: Transaction, frame: Frame) -> None:
    """German divisional units go back as soon as any command path to their own headquarters exists."""
    for unit in combat_units(tx.state, GERMAN):
        is_attached = unit.assigned and not is_independent(tx.state, unit)
        if is_attached and unit.place in path_lengths(tx.state, unit.formation, really=True):
            tx.put(replace(unit, assigned=""))
            tx.emit(Event("UnitReturned", f"{unit} returns to its division", "5.5.1-e", (GERMAN,)))


class AssignUnits(Question):
    """Which unit is given to another formation? In secret, until the side is done."""

    only: tuple[str, ...] = ()
    """After a withdrawal: the units that it has set free; no others are assigned then."""

    title = "Assignment"
    ruled_by: ClassVar[str] = "5.5.2-a"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Nobody is asked who has no choice."""
        side = side_of(parent)
        asked = cls(side)
        return asked if any(asked.changeable(state)) else None

    def is_secret(self, state: State) -> bool:
        return True

    def prompt(self, state: State) -> str:
        waiting = [unit for unit in arriving(state, self.side) if not unit.assigned]
        more = f"; to be assigned: {', '.join(map(str, waiting))}" if waiting else ""
        return f"Assign and reassign units in secret{more}"

    def changeable(self, state: State) -> Iterator[Unit]:
        """The units that can be given to some formation."""
        for unit in (*combat_units(state, self.side), *arriving(state, self.side)):
            if (not self.only or unit.key in self.only) and choices(state, unit):
                yield unit

    @order("assign", "unit", "Assign")
    def assign(self, tx: Transaction, unit: Unit) -> None:
        tx.push(PickFormation(self.side, tuple(choices(tx.state, unit)), unit=unit.key))

    @assign.targets
    def units_to_assign(self, state: State) -> Iterable[str]:
        return [unit.key for unit in self.changeable(state)]

    @assign.against
    @case("5.5.2-a", "5.5.1-a", "8.2", "8.5.2-c")
    def refusals_to_name(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """What is against every other formation, if none takes it."""
        if enemy := self.enemy_unit(unit):
            yield enemy
            return
        if unit.is_hq:
            yield Refusal("5.5.1-a", f"{unit} is a headquarters and leads its own formation only")
            return
        if not unit.on_map and unit not in arriving(state, self.side):
            yield Refusal("8.2", f"{unit} is not on the map and not an independent unit that is due")
            return
        if self.only and unit.key not in self.only:
            yield Refusal("8.5.2-c", f"{unit} does not belong to those that the withdrawal has set free")
        if choices(state, unit):
            return
        others = [one.key for one in formations_of(state, self.side) if one.key != formation_of(state, unit)]
        yield from dict.fromkeys(why for key in others for why in refusals_to_change(state, unit, key))

    done = end("done", "End the assignments")

    @done.against
    @case("8.2", "5.5.2-e")
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        """Independents that are due must have a formation."""
        for unit in arriving(state, self.side):
            is_asked = not self.only or unit.key in self.only
            if is_asked and not unit.assigned and choices(state, unit):
                yield Refusal("8.2", f"{unit} is due and must be assigned")


class PickFormation(Pick, kw_only=True):
    """To which formation?"""

    unit: str

    title = "Assignment"
    verb: ClassVar[str] = "to"
    kind: ClassVar[str] = "formation"
    ruled_by: ClassVar[str] = "5.5.2-a"

    def is_secret(self, state: State) -> bool:
        return True

    def prompt(self, state: State) -> str:
        return f"To which formation is {state.get(Unit, self.unit)} assigned?"

    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        return refusals_to_change(state, state.get(Unit, self.unit), target)

    @case("5.5.2-d", "8.2")
    def picked(self, tx: Transaction, target: str) -> None:
        unit = tx.state.get(Unit, self.unit)
        tx.put(replace(unit, assigned="" if target == unit.formation else target))
        text = f"{unit} is assigned to {ground(tx.state).titles(target)}"
        tx.emit(Event("UnitAssigned", text, "5.5.2-d", (unit.side,)))
        tx.pop()

    cancel = way_out()


class AssignmentOf(Procedure):
    """The assignments of one side."""

    side: str
    steps = (AssignUnits,)


@case("8.2", "10.4-c")
def assignments_made(tx: Transaction, frame: Frame) -> None:
    """A unit that is in command of its new formation may decide the game."""
    tx.emit(Event("AssignmentsMade", "Both sides have made their assignments", "8.2"))
    settle_victory(tx)


class AssignmentSegment(Procedure):
    """Both sides, secretly."""

    title = "Assignment"
    steps = (
        return_attached,
        lambda tx, frame: tx.push(AssignmentOf(US)),
        lambda tx, frame: tx.push(AssignmentOf(GERMAN)),
        assignments_made,
    )


FRAMES: Final = (AssignmentSegment, AssignmentOf, AssignUnits, PickFormation)
