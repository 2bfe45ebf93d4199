"""What lies on the map besides counters: open track, bridges, boundaries, air markers, floods."""

from __future__ import annotations

from typing import Final

from engine.record import Record


class Track(Record):
    """A stretch of Allied railroad that is open, by its hexside."""

    key: str


class Railhead(Record):
    """The furthest open point of an Allied rail line, by its hex."""

    key: str
    under_construction: str = ""
    """The engineer that has begun to open the line onward."""


class Boundaries(Record):
    """Army groups of a side from north to south and the last row of each, by the key of the side."""

    key: str
    groups: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()


class TemporaryBridge(Record):
    """A German bridge for one game turn, by its hexside (10.4.2-e)."""

    key: str


class Bridgehead(Record):
    """Two engineers on opposite banks, by the hexside (10.4.3)."""

    key: str
    ready: bool = False


class BrokenBridge(Record):
    """A printed bridge that was blown (16.5.7-b), by its hexside."""

    key: str


class AirMarker(Record):
    """Combat air patrol or interdiction over a hex."""

    kind: str
    side: str
    place: str

    @property
    def key(self) -> str:
        return air_marker(self.kind, self.side, self.place)


CAP: Final = "cap"
INTERDICTION: Final = "interdiction"


def air_marker(kind: str, side: str, place: str) -> str:
    """The key of such a marker."""
    return f"{kind} {side} {place}"


class Dam(Record):
    """A Roer dam that was blown, by its name, with the turn."""

    key: str
    turn: int


class RoerFlood(Record):
    """The Roer is impassable up to the end of this turn."""

    last_turn: int
    key: str = ""


class Fallen(Record):
    """A fortification that was captured and is lost for good (16.3.7-b), by its hex."""

    key: str


RECORDS: Final = (
    *(Track, Railhead, Boundaries, TemporaryBridge, Bridgehead, BrokenBridge),
    *(AirMarker, Dam, RoerFlood, Fallen),
)
