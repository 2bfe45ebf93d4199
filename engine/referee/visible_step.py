"""One step of a game as one side may know it. The position behind it stays in the engine."""

from __future__ import annotations

from typing import Final

from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.frame import Choice, side_of
from engine.referee.game import Game
from engine.referee.history import Step
from engine.referee.measure import Measure
from engine.referee.preview import Preview
from engine.referee.public_view import EVERYBODY, view_for
from engine.referee.state import State
from engine.referee.view import View

OVER: Final = (0, "")
"""`VisibleStep.decision` when the game is over."""


class VisibleStep:
    """What this side may know of a step. Computed when it is asked for: a long game has thousands."""

    __slots__ = ("_before", "_game", "_state", "_step", "number", "viewing_side")

    def __init__(
        self,
        number: int,
        step: Step,
        game: Game,
        viewing_side: str | None,
        before: VisibleStep | None = None,
    ) -> None:
        self.number = number
        """How many actions had been taken after it; 0 is the opening position."""
        self.viewing_side = viewing_side
        """Who reads it; None sees everything, `EVERYBODY` what all sides may see."""
        self._step = step
        self._game = game
        self._before = before
        self._state: State | None = None
        if before is not None:
            before._before = None  # A reader that goes on keeps two steps, not all of them.

    # what was done

    @property
    def side(self) -> str:
        """Who acted; empty for the opening position and for a ruling."""
        return self._step.side

    @property
    def is_own(self) -> bool:
        """True if the reader did it, or sees everything."""
        return self.viewing_side in (None, self._step.side)

    @property
    def action(self) -> Action | None:
        """What was done, if the reader did it or sees everything."""
        return self._step.action if self.is_own else None

    @property
    def is_ruling(self) -> bool:
        """True for a correction or new dice, which no side did."""
        return self._step.ruling is not None

    @property
    def was_automatic(self) -> bool:
        """True if it was the only option and was played on request."""
        return self._step.auto

    @property
    def is_joined(self) -> bool:
        """True if it was submitted together with the step before it: they are undone as one."""
        return self._step.joined

    @property
    def is_barrier(self) -> bool:
        """True if dice fell or something hidden was shown: undo needs consent."""
        return self._step.barrier

    @property
    def changed_records(self) -> bool:
        """True if the step changed any record; otherwise the table is as it was before."""
        return bool(self._step.changes)

    @property
    def events(self) -> list[Event]:
        """The sentences of the log that the reader may read."""
        side, sides = self.viewing_side, self._step.outline.scenario.sides
        shown = (
            event.for_all(sides) if side == EVERYBODY else event.for_side(side) for event in self._step.events
        )
        return [event for event in shown if event is not None]

    # what was going on after it

    @property
    def titles(self) -> tuple[tuple[str, str], ...]:
        """What is going on after the step, the whole before its parts: titles, and whose each of them is.

        A decision belongs to nobody here: it changes hands within one phase.
        """
        return tuple(
            (frame.title, "" if isinstance(frame, Choice) else side_of(frame))
            for frame in self._step.outline.frames
            if frame.title
        )

    @property
    def decision(self) -> tuple[int, str]:
        """Which decision waits after the step: how deep it lies in the sequence of play, and its kind.

        Two steps with the same value wait for the same kind of decision at the same place.
        """
        frames = self._step.outline.frames
        return len(frames), type(frames[-1]).__name__ if frames else ""

    def view(self) -> View:
        """The table after the step, as the reader could see it."""
        return view_for(self._game, self._position(), self.viewing_side)

    def measures(self) -> tuple[Measure, ...]:
        """The numbers that the game measures after the step, as far as the reader could know them."""
        return tuple(self._game.measures(self._position(), self.viewing_side))

    # what the reader could know before it was done

    def label(self) -> str:
        """What the button of the action said; empty if another side did it."""
        asked, action = self._asked(), self.action
        return asked[1].label(asked[0], action) if asked is not None and action is not None else ""

    def preview(self) -> Preview | None:
        """What the preview of the action said; None if another side did it."""
        asked, action = self._asked(), self.action
        return asked[1].preview(asked[0], action) if asked is not None and action is not None else None

    def _asked(self) -> tuple[State, Choice] | None:
        """The position and the decision in which the action was taken."""
        previous = self._step.previous
        if self._before is not None:
            state: State | None = self._before._position()
        else:
            state = previous.state if previous is not None else None
        choice = state.frames[-1] if state is not None and state.frames else None
        return (state, choice) if state is not None and isinstance(choice, Choice) else None

    def _position(self) -> State:
        if self._state is None:
            self._state = self._step.state
        return self._state
