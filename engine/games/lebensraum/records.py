"""The records of the game: armies, headquarters, leaders, economic markers, control, weather."""

from __future__ import annotations

from typing import Annotated, Final

from engine.catalogue.unit_ratings import Rating, rating_fields
from engine.mechanics.board import Board, Piece
from engine.mechanics.pools import Pool
from engine.record import Record
from engine.referee import Due, State, case, derived

AXIS: Final = "axis"
ALLIED: Final = "allied"
SOVIET: Final = "soviet"
WESTERN: Final = "western"

# Boxes off the map: a key with a blank, so that no hex is called so.
DUE: Final = "due"
"""Reinforcements that have not come yet."""
LOST: Final = "lost"
"""Eliminated armies, and headquarters that were overrun or out of supply."""
STOCK: Final = "stock"
"""Headquarters that can be created."""
PILE: Final = "pile"
"""Soviet armies that wait in a pile."""
WITHDRAWN: Final = "withdrawn"

MOVED: Final = "moved"
"""The mark of what has moved in this segment."""
ARRIVED: Final = "arrived"
"""The mark of reinforcements that may still share their hex (6.1-b); its value is their scheduled hex."""
MOVEMENT_POINTS: Final = "movement points"
"""The bank of each power."""

GAME_TURN: Final = "game turn"
PHASE: Final = "phase"
SEGMENT: Final = "segment"
TURN_A: Final = 9
TURN_E: Final = 13
"""The East numbers of the turns A and E of the West."""
PRE: Final = "pre"
"""The moment of the surprise attack: before the first turn of the East and before turn E of the West."""

HQ: Final = "hq"
TANK: Final = frozenset(("tank", "guard_tank"))
PARATROOP: Final = "paratroop"
CLASSES: Final = ("A", "B", "C", "D", "E")
ZOC_CLASSES: Final = frozenset("ABC")

# Where a leader is (chapter 9).
WITH_HQ: Final = "hq"
STAFF: Final = "staff"
POOL: Final = "pool"
AWAITED: Final = "due"
"""He comes with a headquarters or a Staff marker later on."""
DISMISSED: Final = "dismissed"
"""Replaced just now: his owner has yet to say whether he is terminated."""
TERMINATED: Final = "terminated"
KILLED: Final = "killed"
WOUNDED: Final = "wounded"
CAPTURED: Final = "captured"


class Unit(Piece):
    """An army, a paratroop army, a battle group, or a headquarters."""

    key: str
    side: str
    name: str
    type: str
    formation: str
    place: str
    """A hex, or a box of its side."""
    size: str = "army"
    power: Annotated[str, Rating("Power", choices=(AXIS, SOVIET, WESTERN), on_counter=False)] = ""
    nation: Annotated[str, Rating("Nation", on_counter=False)] = ""
    classes: Annotated[tuple[str, ...], Rating("Classes, best first", choices=CLASSES)] = ()
    full: Annotated[tuple[int, ...], Rating("Strength in each class", 0, 30)] = ()
    reduced: Annotated[tuple[int, ...], Rating("Reduced strength in each class", 0, 30)] = ()
    reduced_class: Annotated[str, Rating("Class of the reduced side", on_counter=False)] = ""
    start: Annotated[str, Rating("Class at the start", on_counter=False)] = ""
    range: Annotated[int, Rating("Command range", 2, 3)] = 0
    leader: Annotated[str, Rating("Its leader at the start", on_counter=False)] = ""
    rank: int = 0
    """The class of its present counter: an index of `classes`."""
    flipped: bool = False
    """Its reduced side is up."""
    parent: str = ""
    """The army that a battle group was made from."""

    @property
    @case("3.3")
    def is_hq(self) -> bool:
        """Headquarters are markers: they neither block a hex nor fight nor control."""
        return self.type == HQ

    @property
    @case("5.2")
    def is_tank(self) -> bool:
        """Panzer, Tank and Guard Tank are of tank type, everything else is infantry."""
        return self.type in TANK

    @property
    def moves_as(self) -> str:
        """The column of the terrain chart."""
        return "tank" if self.is_tank or self.is_hq else "infantry"

    @property
    def is_group(self) -> bool:
        """Is it a battle group?"""
        return bool(self.parent)

    @property
    def cls(self) -> str:
        """The class of the side that is up, A to E."""
        return self.reduced_class if self.flipped and self.reduced_class else self.classes[self.rank]

    @property
    def strength(self) -> int:
        """The strength of the side that is up."""
        return (self.reduced if self.flipped else self.full)[self.rank]

    @property
    @case("6.2-a")
    def steps_left(self) -> int:
        """One for each lower class, one for the full side, one for being there."""
        return 0 if self.is_hq else len(self.classes) - self.rank + (not self.flipped)


