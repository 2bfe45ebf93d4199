"""What is due on which turn: arrivals, ships that come back, wounded leaders, floods that end."""

from __future__ import annotations

from engine.record import Record
from engine.referee.state import State


class Due(Record):
    """On this turn, perhaps at a named moment of it, `what` happens to `subject` at `place`."""

    key: str
    turn: int
    what: str
    subject: str
    place: str = ""
    side: str = ""
    moment: str = ""
    """A word of the game, for example `before combat`; empty for any moment of the turn."""

    def has_come(self, turn: int, moment: str = "") -> bool:
        """Is it due at this moment of a turn, or has it been since an earlier turn?"""
        return self.turn < turn or (self.turn == turn and self.moment in ("", moment))


def due(state: State, turn: int, what: str = "", moment: str = "") -> list[Due]:
    """What is due by this moment of a turn, in the order of turn and key."""
    entries = state.all(Due).values()
    found = [entry for entry in entries if entry.has_come(turn, moment) and what in ("", entry.what)]
    return sorted(found, key=lambda entry: (entry.turn, entry.key))


class Cup(Record):
    """Chits to draw from without looking."""

    key: str
    chits: tuple[str, ...] = ()
