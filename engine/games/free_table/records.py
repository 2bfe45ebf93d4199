"""What lies on the table: pieces, markers, discarded cards, tracks, the turn."""

from __future__ import annotations

from typing import Final

from engine.mechanics.places import by_place
from engine.record import Record
from engine.referee import State, derived

NOTE: Final = "note"
"""The kind of a marker that is only a text."""

# Boxes that every table has.
OUT_OF_PLAY: Final = "out of play"
CARDS: Final = "cards"
"""The cards that lie open on the table."""
HAND: Final = "hand"
DUE: Final = "due"

Faces = tuple[tuple[str, str], ...]
"""Ratings by title, in the order in which they are printed."""


class Piece(Record):
    """A counter or a card."""

    key: str
    side: str
    name: str
    type: str
    place: str
    """A hex, or the key of a box."""
    size: str = ""
    formation: str = ""
    front: Faces = ()
    back: Faces = ()
    text: str = ""
    """What a card says."""
    deck: str = ""
    """The deck of a card; empty for a counter."""
    flipped: bool = False
    facing: int | None = None
    hidden: bool = False
    """Face down: only its owner sees what it is. What belongs to nobody is seen by nobody."""
    level: int = 0
    """Its place in a stack: the highest lies on top."""

    def __str__(self) -> str:
        return self.name


class LaidMarker(Record):
    """A marker on the table; `kind` is one of the author's, or NOTE."""

    key: str
    kind: str
    place: str
    text: str = ""
    side: str = ""
    flipped: bool = False


class Discards(Record):
    """The cards of a deck that lie discarded, the last one on top."""

    key: str
    cards: tuple[str, ...] = ()


class TrackValue(Record):
    """Where the counter of a track stands."""

    key: str
    value: int


class Clock(Record):
    """The turn, the numbers of cards drawn and of markers laid so far, and whether cards were dealt."""

    turn: int
    cards: int = 0
    markers: int = 0
    dealt: bool = False
    key: str = ""


class Tally(Record):
    """At how many ends of turns a condition of victory was true."""

    key: str
    times: int


RECORDS: Final = (Piece, LaidMarker, Discards, TrackValue, Clock, Tally)


@derived(Piece)
def stacks(state: State) -> dict[str, tuple[Piece, ...]]:
    """The pieces in each hex or box, the lowest first."""
    in_order = sorted(state.all(Piece).values(), key=lambda piece: (piece.level, piece.key))
    return by_place(in_order)


def pieces_at(state: State, place: str) -> tuple[Piece, ...]:
    """The pieces in a hex or box, the lowest first."""
    return stacks(state).get(place, ())


def level_on_top(state: State, place: str) -> int:
    """The level above everything in a hex or box."""
    stack = pieces_at(state, place)
    return stack[-1].level + 1 if stack else 1


def level_below(state: State, place: str) -> int:
    """The level below everything in a hex or box."""
    stack = pieces_at(state, place)
    return stack[0].level - 1 if stack else 1
