"""Allied reinforcements and ammunition come ashore."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.ammo.resupply import landed_track
from engine.games.avalanche.combat.steps import lose_step
from engine.games.avalanche.general.calendar import is_night, turn
from engine.games.avalanche.general.stacking import excess, refusals_of_nations
from engine.games.avalanche.general.telling import readers, tell
from engine.games.avalanche.general.tracks import add_points
from engine.games.avalanche.movement.marching import arrive
from engine.games.avalanche.records import (
    ALLIED,
    DUE,
    FULL,
    GAME_TURN,
    PLAYER_TURN,
    UK,
    US,
    Beachhead,
    Unit,
    units_at,
)
from engine.games.avalanche.reinforcements.beaches import (
    AMMO,
    USED,
    accepts,
    ammo_points,
    assigned_beaches,
    beach_row,
    capacity,
    equivalents,
    guns_in_range,
    refusals_of_beach,
    refusals_to_land_ammo,
    refusals_to_share,
    used,
)
from engine.games.avalanche.scenario.chart_rows import AMMO_TYPES
from engine.mechanics.arrivals import take_off_schedule
from engine.mechanics.menu import Menu, PickOne, end, order, way_out
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.referee import Action, Due, Modifier, Refusal, State, Transaction, case, total

LANDED: Final = "landed"
LEAST: Final = 2
"""A landing roll below this costs a step."""
LOWEST: Final = 2
"""of two dice."""
CARGOES: Final = tuple(f"{nation}-{kind}" for nation in (US, UK) for kind in AMMO_TYPES)


@case("reinf.withhold")
def waiting(state: State) -> list[Unit]:
    """The units that may land now: due on this turn, or held back before. Leaders come to their staffs."""
    now = turn(state)
    found = []
    for unit in units_at(state, box(DUE, ALLIED)):
        entry = state.find(Due, unit.key)
        if entry is not None and entry.has_come(now, entry.moment) and not unit.is_leader:
            found.append(unit)
    return [unit for unit in found if assigned_beaches(state, unit)]


@case("reinf.allied-capacity", "reinf.allied-night")
def refusals_of_room(state: State, name: str, unit: Unit) -> Iterator[Refusal]:
    """The capacity of the turn must suffice."""
    taken = used(state, name) + equivalents(unit)
    if taken > capacity(state, name):
        rule = "reinf.allied-night" if is_night(state) else "reinf.allied-capacity"
        room = counted(capacity(state, name), "company equivalent")
        text = f"{name} takes {room} on this turn, not {taken}"
        yield Refusal(rule, text)


@case("reinf.allied-capacity")
def refusals_to_land(state: State, name: str, unit: Unit) -> Iterator[Refusal]:
    """Every reason against landing a unit on a beachhead marker."""
    if name not in assigned_beaches(state, unit):
        entry = state.get(Due, unit.key)
        yield Refusal("reinf.allied-capacity", f"{unit.name} lands at {entry.place}, not at {name}")
    elif not accepts(state, name, unit):
        text = f"{name} is a beach of the {beach_row(state, name).nation} forces"
        yield Refusal("reinf.allied-capacity", text)
    yield from refusals_of_beach(state, name)
    yield from refusals_of_room(state, name, unit)
    yield from refusals_to_share(state, name, used(state, name) + equivalents(unit))
    yield from refusals_of_nations(state, state.get(Beachhead, name).place, (unit,))


def if_none_is_open(reasons: Iterable[Iterable[Refusal]]) -> Iterator[Refusal]:
    """The reasons against the first of several places, if there are some against each of them."""
    found = [list(one) for one in reasons]
    if all(found):
        yield from found[0]


def beach_hexes(state: State, unit: Unit) -> list[str]:
    """The hexes of the beachheads that a unit is assigned to."""
    names = assigned_beaches(state, unit)
    return list(dict.fromkeys(state.get(Beachhead, name).place for name in names))


def markers_at(state: State, here: str) -> list[str]:
    """The beachhead markers in a hex: drift may bring two together."""
    return [beach.key for beach in state.all(Beachhead).values() if beach.place == here]


def fitting(state: State, names: list[str], unit: Unit) -> list[str]:
    """Those of several beachheads that take the nation of a unit; all of them if none does."""
    return [name for name in names if accepts(state, name, unit)] or names


def open_marker(state: State, here: str, unit: Unit) -> str:
    """The marker of a hex on which a unit may land; empty if there is none."""
    open_ones = (
        name for name in markers_at(state, here) if next(refusals_to_land(state, name, unit), None) is None
    )
    return next(open_ones, "")


@case("reinf.ammo-share")
def marker_for_ammo(state: State, here: str) -> str:
    """The marker of a hex on which ammunition may land, the one with the most room beside the units."""
    open_ones = (
        name for name in markers_at(state, here) if next(refusals_to_land_ammo(state, name), None) is None
    )
    return max(open_ones, key=lambda name: room_for_ammo(state, name))


def room_for_ammo(state: State, name: str) -> int:
    """The points of all types that a marker could still take, for comparison."""
    return sum(ammo_points(state, name, kind) for kind in AMMO_TYPES)


@case("reinf.allied-condition", "reinf.allied-limbered")
def put_ashore(tx: Transaction, unit: Unit, here: str, case_id: str) -> Unit:
    """A unit stands on a beach: supplied, with full ammunition, guns limbered."""
    landed = replace(unit, place=here, supply="", ammo=FULL, limbered=unit.is_gun)
    tx.put(landed)
    take_off_schedule(tx, unit.key)
    tx.mark(unit.key, LANDED, GAME_TURN)
    arrive(tx, here, ALLIED)
    tell(tx, "UnitArrived", f"{unit.name} lands in {here}", case_id, unit=unit.key, hex=here)
    return landed


@case("reinf.allied-loss", "predawn.assault-loss", "predawn.followup-loss")
def roll_for_losses(tx: Transaction, unit: Unit, case_id: str, least: int, fire_case: str = "") -> bool:
    """2d6 less the guns in range: below the number a step is lost. Headquarters and leaders do not roll.

    INTERPRETATION (reinf.allied-loss): a roll that cannot be too low is not made.
    """
    if unit.is_hq or unit.is_leader:
        return False
    fire: list[Modifier] = guns_in_range(tx.state, unit.place, fire_case or case_id)
    if LOWEST + total(fire) >= least:
        return False
    roll = tx.roll("2d6", case_id, f"Landing of {unit.name}", readers(tx.state, (unit.key,)))
    result = roll.total + int(total(fire))
    if result >= least:
        return False
    tell(tx, "LandingLoss", f"{result} is below {least}: {unit.name} loses a step", case_id, unit=unit.key)
    lose_step(tx, unit, case_id)
    return True


class LandReinforcements(Menu):
    """Which units and which ammunition land?"""

    title = "Landing"
    ruled_by = "reinf.allied-capacity"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        room = ", ".join(
            f"{name} {used(state, name)}/{capacity(state, name)}" for name in state.all(Beachhead)
        )
        return f"Which unit lands, or ammunition where? Company equivalents: {room}"

    @order("land", "unit", "Land")
    def land(self, tx: Transaction, unit: Unit) -> None:
        tx.push(ChooseBeach(self.side, unit=unit.key))

    @land.targets
    def due_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in waiting(state)]

    @land.against
    def against_landing(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit not in waiting(state):
            yield Refusal("reinf.allied-capacity", f"{unit.name} is not due to land now")
            return
        beaches = fitting(state, assigned_beaches(state, unit), unit)
        yield from if_none_is_open(refusals_to_land(state, name, unit) for name in beaches)

    @order("ammo", "hex", "Land ammunition in")
    def ammo(self, tx: Transaction, here: str) -> None:
        tx.push(ChooseCargo(self.side, beach=marker_for_ammo(tx.state, here)))

    @ammo.targets
    def beach_hexes(self, state: State) -> Iterable[str]:
        return dict.fromkeys(beach.place for beach in state.all(Beachhead).values())

    @ammo.against
    def against_ammo(self, state: State, here: str) -> Iterator[Refusal]:
        reasons = [list(refusals_to_land_ammo(state, name)) for name in markers_at(state, here)]
        if not reasons:
            yield Refusal("ammo.allied-land", f"There is no beachhead in {here}")
        elif all(reasons):
            yield from reasons[0]
        elif not room_for_ammo(state, marker_for_ammo(state, here)):
            yield Refusal("reinf.ammo-share", f"The units landed in {here} leave no room for ammunition")

    end = end("end", "End of landing")

    @end.reminds
    def crowded(self, state: State) -> Iterator[str]:
        for here in self.beach_hexes(state):
            if number := excess(state, here, ALLIED):
                yield f"{here} holds {counted(number, 'unit')} more than may stay there"


class BeachHex(PickOne, kw_only=True):
    """The base of decisions about the beach on which a unit lands."""

    unit: str

    verb = "at"
    kind = "hex"
    cancel = way_out()

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit).name} land?"

    def options(self, state: State) -> Iterable[str]:
        return beach_hexes(state, state.get(Unit, self.unit))


class ChooseBeach(BeachHex, kw_only=True):
    """On which beach does the unit land?"""

    title = "Landing"
    ruled_by = "reinf.allied-capacity"

    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        unit = state.get(Unit, self.unit)
        names = markers_at(state, target)
        if not names:
            yield Refusal("reinf.allied-capacity", f"There is no beachhead in {target}")
        elif not open_marker(state, target, unit):
            yield from refusals_to_land(state, fitting(state, names, unit)[0], unit)

    @case("reinf.allied-capacity", "reinf.allied-loss")
    def picked(self, tx: Transaction, target: str) -> None:
        unit = tx.state.get(Unit, self.unit)
        name = open_marker(tx.state, target, unit)
        tx.mark(name, USED, PLAYER_TURN, value=str(used(tx.state, name) + equivalents(unit)))
        landed = put_ashore(tx, unit, target, "reinf.allied-capacity")
        roll_for_losses(tx, landed, "reinf.allied-loss", LEAST)
        tx.pop()


class ChooseCargo(PickOne, kw_only=True):
    """Which ammunition is landed, and for which nation?"""

    beach: str

    title = "Ammunition"
    verb = "cargo"
    kind = "marker"
    ruled_by = "ammo.allied-land"
    cancel = way_out()

    def prompt(self, state: State) -> str:
        return f"Which ammunition is landed on {self.beach}, for which nation?"

    def names(self, action: Action) -> bool:
        return action.kind == "marker" and action.target in CARGOES

    @case("ammo.nation")
    def options(self, state: State) -> Iterable[str]:
        nations = {unit.nation for unit in state.all(Unit).values() if unit.side == ALLIED and unit.is_gun}
        return [cargo for cargo in CARGOES if cargo.split("-")[0] in nations]

    @case("reinf.ammo-share", "reinf.allied-night")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        kind = target.split("-")[1]
        if not ammo_points(state, self.beach, kind):
            room, taken = capacity(state, self.beach), used(state, self.beach)
            night = " by night" if is_night(state) else ""
            text = f"{self.beach} lands no point of type {kind}{night} beside {taken} of {room} equivalents"
            yield Refusal("reinf.ammo-share" if taken else "reinf.allied-night", text)

    @case("ammo.allied-land", "ammo.nation")
    def picked(self, tx: Transaction, target: str) -> None:
        nation, kind = target.split("-")
        amount = ammo_points(tx.state, self.beach, kind)
        add_points(tx, landed_track(nation, kind), amount)
        tx.mark(self.beach, AMMO, PLAYER_TURN, value=kind)
        words = f"{counted(amount, 'point')} of {nation} ammunition of type {kind}"
        text = f"{words} landed on {self.beach}, for use from turn {turn(tx.state) + 1} on"
        tell(tx, "AmmoLanded", text, "ammo.allied-land", hex=tx.state.get(Beachhead, self.beach).place)
        tx.pop()


FRAMES = (LandReinforcements, ChooseBeach, ChooseCargo)