RATINGS: Final = rating_fields(Unit)


class Leader(Record):
    """A leader of a power, with a headquarters, on the General Staff, in the pool or elsewhere."""

    key: str
    side: str
    power: str
    name: str
    stars: int
    post: str = POOL
    hq: str = ""
    """The headquarters that he is with; a leader of the staff without one is in the capital."""
    nation: str = ""
    shaken: bool = False
    """He has lost his last combat."""
    at: str = ""
    """The hex of the unit that he was put with in this combat segment; empty if he is with his HQ."""
    back: int = 0
    """The turn on which a wounded leader returns."""


class EconomicMarker(Record):
    """A marker of transport, production and refinery points."""

    key: str
    power: str
    """Who owns it now."""
    title: str
    """The place where it begins."""
    home: str
    place: str
    trn: int = 0
    pro: int = 0
    ref: int = 0
    face_down: bool = False
    """Transported or captured: it counts for nothing."""
    captured: bool = False
    """It waits to be taken away by its captor."""
    works_from: int = 0
    """A captured one works on this turn and on every other turn after it; 0 for every turn."""

    @property
    def on_map(self) -> bool:
        return " " not in self.place

    @property
    def total(self) -> int:
        """All its points, which move together."""
        return self.trn + self.pro + self.ref

    @property
    def name(self) -> str:
        """Where it comes from, and its points."""
        return f"{self.title} ({self.trn}/{self.pro}/{self.ref})"


class Clock(Record):
    """The turn, always by its East number, and a moment before it."""

    turn: int
    moment: str = ""
    """PRE, or empty."""
    key: str = ""


class Control(Record):
    """Who controls a hex, where that differs from the start."""

    key: str
    side: str


class Weather(Record):
    """The weather of a section: north, central, south."""

    key: str
    kind: str


class OpenBorder(Record):
    """Two countries whose border has been crossed in a hostile direction: `germany|poland`."""

    key: str


@case("6.1-a", "6.13-a", "11.8-b")
def has_come(state: State, entry: Due) -> bool:
    """Is a reinforcement due? Before turn E only what comes then or came earlier; what did not land then may
    still come on turn E."""
    clock = state.one(Clock)
    if clock.moment == PRE and entry.turn == clock.turn:
        return entry.moment == PRE
    return entry.has_come(clock.turn, PRE)


board: Final = Board(Unit)
units_at = board.units_at

RECORDS: Final = (Unit, Leader, EconomicMarker, Clock, Control, Weather, OpenBorder, Pool)


@derived(Unit)
@case("3.3", "5.7-d")
def armies(state: State, side: str) -> tuple[Unit, ...]:
    """The units of a side on the map, battle groups like others; headquarters are no units."""
    return tuple(unit for unit in board.forces(state, side) if not unit.is_hq)


@derived(Unit)
def hqs(state: State, side: str) -> tuple[Unit, ...]:
    """The headquarters of a side on the map."""
    return tuple(unit for unit in board.forces(state, side) if unit.is_hq)


@derived(Unit)
def army_places(state: State) -> dict[str, Unit]:
    """The unit in each hex that has one. A battle group that has not left its parent's hex comes second."""
    found: dict[str, Unit] = {}
    for unit in state.all(Unit).values():
        if unit.on_map and not unit.is_hq and (unit.place not in found or not unit.is_group):
            found[unit.place] = unit
    return found


def army_at(state: State, here: str) -> Unit | None:
    """The unit in a hex."""
    return army_places(state).get(here)


def hqs_at(state: State, here: str) -> tuple[Unit, ...]:
    """The headquarters in a hex."""
    return tuple(unit for unit in units_at(state, here) if unit.is_hq)


@derived(Unit)
def occupied(state: State, side: str) -> frozenset[str]:
    """The hexes with a unit of a side."""
    return frozenset(unit.place for unit in armies(state, side))


@derived(Leader)
def leader_of(state: State) -> dict[str, Leader]:
    """The front leader of each headquarters, by its key."""
    return {one.hq: one for one in state.all(Leader).values() if one.post == WITH_HQ}


@derived(Leader)
def staff_with(state: State, hq: str) -> tuple[Leader, ...]:
    """The leaders of the General Staff with a headquarters; with "" those in the capital."""
    return tuple(one for one in state.all(Leader).values() if one.post == STAFF and one.hq == hq)
