"""The markers and cards for play on paper: those that the author has put on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.catalogue.marker_kind import MarkerKind
from engine.catalogue.table_parts import TableParts

USUAL_NUMBER: Final = 6
"""How many of a marker are printed if the author does not limit their number."""
MOST: Final = 150


def paper_markers(parts: TableParts) -> Iterator[MarkerKind]:
    """The markers, and one for each track; cards have sheets of their own."""
    for marker in parts.markers:
        number = min(marker.limit or USUAL_NUMBER, MOST)
        yield MarkerKind(marker.title or marker.key, marker.reverse, number)
    for track in parts.tracks:
        yield MarkerKind(track.title or track.key, side=track.side, back_side=track.side)
