"""How a game ended."""

from __future__ import annotations

from engine.record import Record


class Outcome(Record):
    """The winner, what was decided and by which case; the winner is empty for a draw."""

    winner: str
    text: str
    case: str
