"""Measures the campaign of Avalanche: complete game turns at random.

Rules are pure computing in one thread and are measured in processor time.
"""

from __future__ import annotations

from time import thread_time

from engine import games
from engine.bots.random_bot import RandomBot
from engine.referee.session import Session, Start
from tests.benchmarks.bench_largest import until_next_turn
from tests.benchmarks.timing import Sampler

SCENARIO = "avl-4-avalanche"
TURNS = 6


def play_campaign_turns() -> Sampler:
    """The slowest of the first turns, from the landing on, each time with other dice and choices."""
    game, bot = games.game("avl"), RandomBot("turns")
    start = Start("avl", "scenario", SCENARIO, game.scenario_text(SCENARIO), "bench")
    first = Session.begin(game, start)

    def sample() -> float:
        session, slowest = first.branch(0), 0.0
        for _ in range(TURNS):
            began = thread_time()
            assert until_next_turn(session, bot), "the campaign is over too soon"
            slowest = max(slowest, thread_time() - began)
        return slowest

    return sample
