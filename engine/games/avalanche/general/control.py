"""Who controls a hex: whose ground unit last stood in it or moved through it."""

from __future__ import annotations

from engine.games.avalanche.records import GERMAN, Control, Unit, ground_at
from engine.games.avalanche.scenario.ground import ground
from engine.referee import State, Transaction, case, derived


@derived(Unit, Control)
@case("gen.control")
def controller(state: State, here: str) -> str:
    """The side that controls a hex: the one that stands there alone, else the last one; at the start the
    German. Parachutists that have come down on the enemy control nothing yet."""
    there = [side for side in ground(state).sides if ground_at(state, here, side)]
    if len(there) == 1:
        return there[0]
    found = state.find(Control, here)
    return found.side if found else GERMAN


def is_friendly(state: State, here: str, side: str) -> bool:
    """Does a side control a hex?"""
    return controller(state, here) == side


@case("gen.control")
def take(tx: Transaction, here: str, side: str) -> None:
    """A ground unit of a side is in a hex or passes through it."""
    found = tx.state.find(Control, here)
    if (found.side if found else GERMAN) != side:
        tx.put(Control(here, side))
