"""A scenario's own art: colours, patterns and pictures of terrain, features, counters and cards.

It is kept in the data of the scenario, under `art`, so that it is saved, undone, backed up, exported and
played with it. A picture is a small PNG or JPEG in lines of text.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from msgspec import field
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.picture import content_of, lines_of
from engine.catalogue.plain_data import Plain, plain, read, write
from engine.record import Record

ART: Final = "art"
"""The entry of the scenario's data that holds it."""
LARGEST_PICTURE: Final = 48 * 1024
"""Bytes of one picture."""
LARGEST_ART: Final = 3 * 1024 * 1024
"""Bytes of all pictures of a scenario."""
MOST_CONTENTS: Final = 4096
"""Decoded pictures that are kept, so that a changed scenario is not decoded again."""
KINDS: Final = ("terrain", "features")
"""What has a look: a colour, a pattern, a picture."""
OWNERS: Final = ("types", "units", "backs", "cards")
"""What has a picture: types of units, single units, the backs of units, cards by name."""


@lru_cache(maxsize=MOST_CONTENTS)
def _content(lines: tuple[str, ...], picture: str) -> bytes:
    return content_of(lines, f"The picture {picture}", LARGEST_PICTURE)


class Look(Record):
    """How a kind of terrain or feature is drawn; what is empty is drawn as usual."""

    color: str = ""
    pattern: str = ""
    picture: str = ""
    """The key of a picture."""


class OwnArt(Record):
    """Looks by kind, and pictures by unit type, unit and card.

    `whole` are the pictures that are the whole face of a counter, not only its symbol.
    """

    terrain: Mapping[str, Look] = field(default_factory=dict)
    features: Mapping[str, Look] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    backs: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    whole: tuple[str, ...] = ()
    pictures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def content(self, picture: str) -> bytes:
        """The bytes of a picture, empty if there is none; BadInput if it is damaged."""
        lines = self.pictures.get(picture)
        return _content(lines, picture) if lines is not None else b""

    def used(self) -> set[str]:
        """The pictures that something is drawn with."""
        looks = (*self.terrain.values(), *self.features.values())
        owners = [picture for table in OWNERS for picture in getattr(self, table).values()]
        return {picture for picture in (*(look.picture for look in looks), *owners) if picture}


def art_of(data: Mapping[str, Plain]) -> OwnArt:
    """The art in a scenario's data; BadInput if it is damaged or too large."""
    art = read(OwnArt, data.get(ART, {}), ART)
    missing = art.used() - art.pictures.keys()
    if missing:
        raise BadInput(f"The art of the scenario has no picture {min(missing)!r:.40}; choose it again.")
    if sum(len(art.content(key)) for key in art.pictures) > LARGEST_ART:
        raise BadInput(f"The pictures are longer than {LARGEST_ART // 1024} KB together; remove some.")
    return art


def backed_units(data: Mapping[str, Plain]) -> frozenset[str]:
    """The units of a scenario whose back has a picture of its own; none if its art is damaged."""
    if ART not in data:
        return frozenset()
    try:
        return frozenset(read(OwnArt, data[ART], ART).backs)
    except BadInput:
        return frozenset()


def with_art(data: Mapping[str, Plain], art: OwnArt) -> dict[str, Plain]:
    """A scenario's data with this art; pictures that nothing uses are left out."""
    used = art.used()
    kept = replace(
        art,
        pictures={key: lines for key, lines in art.pictures.items() if key in used},
        whole=tuple(key for key in art.whole if key in used),
    )
    others = {key: value for key, value in data.items() if key != ART}
    written = plain(write(kept), ART)
    found = {**others, **({ART: written} if written else {})}
    art_of(found)
    return found


def with_picture_file(art: OwnArt, content: bytes) -> tuple[OwnArt, str]:
    """The art with one more picture, and its key; equal pictures are kept once."""
    if len(content) > LARGEST_PICTURE:
        raise BadInput(f"The picture is longer than {LARGEST_PICTURE // 1024} KB; make it smaller.")
    lines = lines_of(content)
    same = next((key for key, known in art.pictures.items() if known == lines), "")
    if same:
        return art, same
    number = 1
    while f"p{number}" in art.pictures:
        number += 1
    return replace(art, pictures={**art.pictures, f"p{number}": lines}), f"p{number}"


def with_whole(art: OwnArt, pictures: Collection[str], is_whole: bool) -> OwnArt:
    """The art in which these pictures are the whole face of a counter, or only take the symbol's place."""
    kept = [key for key in art.whole if key not in pictures]
    return replace(art, whole=(*kept, *(sorted(pictures) if is_whole else ())))


def with_look(art: OwnArt, table: str, kind: str, look: Look) -> OwnArt:
    """The art with this look of a kind of terrain or feature; an empty look is the usual one."""
    looks = {key: known for key, known in getattr(art, table).items() if key != kind}
    return replace(art, **{table: {**looks, **({kind: look} if look != Look() else {})}})


def with_new_key(art: OwnArt, tables: tuple[str, ...], old: str, new: str) -> OwnArt:
    """The art of a scenario in which a unit, a type or a card is called differently."""
    changed = {
        table: {new if key == old else key: picture for key, picture in getattr(art, table).items()}
        for table in tables
    }
    return replace(art, **changed)


def without_owners(art: OwnArt, tables: tuple[str, ...], gone: Collection[str]) -> OwnArt:
    """The art of a scenario from which units, types or cards were taken away."""
    changed = {
        table: {key: picture for key, picture in getattr(art, table).items() if key not in gone}
        for table in tables
    }
    return replace(art, **changed)


def with_owners(art: OwnArt, table: str, owners: list[str], picture: str) -> OwnArt:
    """The art with this picture of unit types, units or cards; an empty key takes their picture away."""
    kept = {key: known for key, known in getattr(art, table).items() if key not in owners}
    return replace(art, **{table: {**kept, **(dict.fromkeys(owners, picture) if picture else {})}})
