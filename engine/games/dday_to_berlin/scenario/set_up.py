"""The set-up by the players, of units for which the scenario lists no single zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from engine.games.dday_to_berlin.movement.march import FaceUnit, needs_facing
from engine.games.dday_to_berlin.movement.stacking import points, worth
from engine.games.dday_to_berlin.records import Unit, forces, occupied, units_at
from engine.games.dday_to_berlin.scenario.ground import Ground, ground
from engine.games.dday_to_berlin.scenario.named_choice import OldQuestion
from engine.mechanics import set_up
from engine.mechanics.set_up import CANCEL, Deployment
from engine.record import Record
from engine.referee import Action, Event, Frame, Refusal, State, Transaction, case


def left_open(state: State, side: str) -> list[Unit]:
    """The units of a side that it places itself, waiting ones first."""
    land = ground(state)
    units = [unit for unit in state.all(Unit).values() if unit.side == side and unit.key in land.left_open]
    return sorted(units, key=lambda unit: unit.on_map)


def choices(state: State, unit: Unit) -> Iterable[str]:
    """The zones that the scenario allows."""
    return ground(state).left_open.hexes(unit.key)


def instruction(state: State, unit: Unit) -> str:
    """The same in words."""
    return ground(state).left_open.words(unit.key)


@case("scn.setup", "map.stacking", "map.terrain")
def refusals_to_stand(state: State, unit: Unit, here: str) -> Iterator[Refusal]:
    """Where the scenario places it, on its own side of a start line, on terrain that it could enter."""
    land = ground(state)
    if here not in land.left_open.hexes(unit.key):
        yield Refusal(
            "scn.setup", f"{unit} must be set up {instruction(state, unit)}, not in {land.name_of(here)}"
        )
    if line := land.left_open.beyond(unit.side, here):
        yield Refusal("scn.setup", f"{land.name_of(here)} is on the enemy's side of {line}")
    if not land.could_enter(unit.moves_as, here):
        yield Refusal("map.terrain", f"{unit} ({unit.moves_as}) could not enter the ground of {here}")
    if here in occupied(state, land.other(unit.side)):
        yield Refusal("map.stacking", f"{here} is occupied by the enemy, and both sides never share a zone")


@case("map.stacking")
def refusals_to_share(state: State, here: str, units: Sequence[Unit]) -> Iterator[Refusal]:
    """A zone holds a limited number of stacking points of one side."""
    limit = ground(state).charts.stacking.limit
    load = points(state, units)
    if load > limit:
        yield Refusal("map.stacking", f"{here} would hold {load} of {limit} stacking points")


@case("scn.setup")
def put(tx: Transaction, unit: Unit, here: str) -> None:
    """Set a unit up. Places that it stands in change hands by that no more than in a set-up as listed."""
    land = ground(tx.state)
    standing = replace(unit, place=here)
    if not has_facing(land, unit):
        standing = replace(standing, facing=towards_the_enemy(tx.state, standing))
    tx.put(standing)
    about = (("unit", unit.key), ("hex", here))
    tx.emit(Event("UnitSetUp", f"{unit} is set up in {land.name_of(here)}", "scn.setup", about=about))


def has_facing(land: Ground, unit: Unit) -> bool:
    """Does the scenario list which way the unit faces?"""
    return "facing" in land.set_ups[unit.key][0].data


def towards_the_enemy(state: State, unit: Unit) -> int:
    """The facing to the nearest enemy; as it was if there is none."""
    land = ground(state)
    enemies = forces(state, land.other(unit.side))
    if not enemies:
        return unit.facing
    nearest = min(enemies, key=lambda enemy: land.distance(unit.place, enemy.place)).place
    around = enumerate(land.grid.around(unit.place))
    zones = {facing: zone for facing, zone in around if zone is not None}
    return min(zones, key=lambda facing: land.distance(zones[facing], nearest), default=unit.facing)


def order(state: State) -> Sequence[str]:
    """The sides as the scenario lists them."""
    return state.scenario.sides


DEPLOYMENT: Final = Deployment(
    *(Unit, "scn.setup", units_at, left_open, choices, instruction),
    *(refusals_to_stand, refusals_to_share, worth, put, order),
)


class PutDown(set_up.PutDown, OldQuestion):
    """In which zone, and where the scenario does not say it, facing which way?"""

    deployment = DEPLOYMENT

    @case("scn.setup", "map.facing")
    def apply(self, tx: Transaction, action: Action) -> None:
        set_up.PutDown.apply(self, tx, action)
        unit = tx.state.get(Unit, self.unit)
        if action != CANCEL and needs_facing(tx.state, unit.key) and not has_facing(ground(tx.state), unit):
            tx.push(FaceUnit(self.side, unit.key))


class PlaceUnits(set_up.PlaceUnits, OldQuestion):
    """The set-up of one side."""

    deployment = DEPLOYMENT
    put_down = PutDown


class SetUp(set_up.SetUpInOrder, Record):
    """The sides in the order of the scenario."""

    deployment = DEPLOYMENT

    def questions(self, state: State, side: str) -> Sequence[Frame]:
        return [PlaceUnits(side)] if left_open(state, side) else []


def opening_frames(land: Ground, whole_game: Frame) -> tuple[Frame, ...]:
    """The game, with the set-up before it where the scenario leaves units to the players."""
    return (whole_game, SetUp()) if land.left_open else (whole_game,)


FRAMES: Final = (PutDown, PlaceUnits, SetUp)
