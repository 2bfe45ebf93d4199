"""One game between bots as a task: the same task is always the same game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from msgspec import field

from engine import games as registry
from engine.bots.players import VERSION, bot_named
from engine.bots.question import ask
from engine.record import Record
from engine.referee.refusal import RulesBug
from engine.referee.session import Accepted, Session, Start

LIMIT = 60_000
"""After so many actions a game counts as endless."""


class MatchTask(Record):
    """A game that is to be played: a scenario with its options, a seed, and a bot for each side."""

    game: str
    scenario: str
    seed: str
    bots: Mapping[str, str]
    """The name of the bot of each side."""
    options: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""
    """The scenario itself, if it is not one that comes with the game."""

    def scenario_text(self) -> str:
        """The text that the game begins from."""
        return self.text or registry.game(self.game).scenario_text(self.scenario)

    @property
    def key(self) -> str:
        """What tells this task from every other: the digest of all that decides the game."""
        bots = sorted(self.bots.items())
        rules = registry.about(self.game).rules_version
        parts = (
            self.game,
            rules,
            _digest(self.scenario_text()),
            sorted(self.options.items()),
            self.seed,
            bots,
            VERSION,
        )
        return sha256(repr(parts).encode()).hexdigest()[:24]


@lru_cache(maxsize=64)
def _digest(text: str) -> str:
    """A run has many tasks with the same text."""
    return sha256(text.encode()).hexdigest()


class MatchResult(Record):
    """How such a game ended."""

    task: MatchTask
    winner: str
    """Empty for a draw."""
    level: str
    turn: int | None
    actions: int
    strength: Mapping[str, float]
    """What was left of each side at the end, as a share of what it had on the map at the beginning."""


def start_of(task: MatchTask) -> Start:
    """The beginning of the game of a task."""
    return Start(task.game, "scenario", task.scenario, task.scenario_text(), task.seed, dict(task.options))


def play_match(task: MatchTask) -> MatchResult:
    """Play a game to its end. RulesBug if a bot's action is refused or the game does not end."""
    session = begin(task)
    finish(session, task)
    if session.outcome is None:
        raise RulesBug(f"the game of {task.scenario} with seed {task.seed} does not end")
    return result_of(session, task)


def begin(task: MatchTask) -> Session:
    """The game before its first action."""
    return Session.begin(registry.game(task.game), start_of(task))


def finish(session: Session, task: MatchTask, after: Callable[[], None] | None = None) -> None:
    """Let the bots play until the game is over, or has gone on for LIMIT actions.

    `after` is called after each action.
    """
    bots = {side: bot_named(task.bots[side], f"{task.seed} {side}") for side in session.sides}
    while (choice := session.choice) is not None and len(session) < LIMIT:
        action = bots[choice.side].answer(ask(session, f"{task.seed} {choice.side}"))
        answer = session.submit(choice.side, action)
        if not isinstance(answer, Accepted):
            raise RulesBug(f"the bot of {choice.side} tries {action}, which is refused: {answer.refusals[0]}")
        if after is not None:
            after()


def result_of(session: Session, task: MatchTask) -> MatchResult:
    """The result of a game that is over."""
    outcome = session.state.outcome
    assert outcome is not None
    first, last = _strengths(session, 0), _strengths(session, len(session))
    left = {side: round(last.get(side, 0.0) / first[side], 3) for side in first if first[side]}
    return MatchResult(task, outcome.winner, outcome.text, session.turn_number, len(session), left)


def _strengths(session: Session, step_number: int) -> dict[str, float]:
    found: dict[str, float] = {}
    for side, _, weight in session.game.pieces(session.at(step_number)):
        found[side] = found.get(side, 0.0) + weight
    return found
