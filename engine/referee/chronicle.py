"""The record of a game: every action with the position after it, as far back as anybody has asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from engine.referee.action import Action
from engine.referee.codec import Codec
from engine.referee.event import Event
from engine.referee.state import State
from engine.referee.transaction import Change


@dataclass(frozen=True, slots=True)
class Entry:
    """One action as it is saved. `auto` marks a single option that was played on request."""

    side: str
    action: Action
    auto: bool
    digest: str


@dataclass(slots=True)
class Moment:
    """One action with all that came of it; the first moment of a game has no action."""

    side: str
    action: Action | None
    state: State
    events: tuple[Event, ...] = ()
    changes: tuple[Change, ...] = ()
    barrier: bool = False
    auto: bool = False
    weight: int | None = None
    """The weight of all records, once it was needed for a digest."""


Rehearsal: TypeAlias = Callable[[], list[Moment]]


class Chronicle:
    """Moments from `offset` on are at hand; earlier ones are replayed when somebody wants to see them."""

    def __init__(
        self, codec: Codec, first: Moment, past: list[Entry] | None = None, rehearsal: Rehearsal | None = None
    ) -> None:
        self._codec = codec
        self._past = past or []
        self._moments = [first]
        self._rehearsal = rehearsal

    def __len__(self) -> int:
        """How many actions have been taken."""
        return len(self._past) + len(self._moments) - 1

    @property
    def last(self) -> Moment:
        return self._moments[-1]

    @property
    def last_is_known(self) -> bool:
        """False right after a snapshot was loaded: how its last action came about has not been replayed."""
        return len(self._moments) > 1 or not self._past

    def __getitem__(self, at: int) -> Moment:
        if not 0 <= at <= len(self):
            raise IndexError(f"the game has {len(self)} actions")
        if at < len(self._past) or (at == len(self._past) and self._rehearsal is not None):
            self.rehearse()
        return self._moments[at - len(self._past)]

    def rehearse(self) -> None:
        """Replay what only the save knew so far."""
        if self._rehearsal is not None:
            self._moments = self._rehearsal() + self._moments[1:]
            self._past, self._rehearsal = [], None

    def all(self) -> tuple[Moment, ...]:
        """Every moment from the first."""
        self.rehearse()
        return tuple(self._moments)

    def append(self, moment: Moment) -> None:
        self._moments.append(moment)

    def pop(self) -> Moment:
        """Take the last moment off the record."""
        if not self.last_is_known:
            self.rehearse()
        return self._moments.pop()

    def until(self, at: int) -> Chronicle:
        """A record that ends with this moment; the moments themselves are shared."""
        first, *rest = self.all()[: at + 1]
        other = Chronicle(self._codec, first)
        other._moments.extend(rest)
        return other

    def entries(self) -> list[Entry]:
        """The actions as they are saved, each with its digest."""
        since = [
            Entry(moment.side, moment.action, moment.auto, self._digest(at))
            for at, moment in enumerate(self._moments)
            if at and moment.action is not None
        ]
        return [*self._past, *since]

    def digest(self, at: int) -> str:
        """The short digest of the position after so many actions."""
        if 0 < at < len(self._past):
            return self._past[at - 1].digest
        self[at]
        return self._digest(at - len(self._past))

    def _digest(self, at: int) -> str:
        return self._codec.digest(self._moments[at].state, self._weight(at))

    def _weight(self, at: int) -> int:
        codec, moments = self._codec, self._moments
        known = at
        while moments[known].weight is None and known > 0:
            known -= 1
        weight = moments[known].weight
        if weight is None:
            weight = moments[known].weight = codec.weigh_tables(moments[known].state)
        for moment in moments[known + 1 : at + 1]:
            for change in moment.changes:
                if change.before is not None:
                    weight -= codec.weigh(change.before)
                if change.after is not None:
                    weight += codec.weigh(change.after)
            moment.weight = weight
        return weight
