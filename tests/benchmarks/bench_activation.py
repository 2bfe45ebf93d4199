"""Measures the largest scenario of Crossing the Line: the actions of a selected stack, a random activation.

Rules are pure computing in one thread and are measured in processor time.
"""

from __future__ import annotations

from functools import cache
from time import thread_time

from engine import games
from engine.bots.random_bot import RandomBot
from engine.games.crossing_the_line.ops.activation import Activation
from engine.referee.session import Accepted, Session, Start
from engine.referee.state import State
from tests.benchmarks.bench_largest import Asked, slowest_list
from tests.benchmarks.timing import Sampler

SCENARIO = "ctl-campaign"
STACKS = 30
ACTIVATIONS = 6


def _submit_at_random(session: Session, bot: RandomBot) -> None:
    choice = session.choice
    assert choice is not None, "the campaign is over too soon"
    action = bot.choose(lambda: session.view(choice.side), session.legal())
    assert isinstance(session.submit(choice.side, action), Accepted)


def _is_activation(state: State) -> bool:
    return any(isinstance(frame, Activation) for frame in state.frames)


@cache
def _campaign() -> tuple[tuple[Asked, ...], tuple[Session, ...]]:
    """Decisions about a selected stack, and games in which an activation has just begun."""
    game, bot = games.game("ctl"), RandomBot("stacks")
    session = Session.begin(game, Start("ctl", "scenario", SCENARIO, game.scenario_text(SCENARIO), "bench"))
    stacks: list[Asked] = []
    begun: list[Session] = []
    while len(stacks) < STACKS or len(begun) < ACTIVATIONS:
        choice, before = session.choice, session.state
        assert choice is not None
        if any(choice.subjects(before)) and any(action.kind == "hex" for action in session.legal()):
            stacks.append((choice, before))
        _submit_at_random(session, bot)
        if _is_activation(session.state) and not _is_activation(before):
            begun.append(session.branch(len(session)))
    return tuple(stacks[:STACKS]), tuple(begun[:ACTIVATIONS])


def list_selected_stack(remembered: bool = False) -> Sampler:
    """The slowest list of what some selected stacks can do, with nothing remembered or everything."""
    return slowest_list(_campaign()[0], remembered)


def play_activation() -> Sampler:
    """The slowest of some activations at random, from the roll for action points to the last action."""
    bot = RandomBot("activations")

    def sample() -> float:
        slowest = 0.0
        for begun in _campaign()[1]:
            session = begun.branch(len(begun))
            began = thread_time()
            while _is_activation(session.state):
                _submit_at_random(session, bot)
            slowest = max(slowest, thread_time() - began)
        return slowest

    return sample
