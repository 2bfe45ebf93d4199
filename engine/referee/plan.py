"""A plan: what a side means to do, tried out on a copy of the position before anything is done.

An item of a plan leads from the decision that is planned back to it: "transport this army, to that hex". Each
item is tried after the ones before it. Where another side would be asked the same in between, it is taken to
pass. Nobody looks past dice, past something hidden or past another decision: the item that leads there is the
last one. What is carried out are the single actions, submitted as groups.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from engine.record import Record
from engine.referee.action import Action
from engine.referee.bill import BillLine, bill
from engine.referee.frame import Choice
from engine.referee.history import History, Step
from engine.referee.refusal import REFEREE, Refusal
from engine.referee.session import Accepted, Refused, Session
from engine.referee.state import State
from engine.referee.steps import play
from engine.referee.view import View

Actions: TypeAlias = tuple[Action, ...]
_AFTER_DICE: Final = "Dice fall or something hidden is shown after the last item: carry out the plan first"
_ENDS: Final = "This ends the decision that is planned: carry out the plan first"


class PlanItem(Record):
    """One thing that is meant to be done, and what came of trying it."""

    actions: Actions
    label: str
    cases: tuple[str, ...] = ()
    """The cases of its price and of the rules that its last action is about."""
    bill: tuple[BillLine, ...] = ()
    """What it changes on the tracks of the side."""
    text: str = ""
    """What the preview of its last action says."""
    refusals: tuple[Refusal, ...] = ()
    """Why it is not possible any more; it is left out then."""


class Plan:
    """The items that one side plans in its decision, and the position that they would lead to."""

    def __init__(self, session: Session, items: Iterable[PlanItem] = ()) -> None:
        """The side that decides plans; earlier items are tried again."""
        choice = session.choice
        assert choice is not None
        self._session = session
        self.side = choice.side
        self._kind = _kind(session.state)
        self._number = len(session)
        self._keys = tuple(choice.spends(session.state))
        self.items: list[PlanItem] = []
        self._before: list[State] = []
        """The position before each item."""
        self.pending: Actions = ()
        """The actions of an item that is not complete yet."""
        self._label = ""
        self.end = ""
        """Why nothing can be planned behind the last item; empty if something can."""
        self.trial = _copy(session, session.state)
        """The game as it would be after the plan. It is never saved, and no die falls in it."""
        self._start: View = self.trial.view(self.side)
        self._try(items)

    @property
    def is_current(self) -> bool:
        """Is the game where it was when the plan was tried?"""
        return len(self._session) == self._number and _kind(self._session.state) == self._kind

    def fits(self, session: Session) -> bool:
        """Is the same side asked the same thing again?"""
        return bool(session.state.frames) and _kind(session.state) == self._kind

    def is_inside(self, session: Session) -> bool:
        """Does the side decide inside the planned decision: about a part of one of its actions?"""
        depth, name, side = self._kind
        frames = session.state.frames
        inside = len(frames) > depth and type(frames[depth - 1]).__name__ == name
        return inside and session.deciding_side == side

    @property
    def problems(self) -> list[PlanItem]:
        """The items that are not possible."""
        return [item for item in self.items if item.refusals]

    def bill(self) -> list[BillLine]:
        """What the whole plan uses up."""
        return bill(self._keys, self._start, self.trial.view(self.side), changed_too=True)

    # making the plan

    def add(self, *actions: Action) -> tuple[Refusal, ...]:
        """Try further actions; they become an item as soon as they lead back to the planned decision."""
        for action in actions:
            refusals = self._do(action)
            if refusals:
                return refusals
        return ()

    def take_back(self) -> None:
        """Forget the item that is being made, or else the last one."""
        if self.pending:
            self._go_to(self._before.pop())
        elif self.items:
            self.remove(len(self.items) - 1)

    def remove(self, number: int) -> None:
        """Take an item out; those behind it are tried again."""
        self._arrange([item for at, item in enumerate(self.items) if at != number], number)

    def move(self, number: int, to: int) -> None:
        """Put an item to another place in the order."""
        items = list(self.items)
        items.insert(to, items.pop(number))
        self._arrange(items, min(number, to))

    def _arrange(self, items: list[PlanItem], since: int) -> None:
        state = self._before[since]
        del self.items[since:], self._before[since:]
        self._go_to(state)
        self._try(items[since:])

    def _go_to(self, state: State) -> None:
        self.trial, self.pending, self.end = _copy(self._session, state), (), ""

    def _try(self, items: Iterable[PlanItem]) -> None:
        """Try items again; one that is refused is kept with the reasons."""
        for item in items:
            before, number = self.trial.state, len(self.items)
            refusals = self.add(*item.actions)
            if refusals or len(self.items) == number:
                if self.pending:
                    self._before.pop()
                end = self.end
                self._go_to(before)
                self.end = end
                why = refusals or (Refusal(REFEREE, "It leads nowhere now"),)
                self.items.append(PlanItem(item.actions, item.label, refusals=why))
                self._before.append(before)

    def _do(self, action: Action) -> tuple[Refusal, ...]:
        trial = self.trial
        if self.end:
            return (Refusal(REFEREE, self.end),)
        if refusals := trial.refusals(self.side, action):
            return tuple(refusals)
        choice = trial.choice
        assert choice is not None
        if not self.pending and choice.is_ending(action):
            return (Refusal(REFEREE, _ENDS),)
        if not self.pending:
            self._before.append(trial.state)
        shown = choice.preview(trial.state, action)
        priced = (price.case for price in shown.prices if price.case)
        told = PlanItem(
            (*self.pending, action),
            self._called(choice.label(trial.state, action)),
            tuple(dict.fromkeys((*priced, *choice.cases_of(action)))),
            text=shown.text,
        )
        self._label = told.label
        step = play(trial.state, choice, action, False, len(trial) + 1)
        if step.barrier:
            self._close(told, self._before[-1], _AFTER_DICE)
            return ()
        trial.enter(step)
        self.pending = told.actions
        self._look(told)
        return ()

    def _called(self, label: str) -> str:
        """What the item is called with one more action."""
        return f"{self._label} · {label}" if self.pending else label

    def _look(self, told: PlanItem) -> None:
        """Where have the actions led to?"""
        self._pass_for_others()
        state = self.trial.state
        asked = state.frames[-1] if state.frames else None
        if _kind(state) == self._kind:
            self._close(told, state)
        elif not isinstance(asked, Choice):
            self._close(told, state, "The game is over after the last item")
        elif asked.side != self.side:
            who = state.scenario.title_of(asked.side)
            self._close(told, state, f"{who} decides after the last item: plan on when that is done")
        elif len(state.frames) < self._kind[0]:
            self._close(told, state, "The decision that is planned is over after the last item")

    def _pass_for_others(self) -> None:
        """Another side that is asked the same is taken to pass, if that brings no dice."""
        trial = self.trial
        while (choice := trial.choice) is not None and choice.side != self.side:
            if (len(trial.state.frames), type(choice).__name__) != self._kind[:2]:
                return
            passing = next((one for one in trial.legal() if choice.is_ending(one)), None)
            step = play(trial.state, choice, passing, False, len(trial) + 1) if passing is not None else None
            if step is None or step.barrier:
                return
            trial.enter(step)

    def _close(self, told: PlanItem, state: State, end: str = "") -> None:
        """The item is complete. One that changes nothing is forgotten."""
        before, self.pending, game = self._before[-1], (), self._session.game
        if not end and state.tables == before.tables:
            self._before.pop()
        else:
            choice = before.frames[-1]
            assert isinstance(choice, Choice)
            then, now = game.view(before, self.side), game.view(state, self.side)
            lines = bill(choice.spends(before), then, now, changed_too=True)
            changed = tuple(line for line in lines if line.used)
            self.items.append(PlanItem(told.actions, told.label, told.cases, changed, told.text))
        self.trial, self.end = _copy(self._session, state), end

    # carrying it out

    def next_group(self) -> tuple[list[PlanItem], Actions]:
        """The items that can be submitted as one group now: up to a problem, dice or another side."""
        items: list[PlanItem] = []
        actions: Actions = ()
        for item in self.items:
            if item.refusals:
                break
            items.append(item)
            actions += item.actions
            if self._session.look_ahead(*actions) is None:
                break
        return items, actions

    def carry_out(self) -> tuple[list[PlanItem], tuple[Refusal, ...]]:
        """Submit the next group. Returns the items that are left, and the reasons if nothing was done."""
        if not self.is_current:
            return self.items, (Refusal(REFEREE, "The game has gone on since: look at the plan again"),)
        items, actions = self.next_group()
        if not actions:
            return self.items, self.items[0].refusals if self.items else ()
        answer = self._session.submit(self.side, *actions)
        if isinstance(answer, Refused):
            return self.items, answer.refusals
        assert isinstance(answer, Accepted)
        return self.items[len(items) :], ()


def _kind(state: State) -> tuple[int, str, str]:
    """Which decision it is: its depth in the sequence of play, its class and its side."""
    top = state.frames[-1] if state.frames else None
    return len(state.frames), type(top).__name__, top.side if isinstance(top, Choice) else ""


def _copy(session: Session, state: State) -> Session:
    """A game that begins with this position and is written down nowhere."""
    history = History(session.game.codec, Step("", None, state, barrier=True))
    trial = Session(session.game, session.start, history)
    trial.read_only = session.read_only
    return trial
