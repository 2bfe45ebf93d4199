"""One step of a move, with every reason against it: what is listed and what is explained come from here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.games.dday_to_berlin.movement.step import ALONE, BARRED, ROAD, limiting_case, step
from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import MOVED, Unit, forces, occupied
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee import Refusal, State, case, derived, mark_value, marked

SHY: Final = frozenset(("HQ", "ART", "SPA"))


class Footing(NamedTuple):
    """Where a unit is in the middle of its move, and how it came there."""

    place: str
    moved: bool = False
    """It has entered a zone in this player turn."""
    only: str = ""
    """The case that makes this zone the only one of its turn."""


def footing(state: State, unit: Unit) -> Footing:
    """Where the unit stands now."""
    return Footing(unit.place, marked(state, unit.key, MOVED), mark_value(state, unit.key, MOVED) or "")


def after_step(state: State, unit: Unit, at: Footing, there: str) -> Footing:
    """How the unit stands after a step. A zone that is entered too late to be the only one binds no more."""
    alone = not at.moved and step(state, unit, at.place, there) == ALONE
    return Footing(there, True, limiting_case(state, unit, at.place, there) if alone else "")


def refusals_to_step(state: State, unit: Unit, night: bool, at: Footing, there: str) -> Iterator[Refusal]:
    """Every reason against one step of a march to a neighbour."""
    yield from refusals_after_only_zone(unit, at)
    yield from refusals_to_leave_zoc(state, unit, at)
    yield from refusals_of_ground(state, unit, at, there)
    yield from refusals_to_be_in(state, unit, night, there)


def refusals_to_drive(state: State, unit: Unit, night: bool, at: Footing, there: str) -> Iterator[Refusal]:
    """Every reason against one step of a road column to a neighbour."""
    yield from refusals_of_road(state, unit, at, there)
    yield from refusals_to_be_in(state, unit, night, there)


@case("2.rough", "2.water")
def refusals_after_only_zone(unit: Unit, at: Footing) -> Iterator[Refusal]:
    """Rough ground off the road, or a river crossed on foot, uses the turn up."""
    if at.only:
        yield Refusal(at.only, f"{at.place} is the only zone {unit} may enter in its turn")


@case("2.zoc")
def refusals_to_leave_zoc(state: State, unit: Unit, at: Footing) -> Iterator[Refusal]:
    """A unit that has entered an enemy zone of control stops; one that starts in one may leave."""
    if at.moved and at.place in zoc(state, ground(state).other(unit.side)):
        yield Refusal("2.zoc", f"{unit} must stop in {at.place}, in an enemy zone of control")


@case("2.rough", "2.water")
def refusals_of_ground(state: State, unit: Unit, at: Footing, there: str) -> Iterator[Refusal]:
    """Some ground is barred to a class; other ground must be the only zone of its turn."""
    kind, land = step(state, unit, at.place, there), ground(state)
    if kind == BARRED and not land.is_water(there):
        between = (
            "the river between them has no bridge" if land.has_river(at.place, there) else "no road leads"
        )
        yield Refusal("2.water", f"{unit} ({unit.moves_as}) cannot enter {there} from {at.place}: {between}")
    elif kind == ALONE and at.moved:
        ruled = limiting_case(state, unit, at.place, there)
        yield Refusal(ruled, f"{there} would have to be the only zone {unit} enters in its turn")


@case("2.road-column")
def refusals_of_road(state: State, unit: Unit, at: Footing, there: str) -> Iterator[Refusal]:
    """Every step of a column follows a road, and none leads into an enemy zone of control."""
    if step(state, unit, at.place, there) != ROAD:
        yield Refusal("2.road-column", f"no road or bridge leads from {at.place} to {there}")
    if there in zoc(state, ground(state).other(unit.side)):
        yield Refusal("2.road-column", f"{there} is in an enemy zone of control, which no column may enter")


def refusals_to_be_in(state: State, unit: Unit, night: bool, there: str) -> Iterator[Refusal]:
    """Why the unit may not enter a zone, wherever it comes from."""
    if ground(state).is_water(there):
        yield Refusal("2.water", f"{there} is water, which no unit may enter")
    elif there in occupied(state, ground(state).other(unit.side)):
        yield from refusals_of_occupied(there)
    elif there in zoc(state, ground(state).other(unit.side)):
        yield from refusals_by_night(there) if night else refusals_of_shy(state, unit, there)


@case("2.occupied")
def refusals_of_occupied(there: str) -> Iterator[Refusal]:
    """No unit moves into the enemy."""
    yield Refusal("2.occupied", f"{there} is occupied by the enemy")


@case("C.move")
def refusals_by_night(there: str) -> Iterator[Refusal]:
    """At night no unit may enter an enemy zone of control."""
    yield Refusal("C.move", f"{there} is in an enemy zone of control, which no unit may enter at night")


@case("2.zoc")
def refusals_of_shy(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """Headquarters and artillery enter an enemy zone of control only behind friends."""
    if unit.type in SHY and there not in screened(state, unit.side):
        yield Refusal(
            "2.zoc", f"{unit} ({unit.type}) enters {there}, an enemy zone of control, only behind friends"
        )


@derived(Unit)
def screened(state: State, side: str) -> frozenset[str]:
    """Zones with a unit of the fighting arms, behind which headquarters and artillery may shelter."""
    return frozenset(unit.place for unit in forces(state, side) if unit.type not in SHY)
