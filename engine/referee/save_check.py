"""Compares the position that a save shows with the one that its actions lead to, and says what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from engine.mechanics.plural import counted
from engine.record import Record
from engine.referee.correction import correction_of, name_of
from engine.referee.game import Game
from engine.referee.history import SavedStep
from engine.referee.progress import Progress
from engine.referee.refusal import RulesBug
from engine.referee.save import Divergence, begin_again, repeat
from engine.referee.session import Accepted, Session, Start
from engine.referee.state import State
from engine.referee.transaction import Change

MOST_NAMED: Final = 6
REASON: Final = "The saved position was kept although the actions lead to another one"


class SaveCheck(Record):
    """The result of replaying every action."""

    replayed: Session
    """The replayed game, as far as its actions are accepted."""
    stopped: str
    """Why the replay stopped; empty if all actions were accepted."""
    first: int
    """The first action whose digest differs from the saved one; 0 if there is none."""
    changes: tuple[Change, ...]
    """The records that differ, from the replayed position to the saved one."""
    elsewhere: bool
    """True if something else differs: the deciding side, the dice, the outcome."""

    @property
    def fits(self) -> bool:
        """True if the replay gives the saved position and all digests."""
        return not (self.stopped or self.first or self.changes or self.elsewhere)

    @property
    def same_position(self) -> bool:
        """True if the last position is the same and only an earlier digest differs."""
        return not (self.stopped or self.changes or self.elsewhere)

    def words(self) -> str:
        """What differs, in a sentence. Units that not every side can see are counted, and not named."""
        if self.stopped:
            return f"The saved position cannot be reached by the saved actions: {self.stopped}."
        if self.same_position:
            return f"The actions lead to the saved position, but action {self.first} was noted otherwise."
        parts = list(_listed(self.changes, _seen_by_all(self.replayed)))
        if self.elsewhere:
            parts.append("whose decision it is, the dice or the outcome")
        return f"The saved position differs from what the actions lead to: {'; '.join(parts)}."

    def as_branch(self, consent: dict[str, str]) -> Session | None:
        """The saved position as an agreed correction of the replayed one; None where that is not possible."""
        if self.stopped or self.elsewhere:
            return None
        branch = self.replayed.branch(len(self.replayed))
        if not self.changes:
            return branch
        ruling = correction_of(branch.game.codec, list(self.changes), consent, REASON)
        return branch if isinstance(branch.rule(ruling), Accepted) else None


def position_check(session: Session) -> Callable[[Progress | None], SaveCheck]:
    """Check the position of a loaded game as it is now; another thread may call the returned function."""
    game, start, state = session.game, session.start, session.state
    steps = session.history.saved_steps()
    return lambda progress: check_position(game, start, steps, state, progress)


def check_position(
    game: Game, start: Start, steps: Sequence[SavedStep], state: State, progress: Progress | None = None
) -> SaveCheck:
    """Replay every action and compare the last position with the saved one."""
    session, stopped, first = begin_again(game, start), "", 0
    for number, step in enumerate(steps, start=1):
        try:
            repeat(session, number, step)
        except Divergence as problem:
            stopped = str(problem)
            break
        if not first and not session.history.agrees(number, step.digest):
            first = number
        if progress is not None:
            progress(number, len(steps))
    replayed = session.state
    elsewhere = (replayed.frames, replayed.dice, replayed.outcome) != (
        state.frames,
        state.dice,
        state.outcome,
    )
    return SaveCheck(session, stopped, first, tuple(_differences(game, replayed, state)), elsewhere)


def _differences(game: Game, before: State, after: State) -> Iterable[Change]:
    for kind in game.kinds:
        old: Mapping[str, Any] = before.all(kind)
        new: Mapping[str, Any] = after.all(kind)
        for key in dict.fromkeys((*old, *new)):
            if old.get(key) != new.get(key):
                yield Change(kind, key, old.get(key), new.get(key))


def _seen_by_all(session: Session) -> set[str]:
    """The units that every side sees in the replayed position."""
    with suppress(RulesBug):
        views = [session.view(side) for side in session.state.scenario.sides]
        return set.intersection(*({counter.id for counter in view.counters} for view in views))
    return set()


def _listed(changes: Sequence[Change], public: set[str]) -> Iterable[str]:
    """Units missing, added and changed, then all other records."""
    units = [change for change in changes if _is_unit(change)]
    for word, found in (
        ("missing", [change for change in units if change.after is None]),
        ("added", [change for change in units if change.before is None]),
        ("changed", [change for change in units if change.before is not None and change.after is not None]),
    ):
        if found:
            names = [name_of(change) for change in found if change.key in public][:MOST_NAMED]
            rest = len(found) - len(names)
            named = ", ".join([*names, *([f"{rest} more"] if rest and names else [])])
            yield f"{counted(len(found), 'unit')} {word}" + (f" ({named})" if named else "")
    others = len(changes) - len(units)
    if others:
        yield f"{counted(others, 'other record')} changed"


def _is_unit(change: Change) -> bool:
    return hasattr(change.before if change.after is None else change.after, "place")
