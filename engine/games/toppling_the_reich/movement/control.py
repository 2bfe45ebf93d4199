"""Who controls a hex (14.0-c)."""

from __future__ import annotations

from engine.games.toppling_the_reich.records import Clock, Control
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import Fallen
from engine.mechanics import tell
from engine.referee import State, Transaction, case


@case("14.0-c")
def holder(state: State, here: str) -> str:
    """The side that occupies the hex or was the last to pass through it."""
    changed = state.find(Control, here)
    return changed.side if changed else ground(state).start_control.get(here, "")


def phasing(state: State) -> str:
    """Whose player-turn it is; empty in the Command Segment."""
    return next((str(side) for f in state.frames if (side := getattr(f, "player_turn_of", ""))), "")


@case("14.0-c", "16.3.7-b")
def take(tx: Transaction, here: str, side: str) -> None:
    """A combat unit of the side is in the hex or passes through it."""
    if holder(tx.state, here) == side:
        return
    since = f"{tx.state.one(Clock).turn} {phasing(tx.state)}".rstrip()
    tx.put(Control(here, side, since))
    land = ground(tx.state)
    if (
        here in land.fortifications
        and tx.state.find(Fallen, here) is None
        and side != land.start_control[here]
    ):
        tx.put(Fallen(here))
        tell(tx, "FortFell", f"The forts of {land.name_of(here)} have fallen for good", "16.3.7-b", hex=here)
