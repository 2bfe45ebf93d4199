"""Morale markers: taken when things go wrong, removed when the first move is settled."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.dday_to_berlin.records import army
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import counted
from engine.mechanics.telling import tell
from engine.referee import Transaction, case


@case("mm.tally")
def take_markers(tx: Transaction, side: str, number: int, case_id: str, why: str) -> None:
    """A side takes morale markers; the tally of all it ever took grows with them."""
    held = army(tx.state, side)
    tx.put(replace(held, markers=held.markers + number, tally=held.tally + number))
    text = f"{ground(tx.state).title_of(side)} takes {counted(number, 'morale marker')}: {why}"
    tell(tx, "MarkersTaken", text, case_id, side=side)


@case("A.clear")
def remove_markers(tx: Transaction) -> None:
    """Both sides remove all their markers, but not their tally."""
    for side in tx.state.scenario.sides:
        held = army(tx.state, side)
        if held.markers:
            tx.put(replace(held, markers=0))
            text = f"{ground(tx.state).title_of(side)} removes {counted(held.markers, 'morale marker')}"
            tell(tx, "MarkersRemoved", text, "A.clear")
