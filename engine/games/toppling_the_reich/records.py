"""The records of the game: units, leaders, what each side has in hand, and the markers on the map."""

from __future__ import annotations

from typing import Annotated, Final

from engine.catalogue.unit_ratings import Rating, rating_fields
from engine.mechanics import Board, Piece
from engine.record import Record
from engine.referee import State, case, derived

ALLIED: Final = "allied"
GERMAN: Final = "german"

SIZES: Final = ("corps", "division", "brigade", "regiment", "battalion", "army", "army_group", "front")
LEVELS: Final = ("army", "army_group", "front")
FAMILIES: Final = {
    "US": "american",
    "FR": "american",
    "BR": "british",
    "CDN": "british",
    "MIN": "british",
    "GE": "german",
    "SS": "german",
    "LW": "german",
    "ALL": "",
}
"""By nation: who may share a hex and a headquarters (3.5.6); SHAEF belongs to no single nation."""


class Unit(Piece):
    """A counter with a face: combat unit, headquarters, armored asset or leader."""

    key: str
    side: str
    name: str
    type: str
    size: str
    nation: Annotated[str, Rating("Nation", choices=tuple(FAMILIES), on_counter=False)]
    cf: Annotated[tuple[int, ...], Rating("Combat factor, one per step", 0, 99)]
    """The combat factor from full strength down, one per step."""
    mf: Annotated[int, Rating("Movement factor", 0, 99)]
    place: str
    """A hex, or a box of its side."""
    steps: int = 1
    formation: str = ""
    level: Annotated[str, Rating("Level of a headquarters", choices=LEVELS)] = ""
    """army, army_group or front: the level of a headquarters."""
    rank: Annotated[int, Rating("Rank of a leader", 1, 3)] = 0
    """1 to 3: army, army group and front leaders."""
    tag: Annotated[str, Rating("Special rule of the counter")] = ""
    """Which special rule the counter's letter invokes."""
    corps_class: Annotated[str, Rating("What the corps breaks down into", on_counter=False)] = ""
    """wehrmacht, luftwaffe or volksgrenadier: what an infantry corps breaks down into."""
    rail_static: bool = False
    """A static unit that was set up on a Westwall hex with a railroad (6.4.3-a)."""
    entry: str = ""
    """The map entry hex it is listed for."""
    hidden: str = ""
    """concealed (a marker lies in its hex) or unknown (nothing does)."""
    letter: str = ""
    """The deception marker that stands for it."""
    dummy: bool = False
    """A deception marker with nothing behind it."""

    @property
    @case("2.1", "2.1.1-a")
    def strength(self) -> int:
        """The combat factor on the face that is up; leaders and armored assets are no fighting strength."""
        return self.cf[len(self.cf) - self.steps] if self.cf and self.steps else 0

    @property
    def full_steps(self) -> int:
        return len(self.cf)

    @property
    def is_full(self) -> bool:
        return self.steps == len(self.cf)

    @property
    def is_hq(self) -> bool:
        return self.type == "hq"

    @property
    def is_leader(self) -> bool:
        return self.type == "leader"

    @property
    def is_engineer(self) -> bool:
        return self.type == "engineer"

    @property
    def is_asset(self) -> bool:
        """79th Armored and King Tigers: no strength, no steps, column shifts only."""
        return self.type == "armor_asset"

    @property
    def is_corps(self) -> bool:
        return self.size == "corps"

    @property
    @case("2.1", "3.4-a")
    def is_combat_unit(self) -> bool:
        """Headquarters are combat units; leaders are a kind of their own, assets only help others."""
        return not self.is_leader and not self.is_asset

    @property
    @case("7.4-armor-a")
    def is_armor_type(self) -> bool:
        """Allied armored and German panzer units, corps that contain them included."""
        return self.type in ("armor", "panzer_corps", "corps")

    @property
    @case("3.5.6-a", "3.5.6-b")
    def family(self) -> str:
        """british, american or german; empty for SHAEF and its leader, who go with either."""
        return FAMILIES[self.nation]


