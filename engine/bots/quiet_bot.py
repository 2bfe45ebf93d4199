"""A passive player: passes where that is legal, and otherwise chooses at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final

from engine.bad_input import BadInput
from engine.bots.random_bot import Look
from engine.mechanics.plural import counted
from engine.referee.action import Action
from engine.referee.session import Accepted, Session

STILL: Final = (
    "historical",
    "done",
    "pass",
    "end",
    "finish",
    "stop",
    "none",
    "no",
    "decline",
    "stay",
    "keep",
)
"""Verbs that pass a decision, the best first."""
BACK: Final = ("cancel", "back")
"""Verbs that only lead back to the decision before."""
MOST: Final = 20_000
"""The most actions for one call of `let_pass`."""


class QuietBot:
    """Passes whenever possible; the same seed chooses the same actions."""

    def __init__(self, seed: str) -> None:
        self._chance = Random(seed)

    def choose(self, look: Look, legal: Sequence[Action]) -> Action:
        """Choose without looking at the view."""
        for verb in STILL:
            for action in legal:
                if action.verb == verb:
                    return action
        plain = [action for action in legal if action.kind == "none" and action.verb not in BACK]
        forward = plain or [action for action in legal if action.verb not in BACK]
        return self._chance.choice(forward or list(legal))


def turns_gone(session: Session) -> int:
    """How many turns have been played since the game began."""
    now, first = session.turn_number, session.game.turn_number(session.at(0))
    if now is None or first is None:
        raise BadInput(f"{session.game.title} does not number its turns, so it can only begin with the first")
    return now - first


def let_pass(session: Session, turns: int, seed: str, progress: Callable[[int, int], None]) -> None:
    """Let all sides pass for this number of turns; BadInput if the game ends before or never gets there."""
    bot, first = QuietBot(seed), turns_gone(session)
    for _ in range(MOST):
        gone, choice = turns_gone(session) - first, session.choice
        if gone >= turns:
            return
        if choice is None:
            raise BadInput(f"The game is over after {counted(gone, 'turn')} in which every side passes")
        progress(gone, turns)
        action = bot.choose(partial(session.view, choice.side), session.legal())
        answer = session.submit(choice.side, action)
        assert isinstance(answer, Accepted), answer
    raise BadInput(f"{counted(turns, 'turn')} cannot be passed without decisions")
