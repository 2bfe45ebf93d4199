"""The records of the game: every counter, the clock, control of hexes, beachheads, works and tracks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from engine.catalogue.unit_ratings import Rating, rating_fields
from engine.mechanics.board import Board, Piece
from engine.record import Record
from engine.referee import State, case, derived

ALLIED: Final = "allied"
GERMAN: Final = "german"
SIDES: Final = (ALLIED, GERMAN)

US: Final = "US"
UK: Final = "UK"
GE: Final = "GE"
NATIONS: Final = (US, UK, GE, "NL")

# Boxes off the map, each of a side.
DUE: Final = "due"
"""Reinforcements that have not come yet."""
FLEET: Final = "fleet"
"""Ships that are available and not placed."""
BREAKDOWN: Final = "breakdown"
REDUCED_BOX: Final = "reduced"
"""Battalions that are broken down into companies."""
ELIMINATED: Final = "eliminated"
AIRDROP: Final = "airdrop"
"""Serials that are on their way by air."""
TURN_TRACK: Final = "turn-track"
"""Ships and leaders that come back later, units that move off the map."""

# Scopes of marks.
GAME_TURN: Final = "game turn"
PLAYER_TURN: Final = "player turn"
SEGMENT: Final = "segment"
"""The movement or the combat of a player turn."""

# States of a unit.
DISRUPTED: Final = "disrupted"
DEMORALIZED: Final = "demoralized"
OOS: Final = "oos"
ISO: Final = "iso"
FULL, REDUCED, OUT = 2, 1, 0
"""Ammunition of a gun or ship."""

FOOT, MOT, MECH = "foot", "mot", "mech"
"""Classes of movement."""

BATTALION, COMPANY, HQ = "battalion", "company", "hq"
LEADER, SHIP, STRONG_POINT = "leader", "ship", "strong point"
SIZES: Final = (BATTALION, COMPANY, HQ, LEADER, SHIP, STRONG_POINT)


class Unit(Piece):
    """A counter: battalion, company, headquarters, leader, ship or strong point."""

    key: str
    side: str
    name: str
    type: str
    """Its template in the chart, the class of a ship, `leader` or `strong point`."""
    formation: str
    place: str
    """A hex, or a box of its side."""
    size: str = BATTALION
    nation: Annotated[str, Rating("Nation", choices=NATIONS, on_counter=False)] = ""
    regiment: Annotated[str, Rating("Regiment or brigade", on_counter=False)] = ""
    green: Annotated[bool, Rating("Green", on_counter=False)] = False
    luftwaffe: Annotated[bool, Rating("Luftwaffe", on_counter=False)] = False
    foot: Annotated[int, Rating("Leader: foot units", 0, 3)] = 0
    mot: Annotated[int, Rating("Leader: motorized and mech units", 0, 3)] = 0
    combat: Annotated[int, Rating("Leader: combat", 0, 6)] = 0
    tactical: Annotated[int, Rating("Leader: tactical", 0, 6)] = 0
    # what the template prints
    branch: str = ""
    """The type of the chart: infantry, tank, artillery, HQ, leader, ship …"""
    cls: str = MOT
    """The class of movement."""
    ma: int = 0
    morale: int = 0
    """As printed."""
    arm: int = 0
    """Armor or anti-tank value."""
    arm_kind: str = ""
    """A armor, T anti-tank only, S square (tank destroyer or assault gun)."""
    attacks: tuple[int, ...] = (0,)
    """Attack strengths from full to the last step."""
    defences: tuple[int, ...] = (0,)
    ammo_type: str = ""
    support: int = 0
    range: int = 0
    bv: int = 0
    self_propelled: bool = False
    limbered_attack: int = 0
    limbered_defence: int = 0
    drop_attack: int = 0
    """The attack strength of a parachute company on its drop-loss side."""
    drop_defence: int = 0
    # how it is now
    steps: int = 1
    """Steps left."""
    state: str = ""
    supply: str = ""
    ammo: int = FULL
    limbered: bool = False
    flipped: bool = False
    """The drop-loss side of a parachute company, the side of a leader's aide."""
    revealed: bool = False
    """A strong point that has been turned up."""
    parent: str = ""
    """The battalion that a company is part of."""
    dropped: int = 0
    """The turn on which it came down by parachute."""

    @property
    def full_steps(self) -> int:
        return len(self.attacks)

    @property
    def attack(self) -> int:
        """The printed attack strength of the side that is up."""
        if self.is_gun and self.limbered:
            return self.limbered_attack
        if self.has_drop_loss:
            return self.drop_attack
        return self.attacks[self.full_steps - max(self.steps, 1)]

    @property
    def defence(self) -> int:
        """The printed defence strength of the side that is up."""
        if self.is_gun and self.limbered:
            return self.limbered_defence
        if self.has_drop_loss:
            return self.drop_defence
        return self.defences[self.full_steps - max(self.steps, 1)]

    @property
    @case("drop.terrain")
    def has_drop_loss(self) -> bool:
        """Is it a parachute company on its drop-loss side, which is weaker?"""
        return self.flipped and self.drop_defence > 0

    @property
    def is_gun(self) -> bool:
        return self.branch == "artillery"

    @property
    def is_hq(self) -> bool:
        return self.size == HQ

    @property
    def is_leader(self) -> bool:
        return self.size == LEADER

    @property
    def is_ship(self) -> bool:
        return self.size == SHIP

    @property
    def is_strong_point(self) -> bool:
        return self.size == STRONG_POINT

    @property
    def is_ground(self) -> bool:
        """Does it fight on land? Leaders and ships do not."""
        return self.size not in (LEADER, SHIP)

    @property
    def is_vehicle(self) -> bool:
        """Motorized or mech."""
        return self.cls != FOOT

    @property
    @case("gen.steps")
    def is_remnant(self) -> bool:
        """A battalion of more than one step at its last one; a tank battalion ends as a company instead."""
        return self._is_at_last_step and self.branch != "tank"

    @property
    def is_reduced_tank(self) -> bool:
        """A tank battalion of which a company is left."""
        return self._is_at_last_step and self.branch == "tank"

    @property
    def _is_at_last_step(self) -> bool:
        return self.size == BATTALION and self.full_steps > 1 and self.steps == 1

    @property
    @case("gen.steps")
    def is_battalion(self) -> bool:
        """A battalion that has not come down to a remnant or a tank company."""
        return self.size == BATTALION and not self._is_at_last_step

    @property
    @case("gen.steps")
    def is_company(self) -> bool:
        return self.size == COMPANY or self.is_reduced_tank


