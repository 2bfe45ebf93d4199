"""The set-up by the players: as it was, or freely behind the start line (15.1, 15.4, 15.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from engine.catalogue.document import Placement
from engine.games.toppling_the_reich.corps import stand_apart
from engine.games.toppling_the_reich.corps_orders import ChooseDivisions, FormCorps
from engine.games.toppling_the_reich.ground import Ground, ground
from engine.games.toppling_the_reich.question import Question
from engine.games.toppling_the_reich.records import (
    Composition,
    Unit,
    forces,
    occupied,
)
from engine.games.toppling_the_reich.stacking import refusals_to_stack
from engine.games.toppling_the_reich.zoc import zoc
from engine.lean_dataclass import dataclass
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.frame import Frame, Procedure
from engine.referee.refusal import Refusal, case
from engine.referee.state import State
from engine.referee.transaction import Transaction

DONE = Action("done")
HISTORICAL = Action("historical")


def listed_places(land: Ground) -> Mapping[str, str]:
    """Where each unit on the map stood."""
    return {
        setup.unit: setup.place.at for setup in reversed(land.document.setups) if setup.place.kind == "hex"
    }


@case("15.4-a")
def limits(land: Ground, unit: Unit) -> list[Placement]:
    """Where the scenario wants a unit in a free set-up; nothing means anywhere on its own side."""
    return [setup.place for setup in land.document.setups if setup.unit == unit.key][1:]


@case("15.4-a", "15.8", "3.1-d")
def refusals_to_place(state: State, unit: Unit, here: str) -> Iterator[Refusal]:
    """On land, on the unit's own side of the start line, within its limits and the stacking limit."""
    land = ground(state)
    if here not in land.land:
        yield Refusal("15.8", f"{here} is no land hex")
        return
    if land.start_control[here] != unit.side:
        yield Refusal("15.8", f"{land.name_of(here)} is on the enemy's side of the start line")
    wanted = limits(land, unit)
    if wanted and not any(here in land.placing.hexes(place, unit.side) for place in wanted):
        named = " or ".join(map(str, wanted))
        yield Refusal("15.4-a", f"{unit.name} has to be set up at {named}")
    yield from refusals_to_stack(state, here, (unit,))


@case("15.4-a", "15.8")
def uncovered(state: State, side: str) -> list[str]:
    """Start-line hexes of a side where neither they nor a neighbour on the line is occupied or in a ZOC.

    # INTERPRETATION (15.4-a): at least every second start-line hex must be covered.
    """
    land = ground(state)
    enemy = land.other(side)
    line = {
        here
        for here, owner in land.start_control.items()
        if owner == side and any(land.start_control.get(on) == enemy for on in land.grid.adjacency[here])
    }
    covered = line & (occupied(state, side) | zoc(state, side))
    return sorted(here for here in line - covered if not covered & set(land.grid.adjacency[here]))


