"""Markers that players need if they play with a printed map and counters."""

from __future__ import annotations

from engine.record import Record


class MarkerKind(Record):
    """The text on both sides of a marker, the side whose colour each has, and how many are needed.

    A marker without words on its back has the same on both sides; one of no side is neutral.
    """

    front: str
    back: str = ""
    count: int = 1
    side: str = ""
    back_side: str = ""
