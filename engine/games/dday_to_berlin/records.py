"""The records of the game: stands, armies, the clock, places, bridges and earthworks."""

from __future__ import annotations

from typing import Annotated, Final

from engine.catalogue.unit_ratings import Rating, rating_fields
from engine.mechanics import Board, Piece
from engine.record import Record
from engine.referee import State, case, derived

ARMOUR: Final = frozenset(("TNK", "TD", "SPG"))
ARTILLERY: Final = frozenset(("ART", "SPA"))
TOWED_GUNS: Final = frozenset(("ART", "ATG"))
TYPES: Final = ("INF", "ENG", "REC", "TNK", "TD", "SPG", "ATG", "ART", "SPA", "HQ")
MOBILITIES: Final = ("LEG", "MOT", "MECH")
QUALITIES: Final = ("poor", "regular", "veteran")
SIZES: Final = ("battalion", "detachment", "headquarters")
FACINGS: Final = ("N", "NE", "SE", "S", "SW", "NW")

SHATTERED: Final = "shattered"
LOST: Final = "lost"
DUE: Final = "due"


class Unit(Piece):
    """A stand: a battalion, a company-sized detachment, or a headquarters."""

    key: str
    side: str
    name: str
    type: str
    mobility: Annotated[str, Rating("Mobility class", choices=MOBILITIES)]
    quality: Annotated[str, Rating("Morale quality", choices=QUALITIES)]
    formation: str
    place: str
    """A hex, or the box SHATTERED, LOST, DUE or TO_SET_UP of its side."""
    size: str = "battalion"
    weight: Annotated[int, Rating("Armour weight", 1, 3)] = 0
    range: Annotated[int, Rating("Range in zones", 1, 12)] = 0
    """Zones that artillery fires; 0 where the battalion table says it."""
    facing: int = 0
    dismounted: bool = False
    static: Annotated[bool, Rating("Never moves voluntarily")] = False

    @property
    def is_hq(self) -> bool:
        return self.type == "HQ"

    @property
    def is_detachment(self) -> bool:
        return self.size == "detachment"

    @property
    @case("terms.types")
    def is_armour(self) -> bool:
        """TNK, TD and SPG; reconnaissance never is."""
        return self.type in ARMOUR

    @property
    @case("terms.types")
    def is_artillery(self) -> bool:
        """ART and SPA."""
        return self.type in ARTILLERY

    @property
    def is_towed_gun(self) -> bool:
        """ART and ATG: they move or fight, and are lost when shattered."""
        return self.type in TOWED_GUNS

    @property
    @case("terms.mobility", "3.dismount")
    def moves_as(self) -> str:
        """The mobility class in effect: armoured infantry without its carriers is on foot."""
        return "LEG" if self.dismounted else self.mobility

    @property
    @case("terms.mobility")
    def is_mech(self) -> bool:
        """Non Mech is everything else."""
        return self.moves_as == "MECH"


RATINGS: Final = rating_fields(Unit)


@case("terms.weight")
def is_heavier(one: Unit, other: Unit) -> bool:
    """Armour of a strictly larger weight than other armour."""
    return one.is_armour and other.is_armour and one.weight > other.weight


class Army(Record):
    """What a side has in hand, by the key of the side."""

    key: str
    markers: int = 0
    tally: int = 0
    art: int = 0
    air: int = 0
    art_allotment: int = 0
    air_allotment: int = 0
    free_rolls: int = 0


class Clock(Record):
    """The turn and how much of the day has gone."""

    turn: int = 0
    player_a: str = ""
    daylight: int = 0
    day: int = 1
    turns_today: int = 0
    """Day turns completed since the last night."""
    night: bool = False
    key: str = ""


class Held(Record):
    """Who controls an objective or a supply point."""

    key: str
    side: str


class Met(Record):
    """At how many ends of turns a condition of victory was true."""

    key: str
    times: int = 0


class Bridge(Record):
    """A bridge that stands, by its hexside."""

    key: str
    built: bool = False
    """By engineers during play."""


class Earthwork(Record):
    """A works marker, or when it is finished a prepared position, by its hex."""

    key: str
    finished: bool = True
    side: str = ""
    """Who dug a works marker."""


board: Final = Board(Unit)
stacks, units_at, forces, occupied = board.stacks, board.units_at, board.forces, board.occupied


@derived(Unit)
def garrisoned(state: State, side: str) -> frozenset[str]:
    """The zones that hold a battalion or detachment of a side."""
    return frozenset(unit.place for unit in forces(state, side) if not unit.is_hq)


def has_position(state: State, place: str) -> bool:
    """Is there a finished prepared position?"""
    work = state.find(Earthwork, place)
    return work is not None and work.finished


def army(state: State, side: str) -> Army:
    """What the side has in hand."""
    return state.get(Army, side)