@dataclass(frozen=True, slots=True)
class SetUpSide(Question):
    """Units are picked up and put down until the side is content."""

    words: ClassVar[Mapping[str, str]] = {
        "historical": "Historical set-up",
        "free": "Set up freely",
        "pick": "Pick up",
        "form": "Form a corps in",
        "done": "The set-up is done",
    }
    free: bool = False

    title = "Set-up"

    def prompt(self, state: State) -> str:
        name = ground(state).title_of(self.side)
        if not self.free:
            return f"{name}: take the historical set-up, or set up freely?"
        return f"{name}: pick up a unit to place it elsewhere on your side of the start line"

    def candidates(self, state: State) -> Iterable[Action]:
        yield HISTORICAL
        if not self.free:
            yield Action("free")
            return
        yield DONE
        yield from FormCorps().candidates(state, self.side)
        for unit in forces(state, self.side):
            yield Action("pick", "unit", unit.key)

    @case("15.4-a")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == HISTORICAL or (action == Action("free") and not self.free):
            return
        if self.free and action == DONE:
            for here in uncovered(state, self.side)[:3]:
                yield Refusal("15.4-a", f"{ground(state).name_of(here)} on the start line is not covered")
            return
        if self.free and action.verb == "form" and action.kind == "hex":
            yield from refusals_to_form_at_set_up(state, self.side, action)
            return
        unit = state.find(Unit, action.target) if action.kind == "unit" else None
        if not self.free or action.verb != "pick" or unit is None:
            yield Refusal("15.4-a", "Take the historical set-up, or pick up a unit")
        elif unit.side != self.side or not unit.on_map:
            yield Refusal("15.4-a", f"{unit.name} is not on the map or not yours")

    def apply(self, tx: Transaction, action: Action) -> None:
        match action.verb:
            case "free":
                tx.replace(replace(self, free=True))
            case "form":
                tx.push(ChooseDivisions(self.side, action.target, at_set_up=True))
            case "pick":
                tx.push(PutDown(self.side, action.target))
            case "historical":
                restore(tx, self.side)
                tx.pop()
            case _:
                tx.pop()


@case("15.4-b")
def refusals_to_form_at_set_up(state: State, side: str, action: Action) -> Iterator[Refusal]:
    """Units that are fit for it may form corps before the game begins."""
    yield from FormCorps().refusals(state, side, action)


@case("15.3", "15.4-a")
def restore(tx: Transaction, side: str) -> None:
    """Every unit back to the hex the scenario lists."""
    listed = listed_places(ground(tx.state))
    for corps in forces(tx.state, side):
        if tx.state.find(Composition, corps.key):
            stand_apart(tx, corps)
    for unit in forces(tx.state, side):
        if unit.place != listed[unit.key]:
            tx.put(replace(unit, place=listed[unit.key]))
    tx.emit(Event("SetUpDone", f"{ground(tx.state).title_of(side)} set up as it was", "15.4-a"))


@dataclass(frozen=True, slots=True)
class PutDown(Question):
    """Where does the unit go?"""

    unit: str

    words: ClassVar[Mapping[str, str]] = {"put": "Put it into", "cancel": "Leave it where it is"}

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def prompt(self, state: State) -> str:
        return f"Where is {state.get(Unit, self.unit).name} set up?"

    def candidates(self, state: State) -> Iterable[Action]:
        yield Action("cancel")
        for here, owner in ground(state).start_control.items():
            if owner == self.side:
                yield Action("put", "hex", here)

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == Action("cancel"):
            return
        if action.verb != "put" or action.kind != "hex":
            yield Refusal("15.4-a", "Name a hex")
        else:
            yield from refusals_to_place(state, state.get(Unit, self.unit), action.target)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "put":
            unit = tx.state.get(Unit, self.unit)
            tx.put(replace(unit, place=action.target))
            where = ground(tx.state).name_of(action.target)
            tx.emit(
                Event("UnitSetUp", f"{unit.name} is set up in {where}", "15.4-a", about=(("unit", unit.key),))
            )
        tx.pop()


@dataclass(frozen=True, slots=True)
class SetUp(Procedure):
    """One side after the other, in the order of the scenario."""

    title = "Set-up"

    @case("15.1")
    def run(self, tx: Transaction) -> None:
        sides = tx.state.scenario.sides
        first = str(ground(tx.state).document.data.get("sets_up_first", sides[0]))
        order = (first, tx.state.scenario.other(first))
        if self.at < len(order):
            tx.replace(SetUp(at=self.at + 1))
            tx.push(SetUpSide(order[self.at]))
        else:
            tx.pop()


def opening_frames(land: Ground, whole_game: Frame) -> tuple[Frame, ...]:
    """The game, with the set-up before it where the players set up themselves."""
    return (whole_game, SetUp()) if land.has_option("free-setup") else (whole_game,)


FRAMES = (SetUpSide, PutDown, SetUp)
