"""Whether a game hides anything from one of its sides."""

from __future__ import annotations

from msgspec.structs import replace

from engine.referee.session import Session
from engine.referee.view import View


def keeps_secrets(session: Session, known_from: int = -1) -> bool:
    """True if one side could learn something from the table, the log or the decision of the other.

    Steps up to `known_from` have not been replayed and are not looked at.
    """
    choice = session.choice
    if choice is None:
        return False
    if choice.is_secret(session.state):
        return True
    known = range(max(known_from, -1) + 1, len(session) + 1)
    if any(event.seen_by is not None for at in known for event in session.history[at].events):
        return True
    first, *others = (_table_of(session, side) for side in session.sides)
    return any(other != first for other in others)


def open_table_shows_more(session: Session) -> bool:
    """True if the open table would show a side something that it cannot see."""
    everything = _table_of(session, None)
    return any(_table_of(session, side) != everything for side in session.sides)


def _table_of(session: Session, side: str | None) -> View:
    """What a side sees, without its name."""
    return replace(session.view(side), side=None)
