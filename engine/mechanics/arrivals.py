"""Units that wait off the map for their turn: the schedule holds a `Due` entry of each, by its key."""

from __future__ import annotations

from msgspec.structs import replace

from engine.referee import Due, State, Transaction


def turn_due(state: State, key: str) -> int | None:
    """The turn from which a unit may come; None if it is on no schedule."""
    entry = state.find(Due, key)
    return None if entry is None else entry.turn


def is_due(state: State, key: str, turn: int, moment: str = "") -> bool:
    """May a unit come at this moment of a turn? One on no schedule waits for nothing."""
    entry = state.find(Due, key)
    return entry is None or entry.has_come(turn, moment)


def take_off_schedule(tx: Transaction, key: str) -> None:
    """The unit has come, or will not."""
    entry = tx.state.find(Due, key)
    if entry is not None:
        tx.remove(entry)


def put_off(tx: Transaction, key: str, turn: int) -> None:
    """The unit comes no sooner than on this turn."""
    tx.put(replace(tx.state.get(Due, key), turn=turn))