RATINGS: Final = rating_fields(Unit)


class Army(Record):
    """What a side has in hand, by the key of the side."""

    key: str
    asp: int = 0
    air: int = 0
    """Air Actions left."""
    air_awarded: int = 0
    exhausting: int = 0
    """Air Actions spent on what exhausts (11.1-f)."""
    counter_air: bool = False
    """It has flown Counter-air this turn."""
    effort: bool = False
    """It has made a Concentrated Effort this turn."""
    railhead: bool = False
    """A railhead has moved two hexes this turn."""
    infantry: int = 0
    """Replacements left this turn."""
    armor: int = 0


class LastTurn(Record):
    """What the last turn means for this turn's Air Status roll, by the key of the side."""

    key: str
    unused: bool = False
    counter_air: bool = False
    effort: bool = False
    exhausted: bool = False
    railhead: bool = False
    """A railhead moved two hexes."""


class Clock(Record):
    """The turn, who moves first in it, and the column of the Air Status."""

    turn: int = 1
    first: str = ALLIED
    air_status: int = 4
    key: str = ""


class Weather(Record):
    """The conditions of this turn: pairs of a condition and where, a zone, a river or "all"."""

    conditions: tuple[tuple[str, str], ...] = ()
    key: str = ""


class Control(Record):
    """Who controls a hex (14.0-c), and since which turn and player-turn."""

    key: str
    side: str
    since: str = ""
    """ "TURN side" of the player-turn in which it changed hands; empty from the start."""


class Stalemate(Record):
    """A stalemate (7.7), by the hex of the defender."""

    key: str
    attacker: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    turn: int
    countered: tuple[str, ...] = ()
    """Hexes of the attackers that were counterattacked without another stalemate."""


class Composition(Record):
    """The units that a corps counter stands for, or stood for until it broke down, by its key (12.1)."""

    key: str
    units: tuple[str, ...]


class Deception(Record):
    """How many German units may be concealed or unknown together this turn (13.1)."""

    level: int = 0
    may_declare: bool = False
    """The result carried the asterisk of Herbstnebel."""
    key: str = ""


class Herbstnebel(Record):
    """The German counteroffensive has been declared; in effect from this turn for four turns."""

    turn: int
    key: str = ""


RECORDS: Final = (
    *(Unit, Army, LastTurn, Clock, Weather, Control, Stalemate, Composition, Deception, Herbstnebel),
)


board: Final = Board(Unit)
stacks, units_at, forces = board.stacks, board.units_at, board.forces


def has_hidden_units(state: State, side: str) -> bool:
    """Does a side have units on the map that the enemy cannot see? Then he must not read who is meant."""
    return any(unit.hidden for unit in forces(state, side))


def engineers(state: State) -> list[Unit]:
    """The engineers on the map; only the Allies have any (10.4-b)."""
    return [unit for unit in forces(state, ALLIED) if unit.is_engineer]


@derived(Unit)
def occupied(state: State, side: str) -> frozenset[str]:
    """The hexes that hold a combat unit of a side which the other side can see; headquarters included."""
    return frozenset(
        unit.place for unit in forces(state, side) if unit.is_combat_unit and unit.hidden != "unknown"
    )


@derived(Unit)
def headquarters(state: State, side: str, level: str) -> tuple[Unit, ...]:
    """The headquarters of a level on the map; the dummy of one that is concealed is none."""
    return tuple(
        unit for unit in forces(state, side) if unit.is_hq and unit.level == level and not unit.dummy
    )


def army(state: State, side: str) -> Army:
    """What the side has in hand."""
    return state.get(Army, side)


def in_effect(state: State) -> bool:
    """Is Herbstnebel in effect this turn?"""
    plan = state.find(Herbstnebel, "")
    return plan is not None and plan.turn <= state.one(Clock).turn < plan.turn + HERBSTNEBEL_TURNS


HERBSTNEBEL_TURNS: Final = 4
