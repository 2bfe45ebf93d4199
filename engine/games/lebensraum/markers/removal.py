"""Air, naval and partisan markers come off at the end of a turn (7.46-c)."""

from __future__ import annotations

from engine.games.lebensraum.markers.records import PlacedMarker
from engine.mechanics.telling import tell
from engine.referee import Transaction, case


@case("7.46-c")
def remove_markers(tx: Transaction) -> None:
    """Take every marker that was placed off the map."""
    found = list(tx.state.all(PlacedMarker).values())
    for marker in found:
        tx.remove(marker)
    if found:
        tell(tx, "MarkersRemoved", "All air, naval and partisan markers come off", "7.46-c")
