"""The log of one side, read on from action to action: a campaign has tens of thousands of lines."""

from __future__ import annotations

from msgspec import Struct

from engine.referee.event import Event
from engine.referee.history import Step
from engine.referee.session import Session


class LogLine(Struct, frozen=True):
    """A sentence of the log and the step it belongs to."""

    step_number: int
    event: Event


class VisibleLog:
    """Reads only what is new since it was last asked, as long as nothing before that has changed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lines: list[LogLine] = []
        self._read_for: tuple[str | None, int, int] | None = None
        self._last: Step | None = None
        self._upto = 0

    def lines(self, side: str | None, since: int) -> list[LogLine]:
        """Every sentence this side may read, from a step on."""
        session = self._session
        read_for = (side, since, len(session.takebacks))
        if read_for != self._read_for or not self._holds():
            self._lines, self._upto = [], since - 1
        self._lines = self._lines + [LogLine(at, event) for at, event in session.log(side, self._upto + 1)]
        self._read_for, self._upto = read_for, len(session)
        self._last = session.history[self._upto] if self._upto >= since else None
        return self._lines

    def _holds(self) -> bool:
        """Is the last step that was read still in the history, with every word about takebacks before it?"""
        session, upto = self._session, self._upto
        if self._last is None or upto > len(session) or session.history[upto] is not self._last:
            return False
        return all(taken.at - 1 <= upto for taken in session.takebacks)
