"""What lies on a table besides map and counters, as the author of a scenario names it.

Ratings of the counters, dice, markers, decks of cards or chits, tracks, and notes on the map. A scenario
keeps them in its data, under `table`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from typing import Final, cast

from engine.catalogue.document import RatingField
from engine.catalogue.plain_data import Plain, read
from engine.record import Record

TABLE: Final = "table"
"""The name of these parts in the data of a scenario."""
CARD: Final = "card"
"""The type of a piece that is a card of a deck."""
BACK: Final = "_back"
"""The end of the key of a rating that is printed on the back of the counter."""

NUMBER: Final = "number"
RATING_TYPES: Final = (NUMBER, "text")
ONE_BY_ONE: Final = "one by one"
TOGETHER: Final = "together"
TURNS: Final = (ONE_BY_ONE, TOGETHER)
"""How the sides share a turn."""
ALL: Final = "all"
OWN: Final = "own"
HANDLING: Final = (ALL, OWN)
"""Which pieces a side may handle."""
OPEN: Final = "open"
SECRET: Final = "secret"
DRAWS: Final = (OPEN, SECRET)
"""Where a drawn card goes: onto the table, or into the hand of the side that drew it."""

DICE: Final = re.compile(r"[1-9]\d?d[1-9]\d{0,2}")
MOST_CARDS: Final = 999
LARGEST_STEP: Final = 9999


class RatingPart(Record):
    """A rating of the counters: what it is called, whether it is a number, whether the back has one, too."""

    key: str
    title: str = ""
    type: str = NUMBER
    both_sides: bool = False


class DicePart(Record):
    """Dice that can be rolled: the key says how many and which, such as 2d6."""

    key: str
    title: str = ""


class MarkerPart(Record):
    """A kind of marker. `reverse` is what its back says; `limit` how many there are, 0 for any number."""

    key: str
    title: str = ""
    reverse: str = ""
    limit: int = 0


class DeckPart(Record):
    """A deck of cards or a cup of chits. `deal`: how many cards each side is dealt before the first turn."""

    key: str
    title: str = ""
    draw: str = OPEN
    deal: int = 0


class CardPart(Record):
    """A card of a deck, and how many of it there are."""

    deck: str
    name: str
    count: int = 1
    text: str = ""


class TrackPart(Record):
    """A track from one number to another."""

    key: str
    title: str = ""
    first: int = 0
    last: int = 10
    start: int = 0
    side: str = ""


class NotePart(Record):
    """What lies on the map or in a box when the game begins: a marker, or a note if no marker is named."""

    place: str
    text: str = ""
    marker: str = ""
    side: str = ""


class TableParts(Record):
    """Everything the author has put on the table, and how the sides share it."""

    turns: str = ONE_BY_ONE
    pieces: str = ALL
    ratings: tuple[RatingPart, ...] = ()
    dice: tuple[DicePart, ...] = ()
    markers: tuple[MarkerPart, ...] = ()
    decks: tuple[DeckPart, ...] = ()
    cards: tuple[CardPart, ...] = ()
    tracks: tuple[TrackPart, ...] = ()
    notes: tuple[NotePart, ...] = ()

    def keys(self) -> set[str]:
        """The keys of everything that players point at; they are all different."""
        lists = (self.dice, self.markers, self.decks, self.tracks)
        return {part.key for parts in lists for part in cast("tuple[DicePart, ...]", parts)}

    def cards_of(self, deck: str) -> tuple[str, ...]:
        """The names of all cards of a deck, each as often as there are of it."""
        return tuple(card.name for card in self.cards if card.deck == deck for _ in range(card.count))


def table_parts(data: Mapping[str, Plain]) -> TableParts:
    """The parts that the data of a scenario hold; BadInput if they cannot be read."""
    return read(TableParts, data.get(TABLE, {}), TABLE)


def rating_fields_of(parts: TableParts) -> Mapping[str, RatingField]:
    """The ratings of a unit as the editor and the checks read them; none of them is required."""
    found: dict[str, RatingField] = {}
    for rating in parts.ratings:
        title = rating.title or rating.key
        kind = "int" if rating.type == NUMBER else "text"
        found[rating.key] = RatingField(kind, required=False, title=title)
        if rating.both_sides:
            back = RatingField(kind, required=False, title=f"{title} (back)", on_counter=False)
            found[rating.key + BACK] = back
    return found


class PartFault(Record):
    """What is wrong with a part: its table, its key, and a sentence."""

    table: str
    about: str
    text: str


def part_faults(
    parts: TableParts, sides: Container[str], players: int, places: Container[str]
) -> Iterator[PartFault]:
    """What cannot be played with; `places` are hexes and boxes, `players` the number of sides that play."""
    for name, value, known in (("turns", parts.turns, TURNS), ("pieces", parts.pieces, HANDLING)):
        if value not in known:
            yield PartFault(TABLE, name, f"{name} is {value!r:.40}, not one of {', '.join(known)}")
    yield from _faults_of_keys(parts)
    for rating in parts.ratings:
        if rating.type not in RATING_TYPES:
            yield PartFault("ratings", rating.key, f"type is {rating.type!r:.40}, not number or text")
    for die in parts.dice:
        if not DICE.fullmatch(die.key):
            yield PartFault("dice", die.key, "dice are written like 2d6: a number, d, the number of sides")
    for marker in parts.markers:
        if not 0 <= marker.limit <= MOST_CARDS:
            yield PartFault("markers", marker.key, f"limit must be 0 to {MOST_CARDS}")
    yield from _faults_of_decks(parts, players)
    for track in parts.tracks:
        if not -LARGEST_STEP <= track.first <= track.start <= track.last <= LARGEST_STEP:
            text = f"it starts at {track.start}, which is not on a track from {track.first} to {track.last}"
            yield PartFault("tracks", track.key, text)
        if track.side and track.side not in sides:
            yield PartFault("tracks", track.key, f"{track.side!r:.40} is not a side")
    known_markers = {marker.key for marker in parts.markers}
    for note in parts.notes:
        if note.place not in places:
            yield PartFault("notes", note.place, f"{note.place!r:.40} is neither a hex nor a box of the map")
        if note.marker and note.marker not in known_markers:
            yield PartFault("notes", note.place, f"{note.marker!r:.40} is not a marker")
        if not note.marker and not note.text.strip():
            yield PartFault("notes", note.place, "it has neither a marker nor a text")
        if note.side and note.side not in sides:
            yield PartFault("notes", note.place, f"{note.side!r:.40} is not a side")


def _faults_of_keys(parts: TableParts) -> Iterator[PartFault]:
    for table in ("ratings", "dice", "markers", "decks", "tracks"):
        keys = Counter(part.key for part in getattr(parts, table))
        for key, number in keys.items():
            if not key or key != key.strip():
                yield PartFault(table, key, "the key is empty or begins or ends with a blank")
            elif number > 1:
                yield PartFault(table, key, f"{number} of them have this key")
    shared = Counter(
        part.key
        for table in ("dice", "markers", "decks", "tracks")
        for part in {part.key: part for part in getattr(parts, table)}.values()
    )
    for key, number in shared.items():
        if number > 1:
            yield PartFault(TABLE, key, "dice, markers, decks and tracks need different keys")


def _faults_of_decks(parts: TableParts, players: int) -> Iterator[PartFault]:
    decks = {deck.key for deck in parts.decks}
    for card in parts.cards:
        if card.deck not in decks:
            yield PartFault("cards", card.name, f"{card.deck!r:.40} is not a deck")
        if not card.name.strip():
            yield PartFault("cards", card.name, "it has no name")
        if not 1 <= card.count <= MOST_CARDS:
            yield PartFault("cards", card.name, f"count must be 1 to {MOST_CARDS}")
    for deck in parts.decks:
        number = sum(card.count for card in parts.cards if card.deck == deck.key)
        if deck.draw not in DRAWS:
            yield PartFault("decks", deck.key, f"draw is {deck.draw!r:.40}, not one of {', '.join(DRAWS)}")
        if not number:
            yield PartFault("decks", deck.key, "it has no cards")
        elif not 0 <= deck.deal * players <= number <= MOST_CARDS:
            text = f"{number} cards are not enough to deal {deck.deal} to each of {players} sides"
            yield PartFault(
                "decks", deck.key, text if number <= MOST_CARDS else f"more than {MOST_CARDS} cards"
            )
