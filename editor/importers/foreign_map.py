"""What a foreign file holds, before somebody says what its words mean in the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from engine.catalogue.document import Box, Feature, Georeference, Label, Region
from engine.hexes.spec import GridSpec

EMPTY: Final = ""
"""The word of a place that the file leaves empty."""
OF_SCENARIO: Final = "scenario: "
"""The beginning of a word for something that a scenario laid over its map, not the map itself."""


class Piece(Struct, frozen=True):
    """A counter. `group` is what tells whose and what it is; "" as `hex` is one that lies off the map."""

    name: str
    group: str = ""
    hex: str = ""


class Picture(Struct, frozen=True):
    """A picture of the map, and where three of its hexes have their centres on it, in points."""

    name: str
    data: bytes
    width: int
    height: int
    small: bytes = b""
    """The same, small enough to be shown beside the question what to do with it; may be empty."""
    anchors: tuple[tuple[str, float, float], ...] = ()


class SheetExtras(Struct, frozen=True):
    """What a sheet has besides what is drawn on its hexes; only files that were written from here tell it."""

    regions: tuple[Region, ...] = ()
    boxes: tuple[Box, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    georeference: Georeference = field(default_factory=Georeference)


@dataclass(frozen=True, slots=True)
class ForeignMap:
    """A map in foreign words: `terrain` by hex, further things in hexes and on hexsides, names, counters.

    `meanings` says a foreign word in plain ones ("woods"), as far as the format tells. `names` is how a word
    is shown to people. `tiles` are pictures of words, as PNG. `lost` are sentences about what is left behind.
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
    besides: SheetExtras = field(default_factory=SheetExtras)
    meanings: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    tiles: Mapping[str, bytes] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    _counted: dict[str, dict[str, int]] = field(init=False, repr=False, compare=False, default_factory=dict)
    """The words of each table: counted once, in the thread that has read the file."""

    def count_words(self) -> None:
        """Count them all now, before anybody asks."""
        for count in (self.terrain_words, self.feature_words, self.hexside_words, self.groups):
            count()

    def terrain_words(self) -> dict[str, int]:
        """How many hexes have each word, the most frequent first."""
        return self._words("terrain", lambda: self.terrain.values())

    def feature_words(self) -> dict[str, int]:
        """How many things in hexes have each word."""
        return self._words("features", lambda: _kinds(self.features))

    def hexside_words(self) -> dict[str, int]:
        """How many things on hexsides have each word."""
        return self._words("hexsides", lambda: _kinds(self.hexsides))

    def groups(self) -> dict[str, int]:
        """How many counters are in each group."""
        return self._words("groups", lambda: (piece.group for piece in self.pieces))

    def _words(self, table: str, each: Callable[[], Iterable[str]]) -> dict[str, int]:
        if table not in self._counted:
            self._counted[table] = dict(Counter(each()).most_common())
        return self._counted[table]


def _kinds(features: Mapping[str, tuple[Feature, ...]]) -> Iterator[str]:
    return (found.kind for here in features.values() for found in here)


def digits_for(columns: int, rows: int) -> tuple[int, int]:
    """How many digits printed numbers from 1 on need; two at least."""
    return max(2, len(str(columns))), max(2, len(str(rows)))


def plain_grid(orientation: str, stagger: str, columns: int, rows: int) -> GridSpec:
    """A grid numbered from 0101 on; `stagger` is said of the printed numbers."""
    across, down = digits_for(columns, rows)
    return GridSpec(
        orientation,  # type: ignore[arg-type]
        stagger,
        columns,
        rows,
        column_digits=across,
        row_digits=down,
    )
