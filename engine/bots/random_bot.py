"""A player that chooses at random. It gets what a player gets: a view and the list of legal actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeAlias

from engine.bots.question import Question
from engine.referee.action import Action
from engine.referee.view import View

Look: TypeAlias = Callable[[], View]
"""Returns the bot's view; it is built only if the bot calls this."""


class Bot(Protocol):
    """Anything that can decide for a side."""

    def choose(self, look: Look, legal: Sequence[Action]) -> Action:
        """One of the legal actions; there is at least one."""
        ...


class RandomBot:
    """Every legal action is equally likely; the same seed chooses the same way."""

    def __init__(self, seed: str) -> None:
        self._chance = Random(seed).random

    def choose(self, look: Look, legal: Sequence[Action]) -> Action:
        """Choose without looking at the view."""
        return legal[int(self._chance() * len(legal))]

    def answer(self, question: Question) -> Action:
        """Answer without looking at the position."""
        return question.legal[int(self._chance() * len(question.legal))]
