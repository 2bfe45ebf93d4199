"""Markers that players lay on the table where they play with cardboard instead of a screen."""

from __future__ import annotations

from engine.record import Record


class MarkerKind(Record):
    """What stands on both sides of a marker, whose colour each wears, and how many are needed.

    A marker without words on its back has the same on both sides; one of no side is neutral.
    """

    front: str
    back: str = ""
    count: int = 1
    side: str = ""
    back_side: str = ""
