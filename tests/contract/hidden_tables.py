"""Tables on which something is hidden from a side: from random play and from worked examples."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from engine import games
from engine.bots import secrecy
from engine.bots.seeking_bot import SeekingBot
from engine.referee.action import Action
from engine.referee.game import Game
from engine.referee.history import Step
from engine.referee.session import Accepted, Session, Start

ACTIONS = 6
"""Actions that are played from each worked example."""
EXAMPLES = 12
"""Worked examples of a game that are taken, from all over its chapters."""
TRIED = 4


def hides_something(session: Session) -> bool:
    """Is there a unit on the table that a side cannot see?"""
    game, state = session.game, session.state
    return any(secrecy.hidden_counters(game, state, side) for side in state.scenario.sides)


@cache
def hidden_tables(key: str) -> tuple[Session, ...]:
    """The worked examples of a game in which something is hidden, each played on a little."""
    game = games.game(key)
    if type(game).reshuffle is Game.reshuffle:
        return ()  # Everything lies open in this game.
    paths = sorted(game.examples_path().rglob("*.toml"))
    tables: list[Session] = []
    examples = 0
    for path in Random(f"hidden {key}").sample(paths, len(paths)):
        text = path.read_text(encoding="utf-8")
        session = Session.begin(game, Start(key, "position", path.stem, text, path.stem))
        if hides_something(session):
            tables += _played_on(session, path.stem)
            examples += 1
        if examples == EXAMPLES:
            break
    return tuple(tables)


def _played_on(session: Session, seed: str) -> Iterator[Session]:
    """The table before each action."""
    bot = SeekingBot(seed)
    for _ in range(ACTIONS):
        choice = session.choice
        if choice is None:
            return
        yield session.branch(len(session))
        action = bot.choose(type(choice).__name__, session.legal())
        assert isinstance(session.submit(choice.side, action), Accepted)


def some_legal(table: Session, chance: Random) -> list[Action]:
    """A few legal actions, of every verb at least one."""
    legal = table.legal()
    by_verb = {action.verb: action for action in chance.sample(legal, len(legal))}
    return list(dict.fromkeys([*by_verb.values(), *legal]))[:TRIED]


def twins(table: Session, side: str, chance: Random) -> Iterator[tuple[Session, Session, Action]]:
    """Two games whose last action left the same table for a side, though what is hidden differs."""
    for action in some_legal(table, chance):
        done = secrecy.carried_out(table, action)
        other = secrecy.twin(table, side, action, done, chance)
        if other is not None:
            yield _entered(table, done), _entered(table, other), action


def _entered(table: Session, step: Step) -> Session:
    session = table.branch(len(table))
    session.enter(step)
    return session
