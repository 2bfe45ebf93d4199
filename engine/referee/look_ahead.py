"""A later decision of the same side, found without playing: what would be on offer after some actions."""

from __future__ import annotations

from engine.record import Record
from engine.referee.action import Action
from engine.referee.frame import Choice
from engine.referee.game import Game
from engine.referee.preview import Preview
from engine.referee.refusal import Refusal
from engine.referee.state import State
from engine.referee.steps import play


class LookAhead(Record):
    """The decision that `steps` lead to. No dice have been rolled and nothing hidden has been shown."""

    steps: tuple[Action, ...]
    game: Game
    state: State
    choice: Choice

    def legal(self) -> list[Action]:
        """Everything that the side could do there."""
        return self.choice.legal(self.state)

    def refusals(self, action: Action) -> list[Refusal]:
        """Every reason against an action there; none about a target that the side cannot know."""
        if not self.game.knows(self.state, self.choice.side, action):
            return []
        return list(self.choice.refusals(self.state, action))

    def label(self, action: Action) -> str:
        """What a button for this action says."""
        return self.choice.label(self.state, action)

    def preview(self, action: Action) -> Preview:
        """What would come of an action there."""
        return self.choice.preview(self.state, action)

    def subjects(self) -> frozenset[str]:
        """The units that the decision is about."""
        return frozenset(self.choice.subjects(self.state))


def look_ahead(
    game: Game, state: State, choice: Choice, actions: tuple[Action, ...], first: int
) -> LookAhead | None:
    """Follow the actions from a decision, the first of which has this number; None where nobody can look."""
    side = choice.side
    for number, action in enumerate(actions, start=first):
        if not action.well_formed or (action.kind != "none" and not game.knows(state, side, action)):
            return None
        if next(choice.refusals(state, action), None) is not None:
            return None
        step = play(state, choice, action, False, number)
        state = step.state
        after = state.frames[-1] if state.frames else None
        if step.barrier or not isinstance(after, Choice) or after.side != side:
            return None
        choice = after
    return LookAhead(actions, game, state, choice)
