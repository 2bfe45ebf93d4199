"""The history of a game: every action with the position after it, as far back as it was asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.record import Record
from engine.referee.action import Action
from engine.referee.codec import Codec
from engine.referee.event import Event
from engine.referee.ruling import Correction, NewDice, Ruling
from engine.referee.state import State, Table
from engine.referee.transaction import Change


class Entry(Record):
    """One action or ruling as it is saved. `auto` marks a single option that was played on request."""

    side: str
    action: Action | Ruling
    auto: bool
    digest: str


class Moment:
    """One action or ruling with its events and the position after it; the first moment has no action.

    The position of a large game takes much memory, so a moment can drop its own: it is computed again from
    the nearest one before it and the changes since then, when it is needed.
    """

    __slots__ = (
        "_rest",
        "_state",
        "action",
        "auto",
        "barrier",
        "changes",
        "digest",
        "events",
        "previous",
        "ruling",
        "side",
        "weight",
    )

    def __init__(
        self,
        side: str,
        action: Action | None,
        state: State,
        events: tuple[Event, ...] = (),
        changes: tuple[Change, ...] = (),
        barrier: bool = False,
        auto: bool = False,
        weight: int | None = None,
        ruling: Ruling | None = None,
    ) -> None:
        self.side = side
        self.action = action
        self.ruling = ruling
        self._state: State | None = state
        self.events = events
        self.changes = changes
        self.barrier = barrier
        self.auto = auto
        self.weight = weight
        """The weight of all records, cached once a digest has needed it."""
        self.digest = ""
        """The digest of the position, cached once it has been computed."""
        self.previous: Moment | None = None

    @classmethod
    def last_of(cls, entry: Entry, state: State, weight: int) -> Moment:
        """The moment of a loaded snapshot: the events of its last action are not known."""
        deed = entry.action
        if isinstance(deed, Correction | NewDice):
            return cls(entry.side, None, state, weight=weight, ruling=deed)
        return cls(entry.side, deed, state, auto=entry.auto, weight=weight)

    @property
    def deed(self) -> Action | Ruling | None:
        """What was done, as it is saved."""
        return self.action if self.action is not None else self.ruling

    @property
    def state(self) -> State:
        """The position after the action."""
        return self._state or self._worked_out()

    @property
    def outline(self) -> State:
        """The position, without its tables if they were dropped: the frames and the dice."""
        return self._state or self._with({})

    def let_go(self) -> None:
        """Drop the tables, if they can be computed again."""
        state = self._state
        if state is not None and self.previous is not None:
            self._rest = state.scenario, state.frames, state.dice, state.outcome
            self._state = None

    def _with(self, tables: dict[type, Table]) -> State:
        scenario, frames, dice, outcome = self._rest
        return State(scenario, tables, frames, dice, outcome)

    def _worked_out(self) -> State:
        since: list[Moment] = []
        at: Moment | None = self
        while at is not None and at._state is None:
            since.append(at)
            at = at.previous
        assert at is not None and at._state is not None
        tables = dict(at._state.tables)
        written: dict[type, Table] = {}
        for moment in reversed(since):
            for kind, key, _, after in moment.changes:
                if kind not in written:
                    written[kind] = tables[kind] = Table(tables[kind])
                if after is None:
                    del written[kind][key]
                else:
                    written[kind][key] = after
        return self._with(tables)


Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of actions done and the number of all actions."""
Rehearsal: TypeAlias = Callable[[Progress | None], list[Moment]]
RECENT: Final = 32
"""How many of the last positions keep their tables, for undo."""
EVERY: Final = 64
"""Of the earlier positions, every position whose number is a multiple of this keeps its tables."""


