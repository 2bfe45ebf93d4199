"""A later decision of the same side, found without playing: what would be on offer after some actions."""

from __future__ import annotations

from engine.record import Record
from engine.referee.action import Action
from engine.referee.first_roll import FirstRoll, first_roll
from engine.referee.frame import Choice
from engine.referee.game import Game
from engine.referee.preview import Preview
from engine.referee.refusal import Refusal
from engine.referee.state import State
from engine.referee.steps import play


class LookAhead(Record):
    """The decision that `actions` lead to. No dice have been rolled and nothing hidden has been shown."""

    actions: tuple[Action, ...]
    _game: Game
    _state: State
    _choice: Choice
    number: int
    """The number that the next action would have in the history of the game."""

    def after(self, action: Action) -> LookAhead | None:
        """The decision of the same side after one more action; None where nobody can look."""
        choice, game, state = self._choice, self._game, self._state
        if not action.well_formed:
            return None
        if action.kind != "none" and not game.can_name(state, choice, action):
            return None
        if next(choice.refusals(state, action), None) is not None:
            return None
        step = play(state, choice, action, False, self.number)
        after = step.state.frames[-1] if step.state.frames else None
        if step.barrier or not isinstance(after, Choice) or after.side != choice.side:
            return None
        return LookAhead((*self.actions, action), game, step.state, after, self.number + 1)

    def legal(self) -> list[Action]:
        """Everything that the side could do there."""
        return self._choice.legal(self._state)

    def refusals(self, action: Action) -> list[Refusal]:
        """Every reason against an action there; none about a target that the side cannot know."""
        if not self._game.can_name(self._state, self._choice, action):
            return []
        return list(self._choice.refusals(self._state, action))

    def label(self, action: Action) -> str:
        """What a button for this action says."""
        return self._choice.label(self._state, action)

    def preview(self, action: Action) -> Preview:
        """What would come of an action there."""
        return self._choice.preview(self._state, action)

    def first_roll(self, action: Action) -> FirstRoll | None:
        """The roll that would follow from a legal action there; None if no die would fall."""
        return first_roll(self._game, self._state, self._choice, action)

    def reminders(self, action: Action) -> list[str]:
        """What the side may have forgotten if it does this there."""
        return list(self._choice.reminders(self._state, action))

    def subjects(self) -> frozenset[str]:
        """The units that the decision is about."""
        return frozenset(self._choice.subjects(self._state))
