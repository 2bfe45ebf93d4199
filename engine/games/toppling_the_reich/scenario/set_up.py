"""The set-up by the players: as it was, or freely behind the start line (15.1, 15.4, 15.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from engine.catalogue.document import Placement
from engine.games.toppling_the_reich.movement.stacking import points, refusals_to_share
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import Composition, Unit, forces, occupied, units_at
from engine.games.toppling_the_reich.scenario.ground import Ground, ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.scenario.opening import is_rail_static
from engine.games.toppling_the_reich.special_units.corps import stand_apart
from engine.games.toppling_the_reich.special_units.corps_orders import (
    ChooseDivisions,
    hexes_with_divisions,
    refusals_to_form_in,
)
from engine.mechanics import TO_SET_UP, article, box, end, order, set_up, tell
from engine.mechanics.set_up import Deployment
from engine.record import Record
from engine.referee import Frame, Procedure, Refusal, State, Transaction, case


def listed_places(land: Ground) -> Mapping[str, str]:
    """Where each unit on the map stood; those that their side places stood in no single hex."""
    first = {unit: setups[0].place for unit, setups in land.set_ups.items()}
    return {unit: place.at for unit, place in first.items() if place.kind == "hex"}


@case("15.4-a")
def left_open(state: State, side: str) -> list[Unit]:
    """The units of a side that it places itself in any case, waiting ones first."""
    land = ground(state)
    units = (*units_at(state, box(TO_SET_UP, side)), *forces(state, side))
    return [unit for unit in units if unit.key in land.left_open]


@case("15.4-a")
def limits(land: Ground, unit: Unit) -> list[Placement]:
    """Where the scenario wants a unit in a free set-up; nothing means anywhere on its own side."""
    return [setup.place for setup in land.set_ups.get(unit.key, ())][1:]


def choices(state: State, unit: Unit) -> Iterable[str]:
    """The hexes where the scenario wants it; else those of its own side."""
    land = ground(state)
    if unit.key in land.left_open:
        return land.left_open.hexes(unit.key)
    return [here for here, owner in land.start_control.items() if owner == unit.side]


def instruction(state: State, unit: Unit) -> str:
    """Where the scenario wants it, in words; empty if anywhere."""
    land = ground(state)
    if unit.key in land.left_open:
        return land.left_open.words(unit.key)
    return " or ".join(map(land.left_open.said, limits(land, unit)))


@case("15.4-a", "15.8")
def refusals_to_stand(state: State, unit: Unit, here: str) -> Iterator[Refusal]:
    """On land, on the unit's own side of the start line, and within its limits."""
    land = ground(state)
    if here not in land.land:
        yield Refusal("15.8", f"{here} is not a land hex")
        return
    if land.start_line is not None and land.start_control[here] != unit.side:
        yield Refusal("15.8", f"{land.name_of(here)} is on the enemy's side of the start line")
    if unit.key in land.left_open:
        is_wanted = here in land.left_open.hexes(unit.key)
    else:
        wanted = limits(land, unit)
        is_wanted = not wanted or any(here in land.placing.hexes(place, unit.side) for place in wanted)
    if not is_wanted:
        yield Refusal("15.4-a", f"{unit.name} must be set up {instruction(state, unit)}")
    if here in occupied(state, land.other(unit.side)):
        yield Refusal("15.8", f"{land.name_of(here)} is occupied by the enemy")


@case("15.4-a")
def put(tx: Transaction, unit: Unit, here: str) -> None:
    """Set a unit up."""
    land = ground(tx.state)
    # INTERPRETATION (6.4.3-a): where a static unit with a listed hex was placed initially, the list says.
    railed = is_rail_static(land, unit.type, here) if unit.key in land.left_open else unit.rail_static
    tx.put(replace(unit, place=here, rail_static=railed))
    tell(tx, "UnitSetUp", f"{unit.name} is set up in {land.name_of(here)}", "15.4-a", unit=unit.key)


def stacking_points(state: State, unit: Unit) -> int:
    """How much room a unit takes up."""
    return points(ground(state), unit)


@case("15.1")
def order_of_sides(state: State) -> Sequence[str]:
    """Who sets up first is said by the scenario."""
    first = str(ground(state).document.data.get("sets_up_first", state.scenario.sides[0]))
    return first, state.scenario.other(first)


DEPLOYMENT: Final = Deployment(
    *(Unit, "15.4-a", units_at, left_open, choices, instruction),
    *(refusals_to_stand, refusals_to_share, stacking_points, put, order_of_sides),
)


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