class Chronicle:
    """The moments since a game was opened are in memory; earlier ones are replayed on demand."""

    def __init__(
        self, codec: Codec, first: Moment, past: list[Entry] | None = None, rehearsal: Rehearsal | None = None
    ) -> None:
        self._codec = codec
        self._past = past or []
        self._moments = [first]
        self._rehearsal = rehearsal
        self.present = first.state
        """The current position."""

    def __len__(self) -> int:
        """How many actions have been taken."""
        return len(self._past) + len(self._moments) - 1

    @property
    def last(self) -> Moment:
        """The latest moment."""
        return self._moments[-1]

    @property
    def last_is_known(self) -> bool:
        """False right after a snapshot was loaded: its last action has not been replayed yet."""
        return len(self._moments) > 1 or not self._past

    def __getitem__(self, at: int) -> Moment:
        if not 0 <= at <= len(self):
            raise IndexError(f"the game has {len(self)} actions")
        if at < len(self._past) or (at == len(self._past) and self._rehearsal is not None):
            self.rehearse()
        return self._moments[at - len(self._past)]

    def rehearse(self, progress: Progress | None = None) -> None:
        """Replay the actions before the snapshot; an exception from `progress` changes nothing."""
        if self._rehearsal is not None:
            self._moments = self._rehearsal(progress) + self._moments[1:]
            self._past, self._rehearsal = [], None

    def learn(self, other: Chronicle) -> None:
        """Take over the moments that a copy has replayed; actions done since the copy was made stay."""
        if self._rehearsal is not None and other._rehearsal is None:
            self._moments = other._moments[: len(self._past) + 1] + self._moments[1:]
            self._past, self._rehearsal = [], None

    def all(self) -> tuple[Moment, ...]:
        """Every moment from the first."""
        self.rehearse()
        return tuple(self._moments)

    def append(self, moment: Moment) -> None:
        """Add a moment; values derived from tables that are no longer current are dropped."""
        moments = self._moments
        if moment.previous is None:
            moment.previous = moments[-1]
        moments.append(moment)
        before, self.present = self.present.tables, moment.state
        for change in moment.changes:
            before[change.kind].memo.clear()
        old = len(moments) - 1 - RECENT
        if old > 0 and old % EVERY:
            moments[old].let_go()

    def pop(self) -> Moment:
        """Remove the last moment."""
        if not self.last_is_known:
            self.rehearse()
        moment = self._moments.pop()
        moment.let_go()
        self.present = self._moments[-1].state
        return moment

    def until(self, at: int) -> Chronicle:
        """A history that ends with this moment; the moments themselves are shared."""
        if not 0 <= at <= len(self):
            raise IndexError(f"the game has {len(self)} actions")
        first, *rest = self.all()[: at + 1]
        other = Chronicle(self._codec, first)
        other._moments.extend(rest)
        other.present = other.last.state
        return other

    def copy(self) -> Chronicle:
        """A copy that does not change when this history does: another thread may read it."""
        other = Chronicle(self._codec, self._moments[0], self._past, self._rehearsal)
        other._moments = list(self._moments)
        other.present = self.present
        return other

    def entries(self) -> list[Entry]:
        """The actions as they are saved, each with its digest."""
        since = [
            Entry(moment.side, moment.deed, moment.auto, self._digest(at))
            for at, moment in enumerate(self._moments)
            if at and moment.deed is not None
        ]
        return [*self._past, *since]

    def digest(self, at: int) -> str:
        """The short digest of the position after `at` actions."""
        if 0 < at <= len(self._past):
            return self._past[at - 1].digest
        self[at]
        return self._digest(at - len(self._past))

    def agrees(self, at: int, digest: str) -> bool:
        """Is this digest of a save the one of the position? One with former names of frames is kept."""
        if self.digest(at) == digest:
            return True
        moment = self[at]
        if not self._codec.fits(moment.outline, self._weight(at - len(self._past)), digest):
            return False
        moment.digest = digest
        return True

    def _digest(self, at: int) -> str:
        moment = self._moments[at]
        if not moment.digest:
            moment.digest = self._codec.digest(moment.outline, self._weight(at))
        return moment.digest

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
