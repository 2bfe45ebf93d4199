"""The content of a foreign file, before its kinds are mapped to the game's kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec import Struct

from engine.catalogue.document import Box, Feature, Georeference, Label, Region
from engine.catalogue.table_parts import TableParts
from engine.hexes.spec import GridSpec
from engine.record import Record

EMPTY: Final = ""
"""The kind of an empty hex."""
OF_SCENARIO: Final = "scenario: "
"""Prefix of kinds that belong to the scenario, not to the map."""


class Piece(Struct, frozen=True):
    """A counter. `group` identifies side and type; an empty `hex` means off the map."""

    name: str
    group: str = ""
    hex: str = ""
    front: str = ""
    """The key of the picture of its front; `back` is that of its back."""
    back: str = ""
    is_flipped: bool = False


class Picture(Struct, frozen=True):
    """A picture of the map with the centres of three hexes in pixels."""

    name: str
    data: bytes
    width: int
    height: int
    small: bytes = b""
    """A thumbnail for the dialog; may be empty."""
    anchors: tuple[tuple[str, float, float], ...] = ()
    draws_grid: bool = False
    """Does the other program draw its grid over the picture?"""
    draws_numbers: bool = False


class SheetExtras(Record):
    """Map data besides the hexes; only files exported by Startline contain it."""

    regions: tuple[Region, ...] = ()
    boxes: tuple[Box, ...] = ()
    aliases: Mapping[str, str] = msgspec.field(default_factory=dict)
    georeference: Georeference = msgspec.field(default_factory=Georeference)


@dataclass(frozen=True, slots=True)
class ForeignMap:
    """A map with foreign kinds: `terrain` by hex, features, hexsides, names, counters.

    `meanings` explains a kind in plain words ("woods"), if the format does. `names` is how a kind
    is displayed. `tiles` are PNG pictures of kinds. `lost` are sentences about what is not imported.
    """

    source: str
    title: str
    grid: GridSpec
    terrain: Mapping[str, str] = field(default_factory=dict)
    features: Mapping[str, tuple[Feature, ...]] = field(default_factory=dict)
    hexsides: Mapping[str, tuple[Feature, ...]] = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    pieces: tuple[Piece, ...] = ()
    picture: Picture | None = None
    extras: SheetExtras = field(default_factory=SheetExtras)
    meanings: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    tiles: Mapping[str, bytes] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    """The sides that the file names, as its players read them."""
    table: TableParts = field(default_factory=TableParts)
    """Dice and decks of the file."""
    counter_pictures: Mapping[str, bytes] = field(default_factory=dict)
    """The pictures of counters and cards by key, as PNG or JPEG."""
    card_pictures: Mapping[str, str] = field(default_factory=dict)
    """The keys of the pictures of cards by name."""
    is_whole_game: bool = False
    """Does the file hold a game that its players can play without rules, not only a map?"""
    _counted: dict[str, dict[str, int]] = field(init=False, repr=False, compare=False, default_factory=dict)
    """Cached counts of the kinds of each table."""

    def count_words(self) -> None:
        """Count all kinds now, in the thread that reads the file."""
        for count in (self.terrain_words, self.feature_words, self.hexside_words, self.groups):
            count()

    def terrain_words(self) -> dict[str, int]:
        """Number of hexes by terrain, most frequent first."""
        return self._words("terrain", lambda: self.terrain.values())

    def feature_words(self) -> dict[str, int]:
        """Number of features by kind."""
        return self._words("features", lambda: _kinds(self.features))

    def hexside_words(self) -> dict[str, int]:
        """Number of hexside features by kind."""
        return self._words("hexsides", lambda: _kinds(self.hexsides))

    def groups(self) -> dict[str, int]:
        """Number of counters by group."""
        return self._words("groups", lambda: (piece.group for piece in self.pieces))

    def _words(self, table: str, each: Callable[[], Iterable[str]]) -> dict[str, int]:
        if table not in self._counted:
            self._counted[table] = dict(Counter(each()).most_common())
        return self._counted[table]


def _kinds(features: Mapping[str, tuple[Feature, ...]]) -> Iterator[str]:
    return (found.kind for here in features.values() for found in here)


def digits_for(columns: int, rows: int) -> tuple[int, int]:
    """Digits for column and row numbers from 1; at least two."""
    return max(2, len(str(columns))), max(2, len(str(rows)))


def plain_grid(orientation: str, stagger: str, columns: int, rows: int) -> GridSpec:
    """A grid numbered from 0101; `stagger` refers to the printed numbers."""
    across, down = digits_for(columns, rows)
    return GridSpec(
        orientation,  # type: ignore[arg-type]
        stagger,
        columns,
        rows,
        column_digits=across,
        row_digits=down,
    )
