"""What is due on which turn: arrivals, ships that come back, wounded leaders, floods that end."""

from __future__ import annotations

from engine.record import Record
from engine.referee.state import State


class Due(Record):
    """On this turn, `what` happens to `subject` at `place`."""

    key: str
    turn: int
    what: str
    subject: str
    place: str = ""
    side: str = ""


def due(state: State, turn: int, what: str = "") -> list[Due]:
    """What is due by this turn, in the order of turn and key."""
    found = [entry for entry in state.all(Due).values() if entry.turn <= turn and what in ("", entry.what)]
    return sorted(found, key=lambda entry: (entry.turn, entry.key))


class Cup(Record):
    """Chits to draw from without looking."""

    key: str
    chits: tuple[str, ...] = ()
