"""A stretch of random play of every registered game and scenario, and the steps that are looked at."""

from __future__ import annotations

from functools import cache, partial
from random import Random

from engine import games
from engine.bots.random_bot import RandomBot
from engine.record import Record
from engine.referee.action import Action
from engine.referee.frame import Choice
from engine.referee.game import Game
from engine.referee.session import Accepted, Session, Start
from engine.referee.state import State

SEED = "c0ffee-5eed-of-the-contract"
ACTIONS = 250
SAMPLED_STEPS = 16


def begin(key: str, scenario: str, seed: str = SEED) -> Session:
    """A new game of a scenario."""
    game = games.game(key)
    return Session.begin(game, Start(key, "scenario", scenario, game.scenario_text(scenario), seed))


def play(session: Session, actions: int, seed: str = SEED) -> Session:
    """Let chance play for all sides."""
    bot = RandomBot(seed)
    for _ in range(actions):
        choice = session.choice
        if choice is None:
            break
        action = bot.choose(partial(session.view, choice.side), session.legal())
        assert isinstance(session.submit(choice.side, action), Accepted)
    return session


class Sample(Record):
    """A game that was played; never change its session, take a branch."""

    key: str
    scenario: str
    session: Session
    numbers: tuple[int, ...]

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def sides(self) -> tuple[str, ...]:
        return self.session.state.scenario.sides

    def tables(self) -> list[Session]:
        """The game at each step, as sessions that share their past."""
        return [self.session.branch(at) for at in self.numbers]

    def decisions(self) -> list[tuple[Session, Choice, list[Action]]]:
        """The steps at which somebody decides, with what is legal."""
        return [(table, table.choice, table.legal()) for table in self.tables() if table.choice is not None]

    def encoded(self, state: State) -> object:
        """The position as plain values: two positions are the same when these are equal."""
        return self.game.codec.encode_state(state)

    def chance(self, what: str) -> Random:
        """Dice of a check, the same in every run."""
        return Random(f"{self.key} {self.scenario} {what}")


@cache
def sample(key: str, scenario: str) -> Sample:
    """Play once per test process. Every kind of decision met is among the steps, and the last position."""
    session = play(begin(key, scenario), ACTIONS)
    chance = Random(f"{key} {scenario}")
    first_of_kind: dict[type, int] = {}
    for at, step in enumerate(session.history.all()):
        if step.state.frames:
            first_of_kind.setdefault(type(step.state.frames[-1]), at)
    others = chance.sample(range(len(session) + 1), min(SAMPLED_STEPS, len(session) + 1))
    return Sample(key, scenario, session, tuple(sorted({0, *first_of_kind.values(), *others, len(session)})))


def all_scenarios() -> list[tuple[str, str]]:
    """Every scenario of every registered game."""
    return [
        (key, scenario)
        for key in games.keys()  # noqa: SIM118
        for scenario in games.game(key).scenarios()
    ]
