"""The course of a game in figures: how the evaluation went, and what of it was luck.

After the end the positions are judged as they were. During a game they are judged as one side may know
them: what is hidden from it is imagined, and dice are thrown again for its own actions alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.bots.character import CHARACTERS, Character
from engine.bots.evaluation import Evaluation, evaluation_of
from engine.bots.question import imagine
from engine.record import Record
from engine.referee.dice import Dice
from engine.referee.frame import Choice
from engine.referee.history import Step
from engine.referee.public_view import EVERYBODY
from engine.referee.refusal import RulesBug
from engine.referee.session import Session
from engine.referee.state import State
from engine.referee.steps import play

THROWS = 8
"""How often the dice of an action are thrown again to find out what was to be expected of it."""
MOST_TURNING_POINTS = 8
LEAST_CHANGE = 0.02
"""A turning point changes the evaluation by at least so much."""
APART = 4
"""Steps between two turning points."""
JUDGE: Character = CHARACTERS["steady"]

Progress: TypeAlias = Callable[[int, int, str], None]


class Point(Record):
    """The evaluation after a step, and what the step changed by luck and by decision."""

    step_number: int
    turn: int | None
    value: float
    luck: float
    """Dice against expectation; 0 where no dice fell or where they cannot be told apart."""
    by: str
    """The side that decided; empty for the opening and for a ruling."""
    change: float

    @property
    def decision(self) -> float:
        """What the action itself was worth."""
        return self.change - self.luck


class TurningPoint(Record):
    """A step that changed the evaluation much."""

    point: Point
    text: str


class Course(Record):
    """The evaluation of a whole game for one side."""

    side: str
    """Whose evaluation it is."""
    viewing_side: str | None
    """Who may know it; None after the end of the game."""
    points: tuple[Point, ...]
    turning_points: tuple[TurningPoint, ...]

    @property
    def luck(self) -> float:
        """All luck together."""
        return sum(point.luck for point in self.points)

    def decisions(self, side: str) -> float:
        """What the decisions of a side were worth."""
        return sum(point.decision for point in self.points if point.by == side)

    def summed_luck(self) -> tuple[float, ...]:
        """The luck up to each point."""
        total, found = 0.0, []
        for point in self.points:
            total += point.luck
            found.append(total)
        return tuple(found)


def course_of(session: Session, viewing_side: str | None, progress: Progress) -> Course | None:
    """The course of a game; None if the scenario cannot be judged, or not by somebody who only looks on."""
    judge = evaluation_of(session.game, session.state)
    if judge is None or viewing_side == EVERYBODY:
        return None
    reader = _Reader(session, judge, viewing_side)
    steps = session.history.all()
    points = []
    for number, step in enumerate(steps):
        points.append(reader.point(number, step))
        progress(number + 1, len(steps), "Evaluating the game")
    turning = _turning_points(points, steps, session, viewing_side)
    return Course(reader.side, viewing_side, tuple(points), turning)


class _Reader:
    """Judges the steps of a game in order."""

    def __init__(self, session: Session, judge: Evaluation, viewing_side: str | None) -> None:
        self._session, self._judge, self._viewing = session, judge, viewing_side
        self.side = viewing_side or session.sides[0]
        self._before: State | None = None
        self._value = 0.0

    def point(self, number: int, step: Step) -> Point:
        """What a step changed."""
        state = self._known(step.state, number)
        value = self._worth(state)
        before, self._before = self._before, state
        change = value - self._value if before is not None else 0.0
        luck = value - self._expected(before, step, number, value) if before is not None else 0.0
        self._value = value
        turn = self._session.game.turn_number(state)
        return Point(number, turn, value, luck, step.side, change)

    def _known(self, state: State, number: int) -> State:
        """The position as the reader may know it."""
        if self._viewing is None:
            return state
        return imagine(self._session.game, state, self._viewing, f"course {number}")

    def _worth(self, state: State) -> float:
        return self._judge.value(state, self.side, JUDGE)

    def _expected(self, before: State, step: Step, number: int, value: float) -> float:
        """The mean of what could have come of an action; the value itself if no dice fell for it."""
        action, choice = step.action, before.frames[-1] if before.frames else None
        own = self._viewing in (None, step.side)
        if action is None or not own or not step.barrier or not isinstance(choice, Choice):
            return value
        found = []
        for throw in range(THROWS):
            state = before.clone()
            state.dice = Dice(f"course {number} {throw}")
            try:
                after = play(state, choice, action, False, number).state
            except RulesBug:
                return value  # The imagined position does not allow it.
            if after.dice.fallen == state.dice.fallen:
                return value
            found.append(self._worth(after))
        return sum(found) / len(found)


def _turning_points(
    points: Sequence[Point], steps: Sequence[Step], session: Session, viewing_side: str | None
) -> tuple[TurningPoint, ...]:
    """The greatest changes, not too near to each other, in the order of the game."""
    chosen: list[Point] = []
    for point in sorted(points, key=lambda point: (-abs(point.change), point.step_number)):
        if len(chosen) == MOST_TURNING_POINTS or abs(point.change) < LEAST_CHANGE:
            break
        if all(abs(point.step_number - other.step_number) >= APART for other in chosen):
            chosen.append(point)
    chosen.sort(key=lambda point: point.step_number)
    return tuple(
        TurningPoint(point, _text(steps[point.step_number], session, viewing_side)) for point in chosen
    )


def _text(step: Step, session: Session, viewing_side: str | None) -> str:
    """The first sentence of a step that its reader may read."""
    shown = (event.for_side(viewing_side) for event in step.events)
    first = next((event.text for event in shown if event is not None and event.text), "")
    return first or f"An action of {session.state.scenario.title_of(step.side)}"
