"""What one side may see, built by whitelist. Window, log and bots get nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from engine.record import Record


class Counter(Record):
    """A unit on the table: `place` is a printed hex or the key of a box."""

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
    short: str = ""
    """A short name for the counter if the whole name does not fit; empty for the name itself."""
    power: str = ""
    """The power of its side that it belongs to, in games with such powers."""
    printed: tuple[str, ...] = ()
    """What is written below the symbol; empty for all ratings that are short enough."""


class Marker(Record):
    """A marker on a hex, a hexside or in a box."""

    id: str
    place: str
    kind: str
    text: str = ""
    side: str = ""
    short: str = ""
    """What is written on it on the map; empty for the beginning of its text."""


class Track(Record):
    """A printed track, or just a number with a name."""

    key: str
    title: str
    value: str
    at: int | None = None
    cells: tuple[str, ...] = ()
    side: str = ""
    power: str = ""
    is_score: bool = False
    """Does it say how the game stands? Such a track is always in sight."""


class Box(Record):
    """A place off the map."""

    key: str
    title: str
    side: str = ""


class Zone(Record):
    """Hexes that have something in common, under one name: rain, an air zone, an army's sector."""

    label: str
    hexes: tuple[str, ...]
    side: str = ""


class Boundary(Record):
    """Hexsides of a boundary in any order; `side` owns it."""

    label: str
    hexsides: tuple[str, ...]
    side: str = ""


class Trace(Record):
    """A line traced hex by hex from where it is needed to its source; a `cut` one got no further."""

    path: tuple[str, ...]
    label: str = ""
    """A short text at the end of the line."""
    cut: bool = False


class Overlay(Record):
    """An overlay of the map that is shown on request.

    The key says what it shows and, behind a point, for which side: "supply.allied", or "weather" for
    everybody. The window has a pattern and a letter for each of zoc, reach, threat, supply, command, sight,
    weather and boundary; other words are as good and get one that is free.
    """

    key: str
    title: str
    hexes: Mapping[str, str] = field(default_factory=dict)
    """Hexes, each with a text or an empty one."""
    zones: tuple[Zone, ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    traces: tuple[Trace, ...] = ()

    @property
    def kind(self) -> str:
        """What it shows: the first part of the key."""
        return self.key.partition(".")[0]

    @property
    def side(self) -> str:
        """For whom: the rest of the key, empty for everybody."""
        return self.key.partition(".")[2]


class View(Record):
    """The table as one side sees it; `side` None shows everything."""

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
