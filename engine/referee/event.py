"""What happened, as a sentence of the log, and who may read it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.record import Record


class Event(Record):
    """Past tense: `UnitMoved`. `seen_by` None means everybody; others read `redacted`, if there is any."""

    what: str
    text: str
    case: str = ""
    seen_by: tuple[str, ...] | None = None
    redacted: str = ""
    about: tuple[tuple[str, str], ...] = ()
    """The things concerned, as (kind, target) like an action's: what the window points at."""
    dice: tuple[int, ...] = ()
    turn: int | None = None
    """The number of the game turn that begins here; None for everything else that happens."""

    def for_side(self, side: str | None) -> Event | None:
        """The event as this side may read it; `None` as side reads everything."""
        if side is None or self.seen_by is None or side in self.seen_by:
            return self
        return Event(self.what, self.redacted, self.case) if self.redacted else None

    def for_all(self, sides: Iterable[str]) -> Event | None:
        """The event as all of these sides together may read it."""
        shown = [self.for_side(side) for side in sides]
        return next((event for event in shown if event is not self), self)
