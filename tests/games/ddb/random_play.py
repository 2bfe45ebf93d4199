"""Games of D-Day to Berlin played at random, for tests that look at many positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engine import games
from engine.referee.session import Session, Start


def begin(scenario: str, seed: int, options: Mapping[str, Any] | None = None) -> Session:
    game = games.game("ddb")
    start = Start("ddb", "scenario", scenario, game.scenario_text(scenario), str(seed), options or {})
    return Session.begin(game, start)


def decisions(
    scenario: str, seed: int, most: int, options: Mapping[str, Any] | None = None
) -> Iterator[Session]:
    """The session before each of so many decisions, or until the game is over."""
    session, chance = begin(scenario, seed, options), Random(seed)
    for _ in range(most):
        if session.choice is None:
            return
        yield session
        session.submit(session.choice.side, chance.choice(session.legal()))