class SetUpSide(Question):
    """A side picks up and places units until it ends its set-up."""

    free: bool = False

    title = "Set-up"
    ruled_by = "15.4-a"
    otherwise = "Take the historical set-up, or pick up a unit"

    def prompt(self, state: State) -> str:
        name = ground(state).title_of(self.side)
        if not self.free:
            return f"{name}: take the historical set-up, or set up freely?"
        return f"{name}: pick up a unit to place it elsewhere on its side of the start line"

    @order("historical", words="Historical set-up")
    def historical(self, tx: Transaction) -> None:
        restore(tx, self.side)
        tx.pop()

    @order("free", words="Set up freely")
    def set_up_freely(self, tx: Transaction) -> None:
        tx.replace(replace(self, free=True))

    @set_up_freely.against
    def refusals_of_free(self, state: State) -> Iterator[Refusal]:
        if self.free:
            yield Refusal("15.4-a", self.otherwise)

    done = end("done", "End the set-up")

    @done.against
    @case("15.4-a")
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        """The start line has to be covered."""
        if not self.free:
            yield Refusal("15.4-a", self.otherwise)
        for here in uncovered(state, self.side)[:3] if self.free else ():
            yield Refusal("15.4-a", f"{ground(state).name_of(here)} on the start line is not covered")

    @order("form", "hex", "Form a corps in")
    def form(self, tx: Transaction, here: str) -> None:
        tx.push(ChooseDivisions(self.side, here, at_set_up=True))

    @form.targets
    def hexes_with_divisions(self, state: State) -> Iterable[str]:
        return hexes_with_divisions(self, state) if self.free else ()

    @form.against
    @case("15.4-b")
    def refusals_to_form(self, state: State, here: str) -> Iterator[Refusal]:
        """Units that are fit for it may form corps before the game begins."""
        yield from refusals_to_form_in(self, state, here)

    @order("pick", "unit", "Pick up")
    def pick(self, tx: Transaction, unit: Unit) -> None:
        tx.push(PutDown(self.side, unit.key))

    @pick.targets
    def units_to_place(self, state: State) -> Iterable[str]:
        units = (*forces(state, self.side), *DEPLOYMENT.waiting(state, self.side)) if self.free else ()
        return [unit.key for unit in units]

    @pick.against
    @case("15.4-a")
    def refusals_to_pick(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.side != self.side or not (unit.on_map or unit in DEPLOYMENT.waiting(state, self.side)):
            side = f"{article(self.side)} {self.side.title()}"
            yield Refusal("15.4-a", f"{unit.name} is not {side} unit that is set up")
        else:
            yield from DEPLOYMENT.refusals_to_pick(state, unit)


@case("15.3", "15.4-a")
def restore(tx: Transaction, side: str) -> None:
    """Every unit back to the hex the scenario lists; one without such a hex waits to be placed again."""
    land = ground(tx.state)
    listed, waiting = listed_places(land), box(TO_SET_UP, side)
    for corps in forces(tx.state, side):
        if tx.state.find(Composition, corps.key):
            stand_apart(tx, corps)
    for unit in forces(tx.state, side):
        place = listed.get(unit.key, waiting)
        if unit.place != place:
            tx.put(replace(unit, place=place))
    tell(tx, "SetUpDone", f"{land.title_of(side)}: historical set-up", "15.4-a")


class PutDown(set_up.PutDown, Question):
    """Where does the unit go?"""

    deployment = DEPLOYMENT


class PlaceUnits(set_up.PlaceUnits, Question):
    """The units of a side that stood in no single hex."""

    deployment = DEPLOYMENT
    put_down = PutDown


class PlaceWhoWaits(Procedure):
    """Nobody is asked if all were placed in a free set-up."""

    side: str

    steps = (PlaceUnits,)


class SetUp(set_up.SetUpInOrder, Record):
    """One side after the other, in the order of the scenario."""

    deployment = DEPLOYMENT

    @case("15.4-a")
    def questions(self, state: State, side: str) -> Sequence[Frame]:
        """Where the players set up freely, that; then the units that have to be placed and wait."""
        asked: list[Frame] = [SetUpSide(side)] if ground(state).has_option("free-setup") else []
        return [*asked, PlaceWhoWaits(side)] if left_open(state, side) else asked


def opening_frames(land: Ground, whole_game: Frame) -> tuple[Frame, ...]:
    """The game, with the set-up before it where the players set up themselves."""
    return (whole_game, SetUp()) if land.has_option("free-setup") or land.left_open else (whole_game,)


FRAMES = (SetUpSide, PutDown, PlaceUnits, PlaceWhoWaits, SetUp)
