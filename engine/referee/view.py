"""What one side may see, built by whitelist. Window, log and bots get nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Counter:
    """A unit as it lies on the table: `place` is a printed hex or the key of a box."""

    id: str
    side: str
    place: str
    name: str
    kind: str = ""
    """The unit type: what the counter's symbol is drawn from."""
    size: str = ""
    formation: str = ""
    ratings: tuple[tuple[str, str], ...] = ()
    steps: int = 1
    full_steps: int = 1
    statuses: tuple[str, ...] = ()
    facing: int | None = None
    known: bool = True
    """False for a counter whose face this side cannot see."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker on a hex, a hexside or in a box."""

    id: str
    place: str
    kind: str
    text: str = ""
    side: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """A printed track, or just a number with a name."""

    key: str
    title: str
    value: str
    at: int | None = None
    cells: tuple[str, ...] = ()
    side: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A place off the map."""

    key: str
    title: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something to lay over the map on request: hexes with a text each, hexsides, paths."""

    key: str
    title: str
    hexes: Mapping[str, str] = field(default_factory=dict)
    hexsides: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """The table from one chair; `side` None is the open table."""

    side: str | None
    turn: str
    counters: tuple[Counter, ...] = ()
    markers: tuple[Marker, ...] = ()
    tracks: tuple[Track, ...] = ()
    boxes: tuple[Box, ...] = ()
    control: Mapping[str, str] = field(default_factory=dict)
    """Who holds which hex, where the game keeps that."""
    features: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What play has changed on the printed map: hexes or hexsides and what is there now."""

    def counter(self, unit: str) -> Counter | None:
        """The counter of this unit, if it is on the table."""
        return next((counter for counter in self.counters if counter.id == unit), None)

    def track(self, key: str) -> Track | None:
        """The track with this key."""
        return next((track for track in self.tracks if track.key == key), None)
