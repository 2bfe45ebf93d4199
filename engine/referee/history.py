"""The history of a game: every action with the position after it, as far back as it was asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.record import Record
from engine.referee.action import Action
from engine.referee.codec import Codec
from engine.referee.event import Event
from engine.referee.progress import Progress
from engine.referee.ruling import Ruling
from engine.referee.state import State, Table
from engine.referee.transaction import Change


class SavedStep(Record):
    """One action or ruling as it is saved. `auto` marks a single option that was played on request."""

    side: str
    action: Action | Ruling
    auto: bool
    digest: str
    joined: bool = False
    """It was submitted together with the action before it: they are undone and redone as one."""


class Step:
    """One action or ruling with its events and the position after it; the first step has no action.

    The position of a large game takes much memory, so a step can drop its own: it is computed again from
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
        "joined",
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
        joined: bool = False,
    ) -> None:
        self.side = side
        self.action = action
        self.ruling = ruling
        self._state: State | None = state
        self.events = events
        self.changes = changes
        self.barrier = barrier
        self.auto = auto
        self.joined = joined
        """It belongs to one group with the step before it: they were submitted together."""
        self.weight = weight
        """The weight of all records, cached once a digest has needed it."""
        self.digest = ""
        """The digest of the position, cached once it has been computed."""
        self.previous: Step | None = None

    @classmethod
    def last_of(cls, saved: SavedStep, state: State, weight: int) -> Step:
        """The step of a loaded snapshot: the events of its last action are not known."""
        done = saved.action
        if not isinstance(done, Action):
            return cls(saved.side, None, state, weight=weight, ruling=done)
        return cls(saved.side, done, state, auto=saved.auto, weight=weight, joined=saved.joined)

    @property
    def action_or_ruling(self) -> Action | Ruling | None:
        """What was done, as it is saved."""
        return self.action if self.action is not None else self.ruling

    @property
    def state(self) -> State:
        """The position after the action."""
        return self._state or self._recomputed()

    @property
    def outline(self) -> State:
        """The position, without its tables if they were dropped: the frames and the dice."""
        return self._state or self._with({})

    def drop_tables(self) -> None:
        """Drop the tables, if they can be computed again."""
        state = self._state
        if state is not None and self.previous is not None:
            self._rest = state.scenario, state.frames, state.dice, state.outcome
            self._state = None

    def _with(self, tables: dict[type, Table]) -> State:
        scenario, frames, dice, outcome = self._rest
        return State(scenario, tables, frames, dice, outcome)

    def _recomputed(self) -> State:
        since: list[Step] = []
        at: Step | None = self
        while at is not None and at._state is None:
            since.append(at)
            at = at.previous
        assert at is not None and at._state is not None
        tables = dict(at._state.tables)
        written: dict[type, Table] = {}
        for step in reversed(since):
            for change in step.changes:
                kind = change.kind
                if kind not in written:
                    written[kind] = tables[kind] = Table(tables[kind])
                if change.after is None:
                    del written[kind][change.key]
                else:
                    written[kind][change.key] = change.after
        return self._with(tables)


Replay: TypeAlias = Callable[[Progress | None], list[Step]]
RECENT_POSITIONS: Final = 32
"""How many of the last positions keep their tables, for undo."""
POSITION_INTERVAL: Final = 64
"""Of the earlier positions, every position whose number is a multiple of this keeps its tables."""


