"""The records of the game: battalions and headquarters, formations, the tracks, the markers on the map."""

from __future__ import annotations

from typing import Annotated, Final

from engine.catalogue.unit_ratings import Rating, rating_fields
from engine.mechanics.board import Board, Piece
from engine.record import Record
from engine.referee import State, case, derived

US: Final = "us"
GERMAN: Final = "german"

# Boxes off the map: a key with a blank, so that no hex is called so.
DUE: Final = "due"
"""Reinforcements that have not come yet."""
LOST: Final = "lost"
"""Eliminated."""
WITHDRAWN: Final = "withdrawn"
ASIDE: Final = "aside"
"""Headquarters that found no hex to be displaced to."""

GAME_TURN: Final = "game turn"
ACTIVATION: Final = "activation"
"""A Formation Activation or Reaction."""
ACTION: Final = "action"
"""One Action of an activation."""

# Types of units, as the chart calls them.
HQ: Final = "hq"
AFV: Final = frozenset(("cav", "tank", "assault_gun", "td"))
"""Units with tank points; all others have anti-tank points."""
LEG: Final = frozenset(("inf", "mg", "bicycle", "eng"))


class Unit(Piece):
    """A battalion, or the headquarters of a formation."""

    key: str
    side: str
    name: str
    type: str
    formation: str
    """Its division, or its corps if it is independent."""
    place: str
    """A hex, or a box of its side."""
    size: str = "battalion"
    er: Annotated[int, Rating("Effectiveness", 2, 7)] = 0
    strength: Annotated[int, Rating("Combat strength", 1, 15)] = 0
    """As printed; `now` is what is left."""
    pt: Annotated[int, Rating("Tank or anti-tank points", 0, 9)] = 0
    ma: Annotated[int, Rating("Movement allowance", 0, 20)] = 0
    d_er: Annotated[int, Rating("Effectiveness when disrupted", 1, 7, on_counter=False)] = 0
    d_pt: Annotated[int, Rating("Tank or anti-tank points when disrupted", 0, 9, on_counter=False)] = 0
    regiment: Annotated[str, Rating("Regiment", on_counter=False)] = ""
    now: int = 0
    disrupted: bool = False
    assigned: str = ""
    """The formation that it is assigned or attached to, if it is not its own."""
    level: int = 0
    """Its place in a stack: the highest lies on top."""

    @property
    def is_hq(self) -> bool:
        return self.type == HQ

    @property
    @case("3.3-b")
    def is_combat_unit(self) -> bool:
        """Headquarters never are."""
        return self.type != HQ

    @property
    @case("3.2-b")
    def is_afv(self) -> bool:
        """AFV type: its points are tank points. Infantry type has anti-tank points."""
        return self.type in AFV

    @property
    @case("3.2-c")
    def is_leg(self) -> bool:
        return self.type in LEG

    @property
    @case("5.6.3-b", "3.2-d")
    def effectiveness(self) -> int:
        """The rating of the side that is up."""
        return self.d_er if self.disrupted else self.er

    @property
    @case("5.6.3-b", "3.2-d")
    def points(self) -> int:
        """Tank or anti-tank points of the side that is up."""
        return self.d_pt if self.disrupted else self.pt


RATINGS: Final = rating_fields(Unit)


class Formation(Record):
    """A division in play: its activation level, the support points of its headquarters, and which side of
    the headquarters is up."""

    key: str
    level: int
    support: int
    flipped: bool = False
    """Its emergency supply is spent."""


class Clock(Record):
    """The turn and the tracks of the Ops Phase."""

    turn: int
    bonus_side: str = ""
    """Whom the Initiative marker favours; nobody while it is on 0."""
    bonus: int = 0
    interdiction: int = 0
    passed: tuple[str, ...] = ()
    """The sides that have passed in this Ops Phase."""
    cycle: int = 0
    reroll: str = GERMAN
    """Who owns the SNAFU marker (5.2)."""
    activations: int = 0
    """Formation Activations so far; only First Blood counts them."""
    key: str = ""


class ActionPoints(Record):
    """The action points that a side has left, by its key."""

    key: str
    left: int = 0


class Improved(Record):
    """An Improved Defense marker, by its hex."""

    key: str
    side: str


class Control(Record):
    """Who controls a victory hex."""

    key: str
    side: str


class PlanMarker(Record):
    """A Victory Plan marker that was drawn, by its number in the order of the draws."""

    key: str
    plan: str
    seen: bool = False
    """The German player has looked at it."""


class Losses(Record):
    """Strength points that a side lost with units that left the game, by the class of the chart."""

    key: str
    points: tuple[tuple[str, int], ...] = ()


RECORDS: Final = (Unit, Formation, Clock, ActionPoints, Improved, Control, PlanMarker, Losses)

board: Final = Board(Unit)
stacks, units_at, forces = board.stacks, board.units_at, board.forces


@derived(Unit)
def combat_units(state: State, side: str) -> tuple[Unit, ...]:
    """The combat units of a side on the map."""
    return tuple(unit for unit in forces(state, side) if unit.is_combat_unit)


@derived(Unit)
def occupied(state: State, side: str) -> frozenset[str]:
    """The hexes with any unit of a side, headquarters included."""
    return board.occupied(state, side)


@derived(Unit)
def held(state: State, side: str) -> frozenset[str]:
    """The hexes with a combat unit of a side."""
    return frozenset(unit.place for unit in combat_units(state, side))


def fighters_at(state: State, here: str) -> tuple[Unit, ...]:
    """The combat units in a hex."""
    return tuple(unit for unit in units_at(state, here) if unit.is_combat_unit)


def points_left(state: State, side: str) -> int:
    """The action points on the track of a side."""
    found = state.find(ActionPoints, side)
    return found.left if found else 0
