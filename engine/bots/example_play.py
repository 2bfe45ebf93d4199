"""Plays worked examples as they are written, with other dice; finds those that lead to a decision."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache

from engine.bad_input import BadInput
from engine.referee.action import Action
from engine.referee.game import Game
from engine.referee.play_on import phase_named, steps_until
from engine.referee.position import Position, Try
from engine.referee.refusal import RulesBug
from engine.referee.session import Session, Start
from engine.referee.worked_example import SEED, resolve, with_loaded_dice


def as_written(session: Session, tries: Sequence[Try]) -> Iterator[Action]:
    """The actions of an example that are legal here, in their order; submit each before the next."""
    for spelling in (spelling for attempt in tries for spelling in attempt.actions):
        try:
            yield from _meant(session, spelling)
        except BadInput:
            continue  # With other dice than the example has, a phase may not come about.


def _meant(session: Session, spelling: str) -> Iterator[Action]:
    phase = phase_named(spelling)
    if phase:
        yield from steps_until(session, phase)
    elif session.choice is not None:
        side = session.choice.side
        action = resolve(session, side, spelling)
        if not session.refusals(side, action):
            yield action


class LeadingExamples:
    """The worked examples of a game, gone through again and again for those that lead to a decision."""

    def __init__(self, game: Game, files: Sequence[str]) -> None:
        self._game = game
        self._files = files
        self._at = 0
        self._decisions = cache(self._played)

    def next_one(self, sought: Collection[str]) -> str | None:
        """The next example in which one of these kinds of decision comes up, if there is one."""
        for _ in self._files:
            file = self._files[self._at % len(self._files)]
            self._at += 1
            if not self._decisions(file).isdisjoint(sought):
                return file
        return None

    def _played(self, file: str) -> frozenset[str]:
        """The kinds of decision that come up when an example is played as it is written, with its dice."""
        text = (self._game.examples_path() / file).read_text(encoding="utf-8")
        found = set()
        try:
            session = Session.begin(self._game, Start(self._game.key, "position", file, text, SEED))
            for attempt in Position.loads(text).tries:
                session = with_loaded_dice(session, attempt.dice) if attempt.dice else session
                for action in as_written(session, (attempt,)):
                    assert session.choice is not None
                    found.add(type(session.choice).__name__)
                    session.submit(session.choice.side, action)
        except RulesBug:
            pass  # A game that begins from this example will report it.
        return frozenset(found)