class History:
    """The steps since a game was opened are in memory; earlier ones are replayed on demand."""

    def __init__(
        self, codec: Codec, first: Step, saved: list[SavedStep] | None = None, replay: Replay | None = None
    ) -> None:
        self._codec = codec
        self._saved = saved or []
        self._steps = [first]
        self._replay = replay
        self.present = first.state
        """The current position."""

    def __len__(self) -> int:
        """How many actions have been taken."""
        return len(self._saved) + len(self._steps) - 1

    @property
    def last(self) -> Step:
        """The latest step."""
        return self._steps[-1]

    @property
    def last_is_known(self) -> bool:
        """False right after a snapshot was loaded: its last action has not been replayed yet."""
        return len(self._steps) > 1 or not self._saved

    def __getitem__(self, at: int) -> Step:
        saved = len(self._saved)
        if not 0 <= at < saved + len(self._steps):
            raise IndexError(f"the game has {len(self)} actions")
        if at < saved or (at == saved and self._replay is not None):
            self.replay_past()
            saved = len(self._saved)
        return self._steps[at - saved]

    def replay_past(self, progress: Progress | None = None) -> None:
        """Replay the actions before the snapshot; an exception from `progress` changes nothing."""
        if self._replay is not None:
            self._steps = self._replay(progress) + self._steps[1:]
            self._saved, self._replay = [], None

    def take_replayed(self, other: History) -> None:
        """Take over the steps that a copy has replayed; actions done since the copy was made stay."""
        if self._replay is not None and other._replay is None:
            self._steps = other._steps[: len(self._saved) + 1] + self._steps[1:]
            self._saved, self._replay = [], None

    def all(self) -> tuple[Step, ...]:
        """Every step from the first."""
        self.replay_past()
        return tuple(self._steps)

    def append(self, step: Step) -> None:
        """Add a step; values derived from tables that are no longer current are dropped."""
        steps = self._steps
        if step.previous is None:
            step.previous = steps[-1]
        steps.append(step)
        before, self.present = self.present.tables, step.state
        for change in step.changes:
            before[change.kind].memo.clear()
        old = len(steps) - 1 - RECENT_POSITIONS
        if old > 0 and old % POSITION_INTERVAL:
            steps[old].drop_tables()

    def pop(self) -> Step:
        """Remove the last step."""
        if not self.last_is_known:
            self.replay_past()
        step = self._steps.pop()
        step.drop_tables()
        self.present = self._steps[-1].state
        return step

    def until(self, at: int) -> History:
        """A history that ends with this step; the steps themselves are shared."""
        if not 0 <= at <= len(self):
            raise IndexError(f"the game has {len(self)} actions")
        first, *rest = self.all()[: at + 1]
        other = History(self._codec, first)
        other._steps.extend(rest)
        other.present = other.last.state
        return other

    def copy(self) -> History:
        """A copy that does not change when this history does: another thread may read it."""
        other = History(self._codec, self._steps[0], self._saved, self._replay)
        other._steps = list(self._steps)
        other.present = self.present
        return other

    def saved_steps(self) -> list[SavedStep]:
        """The actions as they are saved, each with its digest."""
        since = [
            SavedStep(step.side, step.action_or_ruling, step.auto, self._digest(at), step.joined)
            for at, step in enumerate(self._steps)
            if at and step.action_or_ruling is not None
        ]
        return [*self._saved, *since]

    def done_by(self, at: int) -> tuple[str, bool]:
        """Who did the action with this number, and whether it was a single option played on request."""
        saved = self._saved
        step = saved[at - 1] if at <= len(saved) else self._steps[at - len(saved)]
        return step.side, step.auto

    def group_start(self, at: int) -> int:
        """The number of the first action of the group to which action `at` belongs; mostly its own."""
        saved, steps = self._saved, self._steps
        while at > 1 and (saved[at - 1].joined if at <= len(saved) else steps[at - len(saved)].joined):
            at -= 1
        return at

    def digest(self, at: int) -> str:
        """The short digest of the position after `at` actions."""
        if 0 < at <= len(self._saved):
            return self._saved[at - 1].digest
        self[at]
        return self._digest(at - len(self._saved))

    def agrees(self, at: int, digest: str) -> bool:
        """Is this digest of a save the one of the position? One with former names of frames is kept."""
        if self.digest(at) == digest:
            return True
        step = self[at]
        if not self._codec.fits(step.outline, self._weight(at - len(self._saved)), digest):
            return False
        step.digest = digest
        return True

    def _digest(self, at: int) -> str:
        step = self._steps[at]
        if not step.digest:
            step.digest = self._codec.digest(step.outline, self._weight(at))
        return step.digest

    def _weight(self, at: int) -> int:
        codec, steps = self._codec, self._steps
        known = at
        while steps[known].weight is None and known > 0:
            known -= 1
        weight = steps[known].weight
        if weight is None:
            weight = steps[known].weight = codec.weigh_tables(steps[known].state)
        for step in steps[known + 1 : at + 1]:
            for change in step.changes:
                if change.before is not None:
                    weight -= codec.weigh(change.before)
                if change.after is not None:
                    weight += codec.weigh(change.after)
            step.weight = weight
        return weight
