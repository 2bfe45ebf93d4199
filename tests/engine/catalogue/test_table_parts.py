"""What an author puts on the table: read strictly, and every fault named with its table and key."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bad_input import BadInput
from engine.catalogue.plain_data import plain, write
from engine.catalogue.table_parts import (
    CardPart,
    DeckPart,
    DicePart,
    MarkerPart,
    NotePart,
    RatingPart,
    TableParts,
    TrackPart,
    part_faults,
    rating_fields_of,
    table_parts,
)

GOOD = TableParts(
    ratings=(RatingPart("cf", "Combat", both_sides=True), RatingPart("nick", "Nickname", "text")),
    dice=(DicePart("2d6"),),
    markers=(MarkerPart("smoke", "Smoke"),),
    decks=(DeckPart("events", "Events", deal=1),),
    cards=(CardPart("events", "Rain", 2),),
    tracks=(TrackPart("vp", "Points", -5, 20, 0, "red"),),
    notes=(NotePart("0101", "Here"), NotePart("pool", marker="smoke", side="blue")),
)


def told(parts: TableParts) -> list[tuple[str, str]]:
    faults = part_faults(parts, ("red", "blue"), 2, frozenset({"0101", "pool"}))
    return [(fault.table, fault.text) for fault in faults]


def test_parts_are_written_and_read_back() -> None:
    assert table_parts({"table": plain(write(GOOD), "table")}) == GOOD
    assert table_parts({}) == TableParts()
    assert told(GOOD) == []
    assert GOOD.keys() == {"2d6", "smoke", "events", "vp"} and GOOD.cards_of("events") == ("Rain", "Rain")


def test_ratings_become_columns_for_both_faces() -> None:
    fields = rating_fields_of(GOOD)
    assert list(fields) == ["cf", "cf_back", "nick"]
    assert fields["cf_back"].title == "Combat (back)" and fields["nick"].type == "text"
    assert not any(field.required for field in fields.values())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"dices": []}, "dices"),
        ({"dice": [{"key": 6}]}, "text"),
        ({"tracks": "none"}, "list"),
        ({"turns": 3}, "text"),
        ([], "table"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(data: Any, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        table_parts({"table": data})


@pytest.mark.parametrize(
    ("parts", "table", "words"),
    [
        (TableParts(turns="never"), "table", "one by one"),
        (TableParts(pieces="none"), "table", "own"),
        (TableParts(ratings=(RatingPart("a"), RatingPart("a"))), "ratings", "2 of them"),
        (TableParts(ratings=(RatingPart("a", type="flag"),)), "ratings", "number or text"),
        (TableParts(dice=(DicePart("d6"),)), "dice", "like 2d6"),
        (TableParts(dice=(DicePart("0d6"),)), "dice", "like 2d6"),
        (TableParts(markers=(MarkerPart(""),)), "markers", "empty"),
        (TableParts(markers=(MarkerPart("a", limit=-1),)), "markers", "limit"),
        (TableParts(markers=(MarkerPart("a"),), tracks=(TrackPart("a"),)), "table", "different keys"),
        (TableParts(decks=(DeckPart("a"),)), "decks", "no cards"),
        (TableParts(decks=(DeckPart("a", draw="up"),), cards=(CardPart("a", "x"),)), "decks", "secret"),
        (TableParts(decks=(DeckPart("a", deal=1),), cards=(CardPart("a", "x"),)), "decks", "not enough"),
        (TableParts(decks=(DeckPart("a", deal=-1),), cards=(CardPart("a", "x"),)), "decks", "deal"),
        (TableParts(cards=(CardPart("b", "x"),)), "cards", "not a deck"),
        (TableParts(decks=(DeckPart("a"),), cards=(CardPart("a", ""),)), "cards", "no name"),
        (TableParts(decks=(DeckPart("a"),), cards=(CardPart("a", "x", 0),)), "cards", "count"),
        (
            TableParts(decks=(DeckPart("a"),), cards=(CardPart("a", "x", 999), CardPart("a", "y"))),
            "decks",
            "999",
        ),
        (TableParts(tracks=(TrackPart("a", first=3, last=2),)), "tracks", "not on a track"),
        (TableParts(tracks=(TrackPart("a", side="green"),)), "tracks", "not a side"),
        (TableParts(notes=(NotePart("9999", "x"),)), "notes", "neither a hex nor a box"),
        (TableParts(notes=(NotePart("0101"),)), "notes", "neither a marker nor a text"),
        (TableParts(notes=(NotePart("0101", marker="fog"),)), "notes", "not a marker"),
        (TableParts(notes=(NotePart("0101", "x", side="green"),)), "notes", "not a side"),
    ],
)
def test_every_fault_is_told(parts: TableParts, table: str, words: str) -> None:
    found = told(parts)
    assert any(where == table and words in text for where, text in found), found
