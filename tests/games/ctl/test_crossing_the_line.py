"""Crossing the Line, which is not registered yet: its worked examples, its scenarios, some random play."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import pytest

from engine.bots.random_bot import RandomBot
from engine.games.crossing_the_line import game as make_game
from engine.referee.citations import matrix
from engine.referee.game import Game
from engine.referee.session import Accepted, Session, Start
from engine.referee.worked_example import run_file

EXAMPLES = sorted((Path(__file__).parents[3] / "engine/games/crossing_the_line/examples").rglob("*.toml"))
ACTIONS = 60


@cache
def the_game() -> Game:
    return make_game()


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in EXAMPLES])
def test_worked_example(path: Path) -> None:
    result = run_file(path, lambda key: the_game())
    assert not result.failures, "\n".join(["", *result.failures])


@pytest.mark.parametrize("scenario", ["ctl-s1", "ctl-s2", "ctl-s3", "ctl-campaign"])
def test_a_scenario_can_be_begun_and_played(scenario: str) -> None:
    game = the_game()
    session = Session.begin(game, Start("ctl", "scenario", scenario, game.scenario_text(scenario), "seed"))
    bot = RandomBot("seed")
    for _ in range(ACTIONS):
        choice = session.choice
        if choice is None:
            break
        action = bot.choose(partial(session.view, choice.side), session.legal())
        assert isinstance(session.submit(choice.side, action), Accepted)
        assert not list(game.invariants(session.state))


def test_every_case_that_is_cited_exists() -> None:
    assert matrix(the_game()).problems == ()
