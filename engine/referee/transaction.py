"""The only way to write: from one state to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from engine.record import Record
from engine.referee.dice import Roll
from engine.referee.event import Event
from engine.referee.marks import Mark
from engine.referee.outcome import Outcome
from engine.referee.refusal import RulesBug
from engine.referee.schedule import Cup
from engine.referee.state import Keyed, State, Table, no_table

if TYPE_CHECKING:
    from engine.referee.frame import Frame


class Change(Record):
    """One record before and after; None where it was not there."""

    kind: type
    key: str
    before: Any
    after: Any


class Transaction:
    """Given only to `apply`, `resume` and the steps of procedures."""

    __slots__ = ("_owned", "barrier", "changes", "events", "state")

    def __init__(self, base: State) -> None:
        self.state = base.clone()
        self.events: list[Event] = []
        self.changes: list[Change] = []
        self.barrier = False
        """True when dice fell or something hidden was shown: undo needs consent from here on."""
        self._owned: set[type] = set()

    # records

    def _own(self, kind: type) -> Table:
        tables = self.state.tables
        try:
            table = tables[kind]
        except KeyError:
            raise no_table(kind) from None
        if kind in self._owned:
            table.stamp = object()
            if table.memo:
                table.memo = {}
        else:
            table = tables[kind] = Table(table)
            self._owned.add(kind)
        if self.state.memo:
            self.state.memo.clear()
        return table

    def put(self, record: Keyed) -> None:
        """Write a record, new or changed."""
        kind, key = type(record), record.key
        table = self._own(kind)
        self.changes.append(Change(kind, key, table.get(key), record))
        table[key] = record

    def remove(self, record: Keyed) -> None:
        """Take a record out of its table."""
        kind, key = type(record), record.key
        table = self._own(kind)
        if key not in table:
            raise RulesBug(f"no {kind.__name__} is called {key!r}, so it cannot be removed")
        self.changes.append(Change(kind, key, table.pop(key), None))

    # chance

    def roll(self, notation: str, case: str, why: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        """Roll dice; the log shows them with the case and the reason."""
        roll = self._fall(notation)
        faces = ", ".join(map(str, roll.faces))
        self.events.append(
            Event("DiceRolled", f"{why}: {notation} shows {faces}", case, seen_by, dice=roll.faces)
        )
        return roll

    def draw(self, cup: Cup, case: str, why: str, seen_by: tuple[str, ...] | None = None) -> str:
        """Draw a chit without looking, out of the cup as it is now."""
        cup = self.state.get(Cup, cup.key)
        if not cup.chits:
            raise RulesBug(f"the cup {cup.key!r} is empty")
        at = self._fall(f"1d{len(cup.chits)}").total - 1
        self.put(replace(cup, chits=cup.chits[:at] + cup.chits[at + 1 :]))
        chit = cup.chits[at]
        self.events.append(
            Event("ChitDrawn", f"{why}: {chit}", case, seen_by, redacted=f"{why}: a chit is drawn")
        )
        return chit

    def reveal(self) -> None:
        """Declare that something hidden is shown: undo past this needs consent."""
        self.barrier = True

    def _fall(self, notation: str) -> Roll:
        roll, self.state.dice = self.state.dice.roll(notation)
        self.state.memo.clear()
        self.barrier = True
        return roll

    # the log

    def emit(self, event: Event) -> None:
        """Add an event to the log."""
        self.events.append(event)

    def begin_turn(self, number: int, title: str, case: str) -> None:
        """Say in the log that a game turn begins."""
        self.emit(Event("TurnBegan", title, case, turn=number))

    # marks

    def mark(self, subject: str, name: str, scope: str = "", turns: int = 1, value: str = "") -> None:
        """Put a mark on a subject until the current scope has ended `turns` times."""
        depth, frames = -1, self.state.frames
        if scope:
            depth = len(frames) - 1
            while depth >= 0 and frames[depth].scope != scope:
                depth -= 1
            if depth < 0:
                raise RulesBug(f"{name!r} is marked for this {scope}, but no {scope} is going on")
        self.put(Mark(subject, name, scope, depth, turns, value))

    def unmark(self, subject: str, name: str) -> None:
        """Remove a mark, if it is there."""
        mark = self.state.find(Mark, f"{subject}|{name}")
        if mark is not None:
            self.remove(mark)

    def end_scope(self, scope: str, subject: str | None = None, depth: int | None = None) -> None:
        """End a scope such as "until it moves" explicitly, for one subject or for all."""
        for mark in list(self.state.all(Mark).values()):
            if mark.scope == scope and subject in (None, mark.subject) and depth in (None, mark.depth):
                self._count_down(mark)

    def _count_down(self, mark: Mark) -> None:
        if mark.left > 1:
            self.put(replace(mark, left=mark.left - 1))
        else:
            self.remove(mark)

    def _end_frame(self, scope: str, depth: int) -> None:
        """End the marks of a frame of this scope at this depth; a frame below it keeps its marks."""
        ended = [mark for mark in self.state.tables[Mark].values() if mark.scope == scope and mark.depth >= 0]
        for mark in ended:
            if mark.depth >= depth or self.state.frames[mark.depth].scope != scope:
                self._count_down(mark)

    def mark_until(self, subject: str, name: str, scope: str, value: str = "") -> None:
        """Put a mark on a subject until `end_scope(scope, subject)` is called, such as "until it moves"."""
        self.put(Mark(subject, name, scope, value=value))

    # the frame stack: empty when the game is finished, and then these do nothing

    def push(self, frame: Frame) -> None:
        """Put a frame on top of the current one, which waits for its result."""
        state = self.state
        if state.outcome is None:
            state.frames = (*state.frames, frame)
            if state.memo:
                state.memo.clear()

    def replace(self, frame: Frame) -> None:
        """Replace the current frame. A scope that the new frame does not share ends here."""
        state = self.state
        if state.outcome is None:
            scope = state.frames[-1].scope
            state.frames = (*state.frames[:-1], frame)
            if state.memo:
                state.memo.clear()
            if scope and scope != frame.scope:
                self._end_frame(scope, len(state.frames) - 1)

    def pop(self, result: Any = None) -> None:
        """End the current frame; the frame below receives the result and resumes."""
        state = self.state
        if state.outcome is None:
            if not state.frames:
                raise RulesBug("nothing is going on any more that could end: a frame has ended twice")
            scope = state.frames[-1].scope
            state.frames = state.frames[:-1]
            if state.memo:
                state.memo.clear()
            if scope:
                self._end_frame(scope, len(state.frames))
            if state.frames:
                state.frames[-1].resume(self, result)

    def finish(self, winner: str, text: str, case: str, told: str = "") -> None:
        """End the game; the log says what is `told`, else the text. Only the first call counts."""
        state = self.state
        if state.outcome is None:
            state.outcome, state.frames = Outcome(winner, text, case), ()
            state.memo.clear()
            self.emit(Event("GameEnded", told or text, case))