RATINGS: Final = rating_fields(Unit)


class Clock(Record):
    """The turn, and the weather of the day: clear, cloudy or rain."""

    turn: int
    weather: str = "clear"
    key: str = ""

    @property
    def rain(self) -> bool:
        return self.weather == "rain"


class Control(Record):
    """Who controls a hex that is not German any more, or German again."""

    key: str
    side: str


class Beachhead(Record):
    """A beachhead marker, by its name."""

    key: str
    place: str


class Work(Record):
    """An improved position or a fort, by its hex."""

    key: str
    side: str
    kind: str
    """ip or fort."""


class Construction(Record):
    """An Under Construction marker, by its builder."""

    key: str
    """The key of the building unit."""
    kind: str
    """The engineering task."""
    place: str
    """The hex, hexside or airfield that is worked on."""
    side: str
    since: int
    """The turn on which it was begun."""
    crew: tuple[str, ...] = ()
    """The companies that stand for a battalion together with the builder."""

    @property
    def workers(self) -> tuple[str, ...]:
        return (self.key, *self.crew)


class Crossing(Record):
    """What play has made of a hexside: a blown bridge, a blocked road, a cliff road."""

    key: str
    kind: str
    """blown, block or cliff road."""


class Airfield(Record):
    """A German airfield that the Allies repair, by its hex."""

    key: str
    turns: int = 0
    """Turns of work so far."""
    repaired: bool = False


class DropPlan(Record):
    """A written plan for an airdrop, by the key of the battalion; the German does not see it."""

    key: str
    turn: int
    place: str
    shown: bool = False
    """Its turn has come: the serial is on its way, and everybody sees where to."""


class Points(Record):
    """A track of points, by its name: `air allied interdiction`, `ammo US 2`, `repl GE infantry`."""

    key: str
    points: int = 0


RECORDS: Final = (Unit, Clock, Control, Beachhead, Work, Construction, Crossing, Airfield, DropPlan, Points)

board: Final = Board(Unit)
stacks, units_at, forces = board.stacks, board.units_at, board.forces


@derived(Unit)
def ground_units(state: State, side: str) -> tuple[Unit, ...]:
    """The units of a side on the map that fight on land: neither leaders nor ships."""
    return tuple(unit for unit in forces(state, side) if unit.is_ground)


@derived(Unit)
def ground_stacks(state: State, side: str) -> dict[str, tuple[Unit, ...]]:
    """The ground units of a side in each hex."""
    found: dict[str, list[Unit]] = {}
    for unit in ground_units(state, side):
        found.setdefault(unit.place, []).append(unit)
    return {here: tuple(units) for here, units in found.items()}


@derived(Unit)
def held(state: State, side: str) -> frozenset[str]:
    """The hexes with a ground unit of a side."""
    return frozenset(ground_stacks(state, side))


def ground_at(state: State, here: str, side: str) -> tuple[Unit, ...]:
    """The ground units of a side in a hex."""
    return ground_stacks(state, side).get(here, ())


@derived(Unit)
def leaders(state: State, side: str) -> tuple[Unit, ...]:
    """The leaders of a side on the map."""
    return tuple(unit for unit in forces(state, side) if unit.is_leader)


@derived(Unit)
def ships(state: State) -> tuple[Unit, ...]:
    """The ships at sea on the map."""
    return tuple(unit for unit in forces(state, ALLIED) if unit.is_ship)


def work_of(state: State, key: str) -> Construction | None:
    """The work that a unit does, alone or with others of a crew."""
    return next((work for work in state.all(Construction).values() if key in work.workers), None)


def points(state: State, track: str) -> int:
    """What stands on a track of points."""
    found = state.find(Points, track)
    return found.points if found else 0


def names(units: Iterable[Unit]) -> str:
    """Units in words."""
    return ", ".join(unit.name for unit in units)
