"""What differs between two views of one side: what an action changed on its table.

The changes of an accepted action name every record, hidden ones too. A window gets this instead: it is made
of two views of the same side, so it names nothing that this side cannot see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.record import Record
from engine.referee.view import Counter, Marker, View

T = TypeVar("T")
P = TypeVar("P", Counter, Marker)


class ViewChange(Record):
    """The parts of a view that are new, different or gone."""

    counters: frozenset[str] = frozenset()
    """The ids of counters."""
    markers: frozenset[str] = frozenset()
    """The ids of markers."""
    tracks: frozenset[str] = frozenset()
    """The keys of tracks."""
    places: frozenset[str] = frozenset()
    """The hexes, hexsides and boxes whose counters or markers are different ones, or in another order."""
    boxes: bool = False
    control: bool = False
    features: bool = False
    turn: bool = False

    @classmethod
    def between(cls, before: View, after: View) -> ViewChange:
        """Compare two views of the same side; a part that is the same object is not looked at."""
        if before.side != after.side:
            raise ValueError("Two sides see two tables; compare the views of one side")
        counters, counter_places = _pieces(before.counters, after.counters)
        markers, marker_places = _pieces(before.markers, after.markers)
        return cls(
            counters,
            markers,
            _different(before.tracks, after.tracks, lambda track: track.key),
            counter_places | marker_places,
            before.boxes != after.boxes,
            before.control is not after.control and before.control != after.control,
            before.features is not after.features and before.features != after.features,
            before.turn != after.turn,
        )


def _different(before: Sequence[T], after: Sequence[T], name: Callable[[T], str]) -> frozenset[str]:
    """The names of what is new, different or gone."""
    if before is after:
        return frozenset()
    old, new = {name(thing): thing for thing in before}, {name(thing): thing for thing in after}
    found = {key for key, thing in new.items() if old.get(key) != thing}
    return frozenset(found | (old.keys() - new.keys()))


def _pieces(before: Sequence[P], after: Sequence[P]) -> tuple[frozenset[str], frozenset[str]]:
    """The ids of the pieces that are new, different or gone, and the places that look different."""
    found = _different(before, after, lambda piece: piece.id)
    places = {piece.place for pieces in (before, after) for piece in pieces if piece.id in found}
    if before is not after:
        stayed = [piece for piece in before if piece.id not in found]
        if stayed != [piece for piece in after if piece.id not in found]:
            places |= {piece.place for piece in after}
    return found, frozenset(places)
