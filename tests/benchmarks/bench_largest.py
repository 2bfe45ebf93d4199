"""Measures the largest shipped scenario: the actions of one unit, of a whole side, and a random game turn.

Rules are pure computing in one thread and are measured in processor time.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time
from typing import TypeAlias

from engine import games
from engine.bots.random_bot import RandomBot
from engine.referee.frame import Choice
from engine.referee.session import Accepted, Session
from engine.referee.state import State
from tests.benchmarks.bench_map_table import CLICKS, busy_session, largest_scenario, movers
from tests.benchmarks.timing import Sampler

Asked: TypeAlias = tuple[Choice, State]
"""A decision and the position in which it is asked."""


def forget(state: State) -> None:
    """As after the first action of a turn: nothing that follows from the position is known yet."""
    state.memo.clear()
    for table in state.tables.values():
        table.memo = {}


def list_selected_unit(remembered: bool = False) -> Sampler:
    """The slowest list of what some selected units can do, with nothing remembered or everything."""
    session = busy_session()
    picked: list[Asked] = []
    for action in list(movers(session))[:CLICKS]:
        ahead = session.branch(len(session))
        assert ahead.choice is not None
        assert isinstance(ahead.submit(ahead.choice.side, action), Accepted)
        picked.append((ahead.choice, ahead.state))
    return slowest_list(picked, remembered)


def slowest_list(picked: Sequence[Asked], remembered: bool) -> Sampler:
    """The slowest list of these decisions."""

    def sample() -> float:
        slowest = 0.0
        for choice, state in picked:
            if not remembered:
                forget(state)
            began = thread_time()
            legal = choice.legal(state)
            slowest = max(slowest, thread_time() - began)
            assert any(action.kind == "hex" for action in legal)
        return slowest

    return sample


def list_whole_side() -> Sampler:
    """Everything that a side can do: what can be picked up, and what can be done with each."""
    session = busy_session()

    def sample() -> float:
        forget(session.state)
        found, began = 0, thread_time()
        for action in session.legal():
            if action.kind == "unit":
                ahead = session.branch(len(session))
                assert ahead.choice is not None
                ahead.submit(ahead.choice.side, action)
                found += len(ahead.legal())
        spent = thread_time() - began
        assert found > 0
        return spent

    return sample


def list_top_level() -> Sampler:
    """Only what can be picked up."""
    session = busy_session()

    def sample() -> float:
        forget(session.state)
        began = thread_time()
        session.legal()
        return thread_time() - began

    return sample


def play_turn(per_action: bool = False) -> Sampler:
    """A complete game turn at random, each time with other dice and choices; or the mean of its actions."""
    start, bot = largest_scenario(), RandomBot("turns")
    first = Session.begin(games.game(start.game), start)
    assert until_next_turn(first, bot), "the game ends before its second turn"

    def sample() -> float:
        session = first.branch(len(first))
        before, began = len(session), thread_time()
        until_next_turn(session, bot)
        spent = thread_time() - began
        return spent / (len(session) - before) if per_action else spent

    return sample


def until_next_turn(session: Session, bot: RandomBot) -> bool:
    """Play at random until a turn begins; False if the game is over before."""
    while (choice := session.choice) is not None:
        answer = session.submit(choice.side, bot.choose(lambda: session.view(choice.side), session.legal()))
        assert isinstance(answer, Accepted)
        if any(event.turn is not None for event in answer.events):
            return True
    return False
