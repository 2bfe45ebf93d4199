"""Definitions of the tables of what an author lays on the table: ratings, dice, decks, tracks, notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from editor.commands.table_parts import parts_of
from editor.document.keys import new_key
from editor.document.titles import distinct_titles
from editor.document.working_copy import WorkingCopy
from editor.tables.columns import Column, TableDefinition
from editor.tables.table_definitions import any_side
from engine.catalogue.table_parts import (
    DRAWS,
    RATING_TYPES,
    CardPart,
    DeckPart,
    DicePart,
    MarkerPart,
    NotePart,
    RatingPart,
    TrackPart,
)

USUAL_DICE: Final = ("1d6", "2d6", "1d10", "2d10", "1d20", "1d100", "3d6")


def _taken(work: WorkingCopy) -> set[str]:
    return parts_of(work).keys()


def _decks(work: WorkingCopy) -> Mapping[str, str]:
    return distinct_titles((deck.key, deck.title) for deck in parts_of(work).decks)


def _markers(work: WorkingCopy) -> Mapping[str, str]:
    return {"": "", **distinct_titles((marker.key, marker.title) for marker in parts_of(work).markers)}


def _boxes(work: WorkingCopy) -> Sequence[str]:
    return [box.key for box in work.sheet("boxes")]


def _unused_dice(work: WorkingCopy) -> str:
    taken = _taken(work)
    return next((dice for dice in USUAL_DICE if dice not in taken), "1d6")


PART_TABLES: Final[Mapping[str, tuple[str, TableDefinition]]] = {
    "ratings": (
        "Ratings of counters",
        TableDefinition(
            (
                Column("title", "Title", width=150),
                Column("key", "Key"),
                Column("type", "Type", "choice", lambda work: RATING_TYPES),
                Column("both_sides", "Also on the back", "flag", lambda work: ("yes", "no"), width=120),
            ),
            lambda work: RatingPart(new_key("rating", {part.key for part in parts_of(work).ratings})),
            title="title",
        ),
    ),
    "dice": (
        "Dice",
        TableDefinition(
            (
                Column("key", "Dice", "choice", lambda work: USUAL_DICE, tip="2d6: two dice", is_free=True),
                Column("title", "What for", width=200),
            ),
            lambda work: DicePart(_unused_dice(work)),
        ),
    ),
    "tracks": (
        "Tracks",
        TableDefinition(
            (
                Column("title", "Title", width=180),
                Column("key", "Key"),
                Column("first", "From", "int", width=60),
                Column("last", "To", "int", width=60),
                Column("start", "Start", "int", width=60),
                Column("side", "Side", "choice", titles=any_side),
            ),
            lambda work: TrackPart(new_key("track", _taken(work)), "New track"),
            title="title",
        ),
    ),
    "markers": (
        "Markers",
        TableDefinition(
            (
                Column("title", "Text", width=150),
                Column("key", "Key"),
                Column("reverse", "Text of the back", width=150),
                Column("limit", "How many", "int", tip="0: any number", width=80),
            ),
            lambda work: MarkerPart(new_key("marker", _taken(work)), "New marker"),
            title="title",
        ),
    ),
    "decks": (
        "Decks and cups",
        TableDefinition(
            (
                Column("title", "Title", width=180),
                Column("key", "Key"),
                Column(
                    "draw",
                    "Drawn",
                    "choice",
                    lambda work: DRAWS,
                    tip="open: onto the table; secret: into the hand of the side that draws",
                ),
                Column("deal", "Dealt to each side", "int", width=130),
            ),
            lambda work: DeckPart(new_key("deck", _taken(work)), "New deck"),
            title="title",
        ),
    ),
    "cards": (
        "Cards and chits",
        TableDefinition(
            (
                Column("name", "Name", width=150),
                Column("deck", "Deck", "choice", titles=_decks),
                Column("count", "How many", "int", width=80),
                Column("text", "Text", width=260),
            ),
            lambda work: CardPart(next(iter(_decks(work)), ""), "New card"),
            "name",
        ),
    ),
    "notes": (
        "Notes and markers at the start",
        TableDefinition(
            (
                Column("place", "Hex or box", "choice", _boxes, is_free=True),
                Column("marker", "Marker", "choice", titles=_markers, tip="Empty: a note with a text"),
                Column("text", "Text", width=240),
                Column("side", "Side", "choice", titles=any_side),
            ),
            lambda work: NotePart("", "New note"),
            "place",
        ),
    ),
}
"""The tables by the name of the part, each with its title."""
