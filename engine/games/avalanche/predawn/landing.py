"""The landing before dawn: assault units with their loss rolls and their first hex, then follow-up units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import ClassVar, Final

from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.stacking import excess, refusals_of_nations
from engine.games.avalanche.general.terrain import bars, road
from engine.games.avalanche.general.zoc import in_ezoc
from engine.games.avalanche.movement.infiltration import attempt
from engine.games.avalanche.movement.march import closed_hexes
from engine.games.avalanche.movement.marching import Marching
from engine.games.avalanche.movement.one_hex import OneHex
from engine.games.avalanche.records import (
    ALLIED,
    DUE,
    GERMAN,
    PLAYER_TURN,
    SEGMENT,
    Beachhead,
    Unit,
    ground_at,
    ground_units,
    held,
    units_at,
)
from engine.games.avalanche.reinforcements.beaches import assigned_beaches, equivalents
from engine.games.avalanche.reinforcements.landing import (
    BeachHex,
    beach_hexes,
    if_none_is_open,
    put_ashore,
    roll_for_losses,
)
from engine.games.avalanche.reinforcements.leaders import bring_leaders
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import Menu, end, offer, order
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.referee import Due, Frame, Refusal, State, Transaction, case, marked

ASSAULT: Final = "assault"
FOLLOW_UP: Final = "follow-up"
"""The waves of turn 1; the second is also the mark of a unit that has landed with it."""
FRESH: Final = "fresh"
"""Mark of an assault unit that lost no step and has not moved yet."""
LEAST: Final = 3
"""A landing roll below this costs a step."""
MOST_FOLLOW_UPS: Final = 6
"""Company equivalents of follow-up units in a hex: two battalions."""


def wave(state: State, name: str) -> list[Unit]:
    """The units of a wave that wait off the coast, but leaders."""
    return [
        unit
        for unit in units_at(state, box(DUE, ALLIED))
        if (entry := state.find(Due, unit.key)) is not None
        and entry.moment.replace(" ", "-") == name
        and entry.turn <= turn(state)
        and not unit.is_leader
        and assigned_beaches(state, unit)
    ]


@case("predawn.assault-place", "predawn.assault-loss")
def land_assault(tx: Transaction, frame: Frame) -> None:
    """Assault units are placed on the beachheads assigned to them and rolled for."""
    for unit in sorted(wave(tx.state, ASSAULT), key=lambda unit: unit.key):
        name = assigned_beaches(tx.state, unit)[0]
        here = tx.state.get(Beachhead, name).place
        landed = put_ashore(tx, unit, here, "predawn.assault-place")
        if not lost_step(tx, landed, "predawn.assault-loss"):
            tx.mark(unit.key, FRESH, PLAYER_TURN)


@case("predawn.assault-loss-arty")
def lost_step(tx: Transaction, unit: Unit, case_id: str) -> bool:
    """The loss roll of the landing, with the guns that can fire at the beach."""
    return roll_for_losses(tx, unit, case_id, LEAST, "predawn.assault-loss-arty")


def first_moves(tx: Transaction, frame: Frame) -> None:
    offer(tx, FirstMove(ALLIED))


class FirstMove(Menu):
    """Which assault units move a hex?"""

    title = "First move ashore"
    scope = SEGMENT
    ruled_by = "predawn.assault-move"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which assault unit moves a hex?"

    @order("select", "unit", "Move")
    def select(self, tx: Transaction, unit: Unit) -> None:
        tx.push(FirstHex(self.side, unit=unit.key))

    @select.targets
    def landed(self, state: State) -> Iterable[str]:
        return [unit.key for unit in ground_units(state, ALLIED)]

    @select.against
    @case("predawn.assault-move")
    def refusals_to_select(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if not marked(state, unit.key, FRESH):
            is_reduced = unit.steps < unit.full_steps
            why = "lost a step in landing" if is_reduced else "has moved its hex, or tried to"
            yield Refusal("predawn.assault-move", f"{unit.name} {why}")

    end = end("end", "End of first moves")


class FirstHex(OneHex, kw_only=True):
    """Into which hex does the unit move?"""

    title = "First move ashore"
    ruled_by = "predawn.assault-move"

    @case("predawn.assault-move", "def.strongpoint")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        unit = state.get(Unit, self.unit)
        if target not in self.options(state):
            yield Refusal("predawn.assault-move", f"{target} is not adjacent to {unit.place}")
            return
        closed = list(bars(ground(state), unit.cls, unit.place, target, road(state, unit.place, target)))
        if closed:
            yield Refusal("predawn.assault-move", f"{unit.name} cannot cross from {unit.place} to {target}")
            yield from closed
        if target in closed_hexes(state, ALLIED):
            rule = "def.strongpoint" if has_strong_point(state, target) else "predawn.assault-move"
            yield Refusal(rule, f"{target} is held by the enemy")
        yield from refusals_of_nations(state, target, (unit,))

    @case("predawn.assault-move", "predawn.no-zoc")
    def picked(self, tx: Transaction, target: str) -> None:
        """From one enemy zone of control to another it must infiltrate."""
        unit = tx.state.get(Unit, self.unit)
        tx.unmark(unit.key, FRESH)
        tx.pop()
        if in_ezoc(tx.state, ALLIED, unit.place) and in_ezoc(tx.state, ALLIED, target):
            attempt(tx, ALLIED, (unit.key,), target)
        else:
            tx.push(Marching(side=ALLIED, units=(unit.key,), path=(unit.place, target), cost=Fraction(0)))


def has_strong_point(state: State, here: str) -> bool:
    return any(unit.is_strong_point for unit in ground_at(state, here, GERMAN))


def follow_up(tx: Transaction, frame: Frame) -> None:
    offer(tx, FollowUp(ALLIED))


@case("predawn.followup")
def taken(state: State, here: str) -> int:
    """Company equivalents of follow-up units placed in a hex."""
    units = ground_at(state, here, ALLIED)
    return sum(equivalents(unit) for unit in units if marked(state, unit.key, FOLLOW_UP))


@case("predawn.followup")
def refusals_to_follow(state: State, unit: Unit, here: str) -> Iterator[Refusal]:
    """On its own beaches, two battalions to a hex; the stacking limit holds besides."""
    if here not in beach_hexes(state, unit):
        yield Refusal("predawn.followup", f"{unit.name} does not land in {here}")
        return
    if here in held(state, GERMAN):
        yield Refusal("predawn.followup", f"{here} is held by the enemy")
    total = taken(state, here) + equivalents(unit)
    if total > MOST_FOLLOW_UPS:
        text = f"{here} would take {total} companies of follow-up units, and {MOST_FOLLOW_UPS} is the limit"
        yield Refusal("predawn.followup", text)
    if excess(state, here, ALLIED, (unit,)):
        yield Refusal("predawn.followup", f"{here} would be overstacked")
    yield from refusals_of_nations(state, here, (unit,))


class FollowUp(Menu):
    """Which follow-up units land?"""

    title = "Follow-up units"
    ruled_by = "predawn.followup"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which follow-up unit lands?"

    @order("land", "unit", "Land")
    def land(self, tx: Transaction, unit: Unit) -> None:
        tx.push(FollowUpBeach(self.side, unit=unit.key))

    @land.targets
    def waiting(self, state: State) -> Iterable[str]:
        return [unit.key for unit in wave(state, FOLLOW_UP)]

    @land.against
    def against_landing(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit not in wave(state, FOLLOW_UP):
            yield Refusal("predawn.followup", f"{unit.name} is not a follow-up unit")
            return
        places = beach_hexes(state, unit)
        yield from if_none_is_open(refusals_to_follow(state, unit, here) for here in places)

    end = end("end", "End of landing")

    @end.reminds
    def forgotten(self, state: State) -> Iterator[str]:
        if left := wave(state, FOLLOW_UP):
            yield f"{counted(len(left), 'follow-up unit')} would wait for turn 2"


class FollowUpBeach(BeachHex, kw_only=True):
    """On which beach does the unit land?"""

    title = "Follow-up units"
    ruled_by = "predawn.followup"

    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        return refusals_to_follow(state, state.get(Unit, self.unit), target)

    @case("predawn.followup", "predawn.followup-loss")
    def picked(self, tx: Transaction, target: str) -> None:
        """Follow-up units roll like assault units and do not move."""
        landed = put_ashore(tx, tx.state.get(Unit, self.unit), target, "predawn.followup")
        tx.mark(landed.key, FOLLOW_UP, PLAYER_TURN)
        lost_step(tx, landed, "predawn.followup-loss")
        tx.pop()


def land_leaders(tx: Transaction, frame: Frame) -> None:
    """Leaders come with their headquarters."""
    bring_leaders(tx, ALLIED)


FRAMES: Final = (FirstMove, FirstHex, FollowUp, FollowUpBeach)
